import { expect, it } from 'vitest'
import { insertInto, textOfNew } from './jsonText'

const written = `{
  "fields": {
    "a": { "type": "text" },
    "b":   { "type": "date" }
  },
  "columns": ["a", "b"]
}
`

it('puts a key behind the one that it follows, and leaves all else as somebody wrote it', () => {
  const text = insertInto(written, [{ path: ['fields', 'c'], value: { type: 'digit' }, after: 'a' }])
  expect(Object.keys((JSON.parse(text) as { fields: object }).fields)).toEqual(['a', 'c', 'b'])
  expect(text).toContain('"b":   { "type": "date" }')
})

it('puts a key last where it follows none, or one that there is not', () => {
  for (const after of [undefined, 'gone']) {
    const text = insertInto(written, [{ path: ['fields', 'c'], value: 1, ...(after === undefined ? {} : { after }) }])
    expect(Object.keys((JSON.parse(text) as { fields: object }).fields)).toEqual(['a', 'b', 'c'])
  }
})

it('puts an item in front of what stands at its place, or at the end', () => {
  const text = insertInto(written, [
    { path: ['columns', 1], value: 'c' },
    { path: ['columns', 3], value: 'd' },
  ])
  expect((JSON.parse(text) as { columns: string[] }).columns).toEqual(['a', 'c', 'b', 'd'])
})

it('keeps open the maps that are named, whatever their length, and no others', () => {
  const file = { title: 'x', pages: { list: { columns: ['a'], on: { a: 1 } }, edit: {} } }
  const text = textOfNew(file, ['pages', 'pages/*'])
  expect(JSON.parse(text)).toEqual(file)
  expect(text).toBe('{\n"title": "x",\n"pages": {\n"list": {\n"columns": ["a"],\n"on": { "a": 1 }\n},\n"edit": {\n\n}\n}\n}')
  expect(textOfNew(file, [])).toBe('{\n"title": "x",\n"pages": { "list": { "columns": ["a"], "on": { "a": 1 } }, "edit": {  } }\n}')
})
