import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keywordsOf, type MetaSchema } from '../engine/spec/keywords'
import { referenceOf } from './reference'

const folder = 'engine/spec'

describe('the reference of the schema language', () => {
  const shelf = { title: 'Shelf', description: 'Where <it> stands.', type: 'string', default: 'A0', examples: ['A1', 7] }
  const rows = { title: 'Rows', description: 'Its rows.', type: 'array', items: { $ref: '#/$defs/row' }, examples: [[{ no: 3 }]] }
  const row = { type: 'object', required: ['no'], properties: { no: { title: 'No', description: 'Its number.', enum: [3, 4] } } }
  const open = { title: 'Open', description: 'Who wants may come in.', const: true, examples: [true] }
  const schema: MetaSchema = {
    $id: 'room.schema.json',
    description: 'A room.',
    properties: { shelf, rows, open, first: { $ref: '#/$defs/row', title: 'First', description: 'In front.' } },
    $defs: { row },
  }
  const lines = referenceOf([schema]).split('\n')

  it.each([
    ['meaning, default and the example that is valid', '- **`shelf`** Shelf. Where \\<it> stands. *Default* `"A0"`. *Example* `"A1"`'],
    [
      'what is required, what it may be, and an example found around it',
      '- **`no`** No. Its number. **Required.** One of `3`, `4`. *Example* `3`',
    ],
    ['a word that is said or not', '- **`open`** Who wants may come in. `true`, or left out. *Example* `true`'],
    ['where a definition is explained', '- **`first`** First. In front. See [room: row](#room-row).'],
  ])('says %s', (_name, line) => {
    expect(lines).toContain(line)
  })

  it('leaves no keyword of the language out', () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.schema.json'))
    const schemas = names.map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as MetaSchema)
    const reference = referenceOf(schemas)
    const entries = reference.split('\n').filter((line) => line.startsWith('- **`'))
    expect(entries).toHaveLength(keywordsOf(schemas).length)
    expect(entries.length).toBeGreaterThan(400)
  })
})
