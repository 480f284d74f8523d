import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keywordHoles } from './keywords'

const folder = import.meta.dirname

describe('keywords of the meta-schemas', () => {
  // Each example is judged by a schema that is compiled for its place: seconds, on a busy machine many.
  it('each have a title, a description and an example that is valid', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.schema.json'))
    expect(files.length).toBeGreaterThan(0)
    expect(keywordHoles(files.map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as { $id: string }))).toEqual([])
  })
})

describe('what a meta-schema leaves unsaid', () => {
  const said = { title: 'Shelf', description: 'Where it stands.', type: 'string', examples: ['A1'] }
  const { title: _title, ...untitled } = said
  const { description: _description, ...undescribed } = said
  const { examples: _examples, ...unshown } = said
  const hole = (what: string, pointer = '/properties/shelf') => [`book.schema.json#${pointer} has no ${what}`]
  const holes = (schema: Record<string, unknown>) => keywordHoles([{ $id: 'book.schema.json', ...schema }])

  it('is nothing when a keyword has all three', () => expect(holes({ properties: { shelf: said } })).toEqual([]))

  it.each([
    ['a title', untitled, 'title'],
    ['a description', undescribed, 'description'],
    ['an example', unshown, 'example'],
    ['an example that is valid', { ...said, examples: [1] }, 'example'],
    [
      'a name of its own for an expression',
      { $ref: 'field.schema.json#/$defs/expression', description: 'Of it.', examples: ['a'] },
      'title',
    ],
  ])('is %s', (_name, shelf, what) => {
    const expression = { title: 'Expression', description: 'A condition.', type: 'string', examples: ['a == b'] }
    const field = { $id: 'field.schema.json', $defs: { expression } }
    expect(keywordHoles([{ $id: 'book.schema.json', properties: { shelf } }, field])).toEqual(hole(what))
  })

  it.each([
    ['items', { items: { properties: { shelf: untitled } } }, '/items/properties/shelf'],
    ['values of a map', { additionalProperties: { properties: { shelf: untitled } } }, '/additionalProperties/properties/shelf'],
    ['one of several', { oneOf: [{}, { properties: { shelf: untitled } }] }, '/oneOf/1/properties/shelf'],
    ['a definition', { $defs: { place: { properties: { shelf: untitled } } } }, '/$defs/place/properties/shelf'],
    [
      'a keyword',
      { properties: { place: { ...said, type: 'object', examples: [{ shelf: 'A1' }], properties: { shelf: untitled } } } },
      '/properties/place/properties/shelf',
    ],
  ])('is found below %s', (_name, schema, pointer) => expect(holes(schema)).toEqual(hole('title', pointer)))

  it('is said by the definition that a keyword refers to', () => {
    expect(holes({ properties: { shelf: { $ref: '#/$defs/shelf' } }, $defs: { shelf: said } })).toEqual([])
    expect(holes({ properties: { shelf: { $ref: '#/$defs/shelf' } }, $defs: { shelf: unshown } })).toEqual(hole('example'))
  })

  it('is shown by a valid example around the keyword, through references, lists, maps and variants', () => {
    const book = { type: 'object', required: ['shelf'], properties: { shelf: unshown, room: unshown }, additionalProperties: false }
    const around = (examples: unknown[]) => ({
      $defs: { book, books: { type: 'array', items: { $ref: '#/$defs/book' } } },
      examples,
      additionalProperties: { oneOf: [{ type: 'string' }, { $ref: '#/$defs/books' }] },
    })
    const rooms = hole('example', '/$defs/book/properties/room')
    expect(holes(around([{ lent: [{ shelf: 'A1' }] }]))).toEqual(rooms)
    expect(holes(around([{ lent: [{ shelf: 'A1', room: 'R' }] }]))).toEqual([])
    const shelves = hole('example', '/$defs/book/properties/shelf')
    expect(holes(around([{ lent: [{ room: 'R' }] }]))).toEqual([...shelves, ...rooms])
  })

  it('needs no example where the schema says the only word', () => {
    expect(holes({ properties: { shelf: { ...unshown, const: 'A1' } } })).toEqual([])
    expect(holes({ properties: { shelf: { ...unshown, type: 'boolean', const: true } } })).toEqual(hole('example'))
  })

  it('is an error when a keyword refers to nothing', () => {
    expect(() => holes({ properties: { shelf: { $ref: '#/$defs/none' } } })).toThrow('which there is not')
  })
})
