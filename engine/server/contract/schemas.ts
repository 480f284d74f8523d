import { displaysOf } from '../../core/compile'
import { isMultiple } from '../../core/fields'
import type { EntityPlan, FieldPlan, LinesPlan, PayloadLinesPlan, ProductPlan, ScreenPlan } from '../../core/plan'
import { maxSorts } from '../../core/wire'
import { serverTypeOf } from '../fields'
import { listOf, object, text, type JsonSchema as Schema } from '../jsonSchema'

/** Names of fields beside it that are emptied, where saying nothing would leave or fill them. */
export const clear: Schema = { ...listOf(text), writeOnly: true }

/** Values of an entity as JSON schemas. */
export class Schemas {
  readonly #plan: ProductPlan
  readonly #entity: EntityPlan

  constructor(plan: ProductPlan, entity: EntityPlan) {
    this.#plan = plan
    this.#entity = entity
  }

  /** By name: fields, display values and line tables. */
  keys(names: readonly string[]): Record<string, Schema> {
    return Object.fromEntries(names.map((name) => [name, this.#key(name)]))
  }

  fields(fields: readonly FieldPlan[]): Record<string, Schema> {
    return Object.fromEntries(fields.map((field) => [field.name, this.#field(field)]))
  }

  /** Some columns of a line table. */
  columns(lines: LinesPlan | undefined, names: readonly string[]): Schema {
    const columns = names.map((name) => [name, lines?.fields[name] ? this.#field(lines.fields[name]) : text] as const)
    return listOf(object({ id: text, ...Object.fromEntries(columns) }))
  }

  /** A body or an answer: fields, rows of line tables, and what stands beside them. */
  payload(
    { fields, lines = [] }: { fields: readonly FieldPlan[]; lines?: readonly PayloadLinesPlan[] | undefined },
    beside: Record<string, Schema> = {},
  ): Schema {
    const tables = lines.map(({ table }) => {
      const columns = Object.values(table.fields)
      return [table.name, { ...listOf(object(this.fields(columns), requiredOf(columns))), title: table.title }] as const
    })
    const needed = lines.flatMap(({ table }) => (table.minRows > 0 ? [table.name] : []))
    return object({ ...beside, ...this.fields(fields), ...Object.fromEntries(tables) }, [...requiredOf(fields), ...needed])
  }

  /** What a list may be asked, and in what order it answers. */
  listQuery({ sorts, filters, ordinals, cursor }: ScreenPlan['access']): Record<string, Schema> {
    return {
      ...this.paging(sorts),
      // It goes on from a row by one index.
      ...(cursor
        ? { page: { type: 'integer', const: 1 }, cursor: text, sortField: { enum: sorts }, sortOrder: { enum: ['ascend', 'descend'] } }
        : {}),
      ...this.filters(filters),
      ...placesOf(ordinals),
    }
  }

  filters(filters: ScreenPlan['access']['filters']): Record<string, Schema> {
    const entries = Object.entries(filters).flatMap(([name, as]): [string, Schema][] => {
      // Texts are looked for by any part of them, whatever they have to be as a whole.
      const { pattern: _whole, minLength: _least, ...schema } = this.#key(name)
      if (as === 'range') return [`${name}Start`, `${name}End`].map((each) => [each, schema])
      return [[name, as === 'multiple' && schema['type'] !== 'array' ? listOf(schema) : schema]]
    })
    return { ...Object.fromEntries(entries), ...this.fields(Object.values(this.#entity.params ?? {})) }
  }

  /** @param sorts of rows that can be ordered by several of them one after the other, with commas between them */
  paging(sorts: readonly string[]): Record<string, Schema> {
    return {
      page: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', minimum: 1, maximum: 200 },
      ...(sorts.length > 0 ? { sortField: wordsOf(sorts) } : {}),
      sortOrder: wordsOf(['ascend', 'descend']),
    }
  }

  #key(name: string): Schema {
    const field = this.#entity.fields[name]
    if (field) return this.#field(field)
    const lines = this.#entity.lines[name]
    if (lines) {
      const displays = Object.fromEntries(Object.keys(displaysOf(lines.fields)).map((display) => [display, text]))
      return { ...listOf(object({ id: text, ...this.fields(Object.values(lines.fields)), ...displays, clear })), title: lines.title }
    }
    const reference = this.#entity.fields[this.#entity.displays[name] ?? '']
    return { ...(reference && isMultiple(reference) ? listOf(text) : text), readOnly: true }
  }

  #field(field: FieldPlan): Schema {
    const value = serverTypeOf(field).schema(field, { dictionaries: this.#plan.dictionaries, states: this.#entity.states })
    return { ...(isMultiple(field) ? listOf(value) : value), title: field.title, ...(field.readOnly ? { readOnly: true } : {}) }
  }
}

/** Parameters that name a code by its place. */
export function placesOf(ordinals: ScreenPlan['access']['ordinals']): Record<string, Schema> {
  return Object.fromEntries(Object.keys(ordinals ?? {}).map((name) => [name, { type: 'integer', minimum: 1 }]))
}

export function requiredOf(fields: readonly FieldPlan[]): string[] {
  return fields.filter((field) => field.required === true).map((field) => field.name)
}

/** A few of these words, with commas between them. */
function wordsOf(words: readonly string[]): Schema {
  const one = `(${words.join('|')})`
  return { type: 'string', pattern: `^${one}(,${one}){0,${maxSorts - 1}}$` }
}
