import { sql } from 'kysely'
import type { EntityPlan, SerialPlan } from '../../core/plan'
import { quote } from '../source'
import { toColumn } from '../rows'
import type { WriteContext } from './context'
import { Problems } from '../problems'
import { isEmptyValue } from '../../core/fields'
import { nameOf, type CounterKey } from '../numbers/counters'

type Values = Record<string, unknown>

/** A row that is about to be inserted. */
export interface Numbered {
  values: Values
  /** Its business day, YYYY-MM-DD. */
  day: string
}

/**
 * Gives each new row that has none its number (rule E-39), by the order of the rows, in as few draws as possible; a row numbered by its id
 * gets that, too. To be called late, so that a failed save uses no number.
 * @throws HttpProblem 422 for a row whose code has no letters or whose parent is not said
 */
export async function numberRows(context: WriteContext, entity: EntityPlan, rows: readonly Numbered[]): Promise<void> {
  const { serial } = entity
  const open = serial ? rows.filter(({ values }) => isEmptyValue(values[serial.field])) : []
  if (!serial || open.length === 0) return
  if (serial.byId) return numberById(context, entity, serial, open)

  const byCounter = new Map<string, { key: CounterKey; before: string; rows: Numbered[] }>()
  for (const row of open) {
    const { key, before } = await beginOf(context, entity, serial, row)
    const known = byCounter.get(nameOf(key)) ?? { key, before, rows: [] }
    known.rows.push(row)
    byCounter.set(nameOf(key), known)
  }
  for (const { key, before, rows: together } of byCounter.values()) {
    const numbers = await context.numbers.draw(key, together.length)
    for (const [index, { values }] of together.entries()) values[serial.field] = `${before}${padded(serial, numbers[index])}`
  }
}

/** The number of a row with this id, in `byId` entities. */
export function numberOfId(serial: SerialPlan, id: string): string {
  return `${lettersOf(serial)}${padded(serial, id)}`
}

/** Ids of rows to come, in order. */
export async function drawIds({ trx }: WriteContext, table: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence(${quote(table)}, 'id')) as id from generate_series(1, ${count}::integer)`.execute(trx)
  return rows.map(({ id }) => id)
}

async function numberById(context: WriteContext, { table }: EntityPlan, serial: SerialPlan, rows: readonly Numbered[]): Promise<void> {
  const ids = await drawIds(context, table, rows.length)
  for (const [index, { values }] of rows.entries()) {
    const id = ids[index] ?? ''
    values['id'] = id
    values[serial.field] = numberOfId(serial, id)
  }
}

/** The prefix of the running number, and the key of its counter. */
async function beginOf(
  context: WriteContext,
  entity: EntityPlan,
  serial: SerialPlan,
  { values, day }: Numbered,
): Promise<{ key: CounterKey; before: string }> {
  if (serial.of !== undefined) {
    const parent = await parentNumber(context, entity, serial.of, values)
    return { key: { counter: `${entity.name}.${serial.field}`, period: parent }, before: `${parent}-` }
  }
  const letters = lettersOf(serial, entity, values)
  const period = periodOf(serial.restart, day)
  return { key: { counter: letters, period }, before: period === '' ? letters : `${letters}${period}-` }
}

function lettersOf({ prefix }: SerialPlan, entity?: EntityPlan, values: Values = {}): string {
  if (typeof prefix !== 'object') return prefix ?? ''
  const code = values[prefix.by]
  const letters = typeof code === 'string' && Object.hasOwn(prefix.of, code) ? prefix.of[code] : undefined
  if (letters !== undefined) return letters
  // A code that administrators have added, or none at all.
  const problems = new Problems()
  const field = entity?.fields[prefix.by]
  if (field && isEmptyValue(code)) problems.field(field, 'required', 'invalid.required')
  else if (field) problems.field(field, 'dictionary', 'invalid.no-prefix', { value: String(code) })
  problems.throwIfAny()
  throw new TypeError(`no letters for ${String(code)}`)
}

function periodOf(restart: SerialPlan['restart'], day: string): string {
  const digits = day.replaceAll('-', '')
  if (restart === 'day') return digits
  if (restart === 'month') return digits.slice(0, 6)
  return restart === 'year' ? digits.slice(0, 4) : ''
}

async function parentNumber({ writing, trx }: WriteContext, entity: EntityPlan, of: string, values: Values): Promise<string> {
  const field = entity.fields[of]
  const parent = writing.entity(field?.ref?.entity ?? '')
  const id = values[of]
  if (field && isEmptyValue(id)) {
    const problems = new Problems()
    problems.field(field, 'required', 'invalid.required')
    problems.throwIfAny()
  }
  const number = sql.ref(toColumn(parent.serial?.field ?? ''))
  const { rows } = await sql<{ number: string }>`select ${number} as number from ${sql.table(parent.table)} where id = ${id}`.execute(trx)
  if (!rows[0]) throw new TypeError(`${entity.name}.${of} names no ${parent.name}`)
  return rows[0].number
}

function padded({ digits }: SerialPlan, number: number | string | undefined): string {
  return String(number).padStart(digits, '0')
}
