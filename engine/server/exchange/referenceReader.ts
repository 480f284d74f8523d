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
    if (!ref && field.mixed) return unknownName(text)
    if (!ref) throw new TypeError(`${field.name} is no reference`)
    const { where, given } = narrowed(ref, values)
    const key = keyOf(field, ref, text, given)
    const known = this.#known.get(key) ?? this.#find(ref, text, where, given)
    this.#known.set(key, known)
    return known
  }

  /**
   * Looks texts of a column up together, before they are read one by one. Where the choice depends on other cells, each is looked up when these are
   * known.
   */
  async lookUp(field: FieldPlan, texts: readonly string[]): Promise<void> {
    const { ref } = field
    if (!ref || namesFrom(ref.where).length > 0) return
    const keys = new Map(texts.filter(isName).map((text) => [text, keyOf(field, ref, text, {})]))
    const missing = [...keys].filter(([, key]) => !this.#known.has(key))
    if (missing.length === 0) return
    const found = await this.#findEach(
      ref,
      missing.map(([text]) => text),
      ref.where,
      {},
    )
    for (const [text, key] of missing) this.#known.set(key, Promise.resolve(found.get(text) ?? unknownName(text)))
  }

  async #find(ref: RefPlan, text: string, where: Where, given: Values): Promise<string | InvalidValue> {
    const unknown = unknownName(text)
    if (!isName(text)) return unknown
    return (await this.#findEach(ref, [text], where, given)).get(text) ?? unknown
  }

  /**
   * Resolves each text to the key of the row it names; texts that name no row are absent. One select per column that may name a row, so that each
   * can use its index. Two rows of a name tell that it is ambiguous, so no more of them are answered, however many there are.
   */
  async #findEach(
    ref: RefPlan,
    texts: readonly string[],
    where: Where | undefined,
    given: Values,
  ): Promise<Map<string, string | InvalidValue>> {
    const { writing, source: sourceContext, user, trx } = this.#context
    const { shapes, services } = writing
    const source = sourceOf(services.plan, services.extensions.views, ref.entity)
    const column = (name: string) => sql.raw(source.column(rowAlias, name))
    const scope = writing.scope.condition(ref.entity)(rowAlias, user, sourceContext)
    const conditions: Condition[] = [...whereOf(shapes, source, where)(rowAlias, sourceContext, given), ...(scope ? [scope] : [])]
    const ways = [
      ...codesOf(source.entity, ref).map((name) => ({ name: column(name), isCode: true })),
      { name: labelColumn(shapes, ref.entity)(rowAlias, sourceContext), isCode: false },
    ].map(
      ({ name, isCode }) => sql`select ${column('id')}::text as id, ${column(ref.by ?? 'id')}::text as key, ${name}::text as text,
        ${sql.lit(isCode)} as code, row_number() over (partition by ${name}) as nth from ${source.from(sourceContext)} as ${sql.raw(rowAlias)}
        where ${sql.join([sql<boolean>`${name} = any(${texts})`, ...conditions], sql` and `)}`,
    )
    const { rows } = await sql<{ id: string; key: string; text: string; code: boolean }>`
      select id, key, text, code from (${sql.join(ways, sql` union all `)}) as named where nth <= 2`.execute(trx)
    const found = new Map<string, { codes: Map<string, string>; labels: Map<string, string> }>()
    for (const { id, key, text, code } of rows) {
      const named = found.get(text) ?? { codes: new Map(), labels: new Map() }
      found.set(text, named)
      const rowsOfKind = code ? named.codes : named.labels
      rowsOfKind.set(id, key)
    }
    return new Map(
      [...found].map(([text, { codes, labels }]) => {
        const [first = '', second] = codes.size > 0 ? codes.values() : labels.values()
        return [text, second === undefined ? first : new InvalidValue('reference', 'import.ambiguous-reference', { value: text })]
      }),
    )
  }
}

function keyOf(field: FieldPlan, ref: RefPlan, text: string, given: Values): string {
  return JSON.stringify([field.name, ref.entity, text, given])
}

function unknownName(text: string): InvalidValue {
  return new InvalidValue('reference', 'import.unknown-reference', { value: text })
}

/** A text that could be what a row is called. */
function isName(text: string): boolean {
  return text.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(text)
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
