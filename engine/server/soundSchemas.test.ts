import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSoundSources } from './soundSchemas'

let folder: string
let noted: string
let program: string

beforeEach(() => {
  const place = mkdtempSync(join(tmpdir(), 'sound-'))
  folder = join(place, 'schemas')
  noted = join(place, 'data/schemas.sound')
  program = join(place, 'program.js')
  cpSync(join(process.cwd(), 'tests/bench/schemas'), folder, { recursive: true })
  writeFileSync(program, 'one')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const read = () => readSoundSources({ root: '/', folder, known: { file: noted, program: pathToFileURL(program).href } })
const judged = () => readSoundSources({ root: '/', folder })
/** What is judged is noted in a file of its own. */
const lastJudged = () => statSync(noted, { bigint: true }).ino

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, path), text.replace(from, to))
}

describe('schemas that an earlier start has found sound', () => {
  it('are the same as when they are judged, and are not judged again', () => {
    expect(read()).toEqual(judged())
    const first = lastJudged()
    expect(read()).toEqual(judged())
    expect(lastJudged()).toBe(first)
  })

  it('are judged when one of them has changed, and refused when that is wrong, again and again', () => {
    read()
    const first = lastJudged()
    edit('screens/store/order.screen.json', '"entity": "order"', '"entity": "orders"')
    expect(read().problems.map(({ code }) => code)).toContain('check.unknown')
    expect(read().sources).toBeUndefined()
    expect(lastJudged()).toBe(first)
    edit('screens/store/order.screen.json', '"entity": "orders"', '"entity": "order"')
    expect(read()).toEqual(judged())
  })

  it('are judged by a program that has changed', () => {
    read()
    const first = lastJudged()
    writeFileSync(program, 'two')
    expect(read()).toEqual(judged())
    expect(lastJudged()).not.toBe(first)
  })

  it('are judged when a file is added, or cannot be read', () => {
    read()
    writeFileSync(join(folder, 'screens/store/more.screen.json'), Buffer.from([0xff, 0xfe]))
    expect(read().problems).toHaveLength(1)
    writeFileSync(join(folder, 'screens/store/more.screen.json'), '{}')
    expect(read().sources).toBeUndefined()
  })

  it('are judged each time where nothing can be noted', () => {
    noted = join(program, 'below a file/schemas.sound')
    expect(read()).toEqual(judged())
    expect(read()).toEqual(judged())
  })
})
