// oxlint-disable unicorn/no-thenable -- `then` is a word of JSON schema, and nothing here is awaited
/** A JSON schema, or a part of one. */
export type Schema = Record<string, unknown>

/** One of the schemas of `oneOf`, and what is to be added where it is meant. */
export interface Variant {
  schema: Schema
  added: Schema | undefined
}

/**
 * What is added to a value that is one of these variants. They are told apart by the kind of JSON value, objects by the words that only one of
 * them has. An editor does not look behind a condition where nothing is written yet, so that texts are plain alternatives.
 */
export function addedTo(variants: readonly Variant[]): Schema | undefined {
  const adding = variants.flatMap(({ schema, added }) => (added ? [{ schema, added }] : []))
  const texts = adding.filter(({ schema }) => schema['type'] === 'string').map(({ added }) => added)
  const guards = variants.flatMap(({ schema }) => (schema['type'] === 'object' ? [guardOf(schema)] : []))
  const others = all(
    adding.flatMap(({ schema, added }) => {
      if (schema['type'] === 'string') return []
      return schema['type'] === 'object' ? { if: conditionOf(schema, guards), then: added } : { if: { type: schema['type'] }, then: added }
    }),
  )
  if (texts.length === 0) return others
  const isAnyText = texts.some(isOpen)
  return { anyOf: [...texts, { ...(isAnyText ? {} : { type: ['object', 'array', 'number', 'boolean', 'null'] }), ...others }] }
}

/** `then` for an object that has these words. */
export function when(words: Schema, then: Schema): Schema {
  return { if: holding(words), then }
}

/** Names that are proposed where others may stand, too. */
export function open(names: Schema): Schema {
  return { anyOf: [names, {}] }
}

export function isOpen({ anyOf }: Schema): boolean {
  return Array.isArray(anyOf) && anyOf.some((part: Schema) => Object.keys(part).length === 0)
}

/** Everything that the parts add; one part stands for itself. */
export function all(parts: readonly (Schema | undefined)[]): Schema | undefined {
  const present = parts.filter((part) => part !== undefined)
  return present.length > 1 ? { allOf: present } : present[0]
}

export function entries(value: unknown): [string, unknown][] {
  return isSchema(value) ? Object.entries(value) : []
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function holding(words: Schema): Schema {
  return { properties: words, required: Object.keys(words) }
}

/** An object without a word of its own is the one that has none of the others'. */
function conditionOf(schema: Schema, guards: readonly Schema[]): Schema {
  const guard = guardOf(schema)
  const further = guards.filter((words) => Object.keys(words).length > 0)
  if (Object.keys(guard).length > 0 || further.length === 0) return holding(guard)
  return { not: { anyOf: further.map(holding) } }
}

/** What tells an object from other variants: words whose value is fixed; otherwise the first that it needs. */
function guardOf(schema: Schema): Schema {
  const fixed = entries(schema['properties']).flatMap(([name, part]) =>
    isSchema(part) && typeof part['const'] === 'string' ? [[name, { const: part['const'] }] as const] : [],
  )
  if (fixed.length > 0) return Object.fromEntries(fixed)
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
  return Object.fromEntries(required.slice(0, 1).map((name) => [name, {}]))
}
