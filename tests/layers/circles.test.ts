import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { circles, importGraph, roomGraph, roomOf, type Graph } from './circles'
import { importsOf, type Import } from './imports'

const folders = ['engine', 'src', 'scripts', 'tests']
const testFile = /\.test\.tsx?$|\/testing\//

function graphOf(imports: Record<string, readonly Import[]>, chosen: (each: Import) => boolean = () => true): Graph {
  return importGraph(new Map(Object.entries(imports)), chosen)
}

const value = (specifier: string): Import => ({ specifier, typeOnly: false })
const type = (specifier: string): Import => ({ specifier, typeOnly: true })

describe('the imports of the sources', () => {
  const imports: Record<string, readonly Import[]> = {}
  beforeAll(() => {
    const names = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    )
    for (const file of names.filter((name) => /\.(tsx?|mjs)$/.test(name))) imports[file] = importsOf(file, readFileSync(file, 'utf8'))
  })

  it('run in no circle between files, loaded at once or lazily', () => {
    expect(circles(graphOf(imports, ({ typeOnly }) => !typeOnly))).toEqual([])
  })

  it('run in no circle between rooms, types included', () => {
    const sources = Object.fromEntries(Object.entries(imports).filter(([file]) => !testFile.test(file)))
    expect(circles(roomGraph(graphOf(sources), roomOf))).toEqual([])
  })

  it('are followed: a browser page reaches the lowest layer', () => {
    const graph = graphOf(imports)
    expect(graph.size).toBeGreaterThan(1000)
    expect(graph.get('engine/client/ui/Pager.tsx')).toContain('engine/core/pageSizes.ts')
  })
})

describe('roomOf', () => {
  it.each([
    ['engine/client/form/model/model.ts', 'engine/client/form/model'],
    ['engine/client/list/ListPage.tsx', 'engine/client/list'],
    ['engine/client/fields/controls/Tag.tsx', 'engine/client/fields'],
    ['engine/client/context.tsx', 'engine/client/context.tsx'],
    ['src/server/demo/master/goods.ts', 'src/server/demo'],
    ['src/rules/interest.ts', 'src/rules/interest.ts'],
  ])('of %s is %s', (file, room) => {
    expect(roomOf(file)).toBe(room)
  })
})

describe('importsOf', () => {
  it.each([
    ['a value', `import { a } from './a'`, [value('./a')]],
    ['a file that only runs', `import './a'`, [value('./a')]],
    ['types', `import type { A } from './a'`, [type('./a')]],
    ['values and types', `import { a, type A } from './a'`, [value('./a'), type('./a')]],
    ['a re-export', `export * from './a'`, [value('./a')]],
    ['re-exported types', `export type { A } from './a'`, [type('./a')]],
    ['a lazy import', `const a = () => import('./a')`, [value('./a')]],
    ['a type at its place', `let a: import('./a').A`, [type('./a')]],
  ])('knows %s', (_name, source, found) => {
    expect(importsOf('x.ts', source)).toEqual(found)
  })
})

describe('circles', () => {
  it('names the shortest way around, once for all files on it', () => {
    const graph = graphOf({
      'a.ts': [value('./b')],
      'b.ts': [value('./c')],
      'c.ts': [value('./d'), value('./a')],
      'd.ts': [value('./a')],
      'e.ts': [value('./a')],
    })
    expect(circles(graph)).toEqual([['a.ts', 'b.ts', 'c.ts', 'a.ts']])
  })

  it('finds two that do not touch, and none where all goes one way', () => {
    const two = { 'a.ts': [value('./b')], 'b.ts': [value('./a')], 'x/index.ts': [value('./y')], 'x/y.tsx': [value('.')] }
    expect(circles(graphOf(two))).toEqual([
      ['a.ts', 'b.ts', 'a.ts'],
      ['x/index.ts', 'x/y.tsx', 'x/index.ts'],
    ])
    expect(circles(graphOf({ 'a.ts': [value('./b'), value('./c')], 'b.ts': [value('./c')], 'c.ts': [value('react')] }))).toEqual([])
  })

  it('sees two rooms that need each other although no file does', () => {
    const graph = graphOf({
      'src/app/one/a.ts': [type('../two/b')],
      'src/app/one/c.ts': [],
      'src/app/two/b.ts': [],
      'src/app/two/d.ts': [value('../one/c')],
    })
    expect(circles(graph)).toEqual([])
    expect(circles(roomGraph(graph, roomOf))).toEqual([['src/app/one', 'src/app/two', 'src/app/one']])
  })
})
