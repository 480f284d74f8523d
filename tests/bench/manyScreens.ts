import { routesOf } from '../../engine/core/compile'
import { createRouteTable } from '../../src/app/routing/routeTable'
import { menuTree } from '../../src/app/routing/menuTree'
import { pagesOf, searchMenus } from '../../src/app/shell/searchMenus'
import { compiledProduct, measureBoot, measureCheck, measureCompile } from './compileSpeed'
import { measureEntry } from './entryChunk'
import { writeManySchemas } from './manySchemas'
import { percentile, type Measurement } from './report'

const many = 1500
const tenTimes = 15_000

/** What a product costs that has very many screens: those who make it, and those who use one of them. */
export function measureManyScreens(root: string): Measurement[] {
  const folder = writeManySchemas(root, many)
  const compiled = measureCompile(root, folder)
  const boot = measureBoot(root, folder)
  const alone = measureBoot(root, writeManySchemas(root, 1))
  const entry = measureEntry(root, folder)
  const shippedEntry = measureEntry(root)
  const { search, address } = measureMenus(root, folder)
  const largest = writeManySchemas(root, tenTimes)
  return [
    of(`compile of ${many} screens of 40 fields, each with its entity`, 'ms', compiled.usual, 1000),
    of('the same, the first time in a process', 'ms', compiled.first, 1000),
    of('schema check of them, start of the program included', 's', measureCheck(root, folder), 3),
    of('a server of them, from the start of the program until it listens', 's', boot.listening / 1000, 8),
    of('first chunk of the browser program for them (brotli)', 'kB', entry / 1000),
    of('the same, as a multiple of the shipped product’s', '×', entry / shippedEntry, 1.3),
    of('what an account that may see all is told of them when it signs in (brotli)', 'kB', boot.part.compressed / 1000),
    of('the same before it is compressed', 'kB', boot.part.bytes / 1000),
    of('the same, made on the server for the first account', 'ms', boot.part.first),
    of('the same, made for the next', 'ms', boot.part.usual),
    of('search in their menu, a letter after the other, p95', 'ms', search, 50),
    of('opening of one of them: address → screen, p95', 'ms', address),
    of('opening: plan asked for → answered, the first time', 'ms', boot.plan.first),
    of('the same, as a multiple of that in a product of one screen', '×', boot.plan.usual / alone.plan.usual, 1.5),
    of(`schema check of ${tenTimes} screens, start of the program included`, 's', measureCheck(root, largest, 1), 20),
  ]
}

function of(name: string, unit: Measurement['unit'], ours: number, most?: number): Measurement {
  return { name, unit, ours, ...(most === undefined ? {} : { target: { of: 'figure', most } }) }
}

/** 95 of 100 times, in ms, of finding pages by name and by address. */
function measureMenus(root: string, folder: string): { search: number; address: number } {
  const plan = compiledProduct(root, folder)
  // An account without menus sees all of them.
  const pages = pagesOf(menuTree(plan.menus, []))
  const typed = Array.from({ length: 50 }, (_, index) => `采购单${index * 29}`).flatMap((name) =>
    Array.from(name, (_letter, length) => name.slice(0, length + 1)),
  )
  const match = createRouteTable(routesOf(plan.screens))
  return {
    search: p95(typed, (text) => searchMenus(pages, text)),
    address: p95(pages, ({ href }) => match(href)),
  }
}

function p95<Input>(inputs: readonly Input[], work: (input: Input) => unknown): number {
  const times = inputs.map((input) => {
    const start = performance.now()
    if (work(input) === undefined) throw new Error('Nothing was found')
    return performance.now() - start
  })
  return percentile(times, 0.95)
}
