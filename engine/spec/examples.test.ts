import { Ajv2020 } from 'ajv/dist/2020'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = import.meta.dirname
const files = readdirSync(folder).filter((file) => file.endsWith('.schema.json'))
const schemas = files.map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as { $id: string })
const ajv = new Ajv2020({ allErrors: true, discriminator: true, strict: false, formats: { regex: true } })
for (const schema of schemas) ajv.addSchema(schema)

/** Every keyword that shows how it is written, by the pointer to its schema. */
function examplesIn(value: unknown, pointer = ''): { pointer: string; examples: unknown[] }[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([key, part]) =>
    key === 'examples' ? [] : examplesIn(part, `${pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`),
  )
  const { examples } = value as { examples?: unknown }
  return Array.isArray(examples) ? [{ pointer, examples }, ...below] : below
}

const shown = schemas.flatMap((schema) => examplesIn(schema).map((found) => ({ ...found, file: schema.$id })))

describe('examples of the meta-schemas', () => {
  it('exist', () => expect(shown.length).toBeGreaterThan(0))

  it.each(shown)('$file#$pointer', ({ file, pointer, examples }) => {
    for (const example of examples) {
      const validate = ajv.compile({ $ref: `${file}#${encodeURI(pointer)}` })
      validate(example)
      expect({ example, errors: validate.errors }).toEqual({ example, errors: null })
    }
  })
})
