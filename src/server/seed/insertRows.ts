import { isEmptyValue } from '../../../engine/core/fields'
import { messageText } from '../../../engine/server/messages'
import type { EntityPlan } from '../../../engine/core/plan'
import { complete } from '../../../engine/core/record/defaults'
import { computeFormulas } from '../../../engine/core/record/formulas'
import { readOf } from '../../../engine/core/record/scope'
import type { Values } from '../../../engine/core/record/values'
import { numberRows } from '../../../engine/server/record/serial'
import { encodeValues, type Row } from '../../../engine/server/rows'
import { sortColumn, sortKey } from '../../../engine/server/sortKey'
import type { WriteContext } from '../../../engine/server/record/context'
import { writerId } from '../../../engine/server/record/store'
import type { Documents } from '../generated'
import type { EntityName } from '../ruleTypes'

/** Rows per statement: PostgreSQL takes 65,535 parameters. */
const chunk = 400

/** A state that a row has been through before it is written, for its history. */
export interface PastStep {
  action: string
  title: string
  from: string
  to: string
  /** ISO 8601; the moment of the transaction when left out. */
  at?: string
  operator?: { id: string; name: string }
  opinion?: string
}

interface Passed {
  steps?: PastStep[]
  /** ISO 8601; the moment of the transaction when left out. */
  at?: string
}

/** A record as it will be stored; `steps` says by which actions it came to its state. */
export interface BulkRow<E extends EntityName> extends Passed {
  values: Documents[E]['new']
}

/** The same by the names of the plan, complete. */
interface CompleteRow extends Passed {
  values: Values
}

/**
 * Writes master data, many rows per statement (domain 70, G.1 allows it for master data, dictionaries and rules): defaults, formulas, numbers,
 * sort keys and the history of each row are written as the pipeline does; rules and checks are not run, and what references fill has to be
 * said. Returns the ids in the order of the rows.
 */
export async function insertRows<E extends EntityName>(
  context: WriteContext,
  entityName: E,
  rows: readonly BulkRow<E>[],
): Promise<string[]> {
  if (rows.length === 0) return []
  const entity = context.writing.entity(entityName)
  if (entity.appendOnly) throw new TypeError(`${entityName} is a ledger: append to it`)
  const complete = rows.map((row) => ({ ...row, values: completed(context, entity, { ...row.values }) }))
  // A row's day is the day of its moment.
  const numbered = complete.map(({ values, at = context.environment.now }) => ({ values, day: dayOf(at) }))
  await numberRows(context, entity, numbered)
  const ids: string[] = []
  for (let start = 0; start < complete.length; start += chunk)
    ids.push(...(await insert(context, entity, complete.slice(start, start + chunk))))
  await writeHistory(context, entity, complete, ids)
  return ids
}

/** Writes defaults, the first state and formulas into the values. */
function completed(context: WriteContext, entity: EntityPlan, values: Values): Values {
  complete(entity.fields, values, new Set(Object.keys(values)), readOf(values), context.environment)
  if (entity.statusField !== undefined && isEmptyValue(values[entity.statusField])) values[entity.statusField] = initialState(entity)
  computeFormulas(entity, values, context.environment)
  return values
}

function initialState(entity: EntityPlan): string | null {
  return Object.values(entity.states ?? {}).find((state) => state.initial)?.code ?? null
}

const shanghaiMs = 8 * 3_600_000

function dayOf(moment: string): string {
  return new Date(Date.parse(moment) + shanghaiMs).toISOString().slice(0, 10)
}

async function insert({ trx, environment, user }: WriteContext, entity: EntityPlan, rows: readonly CompleteRow[]): Promise<string[]> {
  const sort = sortColumn(entity)
  const writer = writerId(user)
  const encoded = rows.map(({ values, steps = [], at = environment.now }): Row => {
    const last = steps.at(-1)
    return {
      ...encodeValues(entity.fields, { ...values, id: undefined }),
      ...(sort === undefined ? {} : { [sort]: sortKey(String(values[entity.label] ?? '')) }),
      version: steps.length + 1,
      created_by_id: writer,
      created_at: at,
      updated_by_id: last?.operator?.id ?? writer,
      updated_at: last?.at ?? at,
    }
  })
  const columns = [...new Set(encoded.flatMap((row) => Object.keys(row)))]
  const whole = encoded.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))
  const inserted = await trx.insertInto(entity.table).values(whole).returning('id').execute()
  return inserted.map(({ id }) => String(id))
}

async function writeHistory(
  context: WriteContext,
  entity: EntityPlan,
  rows: readonly CompleteRow[],
  ids: readonly string[],
): Promise<void> {
  const lines = rows.flatMap((row, index) => historyOf(context, entity, row, ids[index] ?? ''))
  // All of one moment in the order of their steps: the history of a document is read by id.
  const inOrder = lines.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
  for (let start = 0; start < inOrder.length; start += chunk) {
    await context.trx
      .insertInto('document_history')
      .values(inOrder.slice(start, start + chunk))
      .execute()
  }
}

function historyOf({ user, environment }: WriteContext, entity: EntityPlan, row: CompleteRow, id: string) {
  const { values, steps = [], at = environment.now } = row
  const label = values[entity.label]
  const document = { entity: entity.name, document_id: id, document_label: isEmptyValue(label) ? null : String(label) }
  const line = (action: string, title: string, from: string | null, to: string | null, step?: Partial<PastStep>) => ({
    ...document,
    action,
    action_title: title,
    from_state: from,
    to_state: to,
    opinion: step?.opinion ?? null,
    operator_id: step?.operator?.id ?? writerId(user),
    operator_name: step?.operator?.name ?? (user.name === '' ? null : user.name),
    at: step?.at ?? at,
  })
  const state = entity.statusField === undefined ? undefined : values[entity.statusField]
  const created = steps[0]?.from ?? (typeof state === 'string' ? state : null)
  return [
    line('create', messageText('history.create'), null, created),
    ...steps.map((step) => line(step.action, step.title, step.from, step.to, step)),
  ]
}
