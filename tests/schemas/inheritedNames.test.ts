import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileProduct } from '../../engine/core/compile'
import { librarySources } from '../../engine/core/testing/library'
import { readShipped, type ShippedSchemas } from '../../engine/server/releases/shippedSchemas'
import { schemaFolder, type SchemaFolder } from '../../engine/server/releases/testing/schemaFolder'

type Json = Record<string, unknown>

/** Each text in a value, by a function that puts another one there and gives the whole back. */
function* textsIn(whole: Json): Generator<{ place: string; replaced: (text: string) => Json }> {
  function* inside(value: unknown, path: string[]): Generator<string[]> {
    if (typeof value === 'string') yield path
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) yield* inside(each, [...path, key])
  }
  for (const path of inside(whole, []))
    yield {
      place: path.join('/'),
      replaced: (text) => {
        const copy = structuredClone(whole)
        const last = path.at(-1) ?? ''
        const holder = path.slice(0, -1).reduce((at, key) => at[key] as Json, copy)
        holder[last] = text
        return copy
      },
    }
}

describe('a name that every object has by birth', () => {
  let folder: SchemaFolder
  let schemas: ShippedSchemas
  beforeAll(() => {
    const sources = librarySources()
    // Of screens that are none of the library's.
    sources.menus.menus = sources.menus.menus.filter(({ id }) => !id.startsWith('2'))
    folder = schemaFolder(sources)
    schemas = readShipped({ root: folder.root, plan: compileProduct(sources) }, {})
  })
  afterAll(() => folder.remove())

  function judged(path: string, value: Json, place: string): ReturnType<ShippedSchemas['judgeAll']> {
    try {
      return schemas.judgeAll([{ path, text: JSON.stringify(value) }])
    } catch (cause) {
      throw new Error(`${path} ${place}`, { cause })
    }
  }

  it('is judged as any other in place of each text of a schema', () => {
    const kinds = { judged: 0, refused: 0 }
    for (const { path, text } of schemas.texts)
      for (const { place, replaced } of textsIn(JSON.parse(text) as Json)) {
        const { problems } = judged(path, replaced('constructor'), place)
        expect(
          problems.filter(({ code }) => code === 'compile'),
          `${path} ${place}`,
        ).toEqual([])
        kinds.judged += 1
        if (problems.length > 0) kinds.refused += 1
      }
    // Titles may be anything; what names something is refused.
    expect(kinds.judged).toBeGreaterThan(150)
    expect(kinds.refused).toBeGreaterThan(80)
  })
})
