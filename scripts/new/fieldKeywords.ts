import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Schema = Record<string, unknown>

/** How the value of a keyword is written in the notation: `flag` by its name alone, the others as `name=value`. */
export type KeywordKind = 'flag' | 'number' | 'text' | 'default'

/** What the notation of fields knows of a type. */
export interface TypeKeywords {
  /** Those that can be written in a line; what needs an object or a list is written in the file. */
  kinds: Record<string, KeywordKind>
  /** What every field of the type has to say, beside type and title. */
  required: string[]
  /** The one that needs no name: `select(vehicleKind)`, `digit(2)`. */
  first: string | undefined
}

/** Said by other signs of the notation. */
const ownSigns = new Set(['type', 'title', 'required'])

/** The types of fields and their keywords, from the meta-schema, so that a new type can be written here at once. */
export function readFieldKeywords(root: string): Record<string, TypeKeywords> {
  return fieldKeywords(JSON.parse(readFileSync(join(root, 'engine/spec/field.schema.json'), 'utf8')) as Schema)
}

/** @param schema `field.schema.json` */
export function fieldKeywords(schema: Schema): Record<string, TypeKeywords> {
  const definitions = schema['$defs'] as Record<string, Schema>
  const common = propertiesOf(definitions['common'])
  const types = (schema['oneOf'] as { $ref: string }[]).map(({ $ref }) => definitions[$ref.split('/').at(-1) ?? ''] ?? {})
  return Object.fromEntries(types.map((type) => [String(propertiesOf(type)['type']?.['const']), keywordsOf(type)]))

  function keywordsOf(type: Schema): TypeKeywords {
    const kinds: Record<string, KeywordKind> = {}
    for (const [name, keyword] of Object.entries({ ...propertiesOf(type), ...common })) {
      const kind = name === 'default' ? 'default' : kindOf(keyword)
      if (kind !== undefined && !ownSigns.has(name)) kinds[name] = kind
    }
    const required = (type['required'] as string[]).filter((name) => !ownSigns.has(name))
    return { kinds, required, first: required[0] ?? ('decimals' in kinds ? 'decimals' : undefined) }
  }

  function kindOf({ $ref, const: only, enum: values, type, oneOf }: Schema): KeywordKind | undefined {
    if (only === true) return 'flag'
    if (type === 'integer' || (Array.isArray(values) && values.every((value) => typeof value === 'number'))) return 'number'
    if (type === 'string') return 'text'
    if (typeof $ref === 'string') return kindOf(definitions[$ref.split('/').at(-1) ?? ''] ?? {})
    return (oneOf as Schema[] | undefined)?.map(kindOf).find((kind) => kind === 'text')
  }
}

function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  return (schema?.['properties'] ?? {}) as Record<string, Schema>
}
