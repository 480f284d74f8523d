/**
 * What the meta-schemas allow at a place, read straight from their files and without ajv: the mutants must be wrong by the language's own
 * text, whatever the checker makes of it.
 */
import dictionary from '../../engine/spec/dictionary.schema.json'
import effects from '../../engine/spec/effects.schema.json'
import entity from '../../engine/spec/entity.schema.json'
import field from '../../engine/spec/field.schema.json'
import group from '../../engine/spec/group.schema.json'
import ledger from '../../engine/spec/ledger.schema.json'
import menus from '../../engine/spec/menus.schema.json'
import product from '../../engine/spec/product.schema.json'
import roles from '../../engine/spec/roles.schema.json'
import schedule from '../../engine/spec/schedule.schema.json'
import screen from '../../engine/spec/screen.schema.json'
import templates from '../../engine/spec/templates.schema.json'

type Json = Record<string, unknown>

const files: Record<string, Json> = {
  'dictionary.schema.json': dictionary,
  'effects.schema.json': effects,
  'entity.schema.json': entity,
  'field.schema.json': field,
  'group.schema.json': group,
  'ledger.schema.json': ledger,
  'menus.schema.json': menus,
  'product.schema.json': product,
  'roles.schema.json': roles,
  'schedule.schema.json': schedule,
  'screen.schema.json': screen,
  'templates.schema.json': templates,
}

/** One alternative of what may stand at a place, with everything that it is composed of. */
export interface Shape {
  types: readonly string[] | undefined
  properties: Readonly<Record<string, Located>>
  required: readonly string[]
  /** What keys of the author's own choice lead to; false where there are none. */
  further: Located | boolean
  items: Located | undefined
  keys: Located | undefined
  values: readonly unknown[] | undefined
  minimum: number | undefined
  maximum: number | undefined
  maxLength: number | undefined
  minItems: number | undefined
  distinct: boolean
  pattern: string | undefined
  isExpression: boolean
}

/** A part of a meta-schema, and the file against which its references are read. */
interface Located {
  schema: Json
  base: string
}

const known = new WeakMap<Json, Shape[]>()

export function rootShapes(kind: string): Shape[] {
  const base = `${kind}.schema.json`
  const schema = files[base]
  if (!schema) throw new Error(`no meta-schema for ${kind}`)
  return shapesOf({ schema, base })
}

export function shapesOf({ schema, base }: Located): Shape[] {
  const seen = known.get(schema)
  if (seen) return seen
  let shapes = [own(schema, base)]
  const reference = schema['$ref'] as string | undefined
  if (reference !== undefined) shapes = combined(shapes, shapesOf(resolve(reference, base)))
  for (const part of (schema['allOf'] as Json[] | undefined) ?? []) shapes = combined(shapes, shapesOf({ schema: part, base }))
  for (const word of ['oneOf', 'anyOf']) {
    const parts = schema[word] as Json[] | undefined
    if (parts)
      shapes = combined(
        shapes,
        parts.flatMap((part) => shapesOf({ schema: part, base })),
      )
  }
  known.set(schema, shapes)
  return shapes
}

function resolve(reference: string, base: string): Located {
  const [name, fragment = ''] = reference.split('#')
  const file = name || base
  let found: unknown = files[file]
  for (const part of fragment.split('/').slice(1)) found = (found as Json)[part]
  return { schema: found as Json, base: file }
}

function own(schema: Json, base: string): Shape {
  const located = (part: unknown): Located | undefined =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? { schema: part as Json, base } : undefined
  const properties = Object.entries((schema['properties'] as Json | undefined) ?? {})
  const closed = schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false
  const values = 'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined)
  const types = schema['type'] === undefined ? values && [...new Set(values.map(typeOfValue))] : ([schema['type']].flat() as string[])
  return {
    types,
    properties: Object.fromEntries(properties.map(([key, part]) => [key, { schema: part as Json, base }])),
    required: (schema['required'] as string[] | undefined) ?? [],
    further: located(schema['additionalProperties']) ?? !closed,
    items: located(schema['items']),
    keys: located(schema['propertyNames']),
    values,
    minimum: schema['minimum'] as number | undefined,
    maximum: schema['maximum'] as number | undefined,
    maxLength: schema['maxLength'] as number | undefined,
    minItems: schema['minItems'] as number | undefined,
    distinct: schema['uniqueItems'] === true,
    pattern: schema['pattern'] as string | undefined,
    isExpression: schema === field.$defs.expression,
  }
}

function combined(some: Shape[], others: Shape[]): Shape[] {
  return some.flatMap((a) =>
    others.map((b) => ({
      types: a.types && b.types ? a.types.filter((type) => b.types?.includes(type)) : (a.types ?? b.types),
      properties: { ...b.properties, ...a.properties },
      required: [...new Set([...a.required, ...b.required])],
      further: a.further === false || b.further === false ? false : typeof a.further === 'object' ? a.further : b.further,
      items: a.items ?? b.items,
      keys: a.keys ?? b.keys,
      values: a.values ?? b.values,
      minimum: a.minimum ?? b.minimum,
      maximum: a.maximum ?? b.maximum,
      maxLength: a.maxLength ?? b.maxLength,
      minItems: a.minItems ?? b.minItems,
      distinct: a.distinct || b.distinct,
      pattern: a.pattern ?? b.pattern,
      isExpression: a.isExpression || b.isExpression,
    })),
  )
}

export function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (Number.isInteger(value)) return 'integer'
  return typeof value
}

/** Whether a value of this type may stand there, as far as types go. */
export function admits({ types }: Shape, type: string): boolean {
  return types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'))
}

/** Whether the value is written in this alternative, so far as its type, its keys and what its keys say of it tell. */
export function isWritten(shape: Shape, value: unknown): boolean {
  if (!admits(shape, typeOfValue(value))) return false
  if (shape.values && !shape.values.includes(value)) return false
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
  const object = value as Json
  if (!shape.required.every((key) => Object.hasOwn(object, key))) return false
  return Object.entries(object).every(([key, part]) => {
    const property = shape.properties[key]
    if (!property) return shape.further !== false
    const values = shapesOf(property).flatMap((alternative) => alternative.values ?? [])
    const isTag = typeof part === 'string' && values.length === 1
    return !isTag || values.includes(part)
  })
}
