import { sql } from 'kysely'
import { referenceIn, InvalidValue } from '../../core/fields'
import type { EntityPlan, FieldPlan, RefPlan } from '../../core/plan'
import { knowing, namesFrom, type Where } from '../../core/where'
import { rowTypeOf } from '../fields'
import { whereOf, type Condition } from '../read/conditions'
import { labelColumn, rowAlias } from '../read/shape'
import { sourceOf } from '../source'
import type { WriteContext } from '../record/context'

type Values = Record<string, unknown>

/**
 * Finds the rows that the texts of a sheet name: by their label, document number, or another text that no two rows share. Only rows that the
 * user may choose are looked at. A code wins over a label, because it can mean one row only. Each text is asked for once.
 */
export class ReferenceReader {
  readonly #context: WriteContext
  readonly #known = new Map<string, Promise<string | InvalidValue>>()

  constructor(context: WriteContext) {
    this.#context = context
  }

  /** The stored key. @param values of the same row, as far as they are known; the kind of a row that may be of several is among them */
  async read(field: FieldPlan, text: string, values: Values): Promise<string | InvalidValue> {
    const ref = referenceIn(field, values)?.ref
    if (!ref && field.mixed) return new InvalidValue('reference', 'import.unknown-reference', { value: text })
    if (!ref) throw new TypeError(`${field.name} is no reference`)
    const { where, given } = narrowed(ref, values)
    const key = JSON.stringify([field.name, ref.entity, text, given])
    const known = this.#known.get(key) ?? this.#find(ref, text, where, given)
    this.#known.set(key, known)
    return known
  }

  async #find(ref: RefPlan, text: string, where: Where, given: Values): Promise<string | InvalidValue> {
    const unknown = new InvalidValue('reference', 'import.unknown-reference', { value: text })
    if (text.length > 200 || /[\p{Cc}\p{Cs}]/u.test(text)) return unknown
    const { writing, source: sourceContext, user, trx } = this.#context
    const { shapes, services } = writing
    const source = sourceOf(services.plan, services.extensions.views, ref.entity)
    const column = (name: string) => sql.raw(source.column(rowAlias, name))
    const isCode = sql<boolean>`(${sql.join(
      [sql`false`, ...codesOf(source.entity, ref).map((name) => sql`${column(name)} = ${text}`)],
      sql` or `,
    )})`
    const scope = writing.scope.condition(ref.entity)(rowAlias, user, sourceContext)
    const conditions: Condition[] = [
      sql`(${isCode} or ${labelColumn(shapes, ref.entity)(rowAlias, sourceContext)} = ${text})`,
      ...whereOf(shapes, source, where)(rowAlias, sourceContext, given),
      ...(scope ? [scope] : []),
    ]
    const { rows } = await sql<{ key: string; code: boolean | null }>`
      select ${column(ref.by ?? 'id')}::text as key, ${isCode} as code
      from ${source.from(sourceContext)} as ${sql.raw(rowAlias)} where ${sql.join(conditions, sql` and `)}
      order by 2 desc nulls last limit 2`.execute(trx)
    const [first, second] = rows
    if (!first) return unknown
    return second && (!first.code || second.code) ? new InvalidValue('reference', 'import.ambiguous-reference', { value: text }) : first.key
  }
}

/** Texts that name one row. */
export function codesOf(entity: EntityPlan, { by }: RefPlan): string[] {
  const unique = entity.unique.flatMap(({ fields }) => (fields.length === 1 ? fields : []))
  return [...new Set([by, entity.serial?.field, ...unique])].filter((name) => {
    const field = name === undefined ? undefined : entity.fields[name]
    return field !== undefined && field.stored && !field.secret && !field.mask && rowTypeOf(field).names
  }) as string[]
}

/** What the row does not say narrows nothing here; the pipeline checks the whole condition when it knows all of the record. */
function narrowed(ref: RefPlan, values: Values): { where: Where; given: Values } {
  const isKnown = (name: string): boolean => values[name] !== undefined && !(values[name] instanceof InvalidValue)
  const where = knowing(ref.where, isKnown)
  const given = Object.fromEntries(namesFrom(where).map((name) => [name, values[name]]))
  return { where, given }
}
