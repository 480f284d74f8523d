import { sql } from 'kysely'
import { decimalsOf, isDecimal } from '../../core/decimal'
import { isInteger } from '../../core/fields'
import type { EntityPlan, FieldPlan } from '../../core/plan'
import { storedDifference } from '../../core/record/difference'
import { rowsOf, type Fields } from '../../core/record/values'
import type { RecordValues } from '../../core/wire'
import type { RuleTools } from '../extensions'
import { fieldProblem, invalid } from '../problem'
import { toColumn } from '../rows'
import { quote } from '../source'
import { linesOf, type WriteContext } from './context'
import { copyRecord, ruleValue } from './draft'
import { addHistory } from './history'
import { refuseState } from './guards'
import { findRecords, loadRecord } from './load'
import { refusalOf } from './refusals'
import { changeable, createByRule, updateByRule } from './save'
import { recompute } from './recompute'
import { updateLine } from './store'

/** What rules work with, bound to one transaction. Mistakes of a rule are TypeErrors (500 and a line in the log), not refusals. */
export function ruleTools(context: WriteContext): RuleTools {
  const { writing, trx, user, environment } = context
  const { refusals } = writing.services.extensions

  return {
    trx,
    user,
    today: environment.today,
    now: environment.now,

    async load(entityName, id, { lock = false, toEdit = false } = {}) {
      if (!lock && !toEdit) return context.reads.read([entityName, id], () => loadRecord(context, entityName, id))
      const record = await loadRecord(context, entityName, id, { lock: 'change' })
      if (toEdit) refuseState(context, writing.entity(entityName), record, 'edit')
      return record
    },
    find(entity, where, options = {}) {
      if (options.lock) return findRecords(context, entity, where, options)
      return context.reads.read([entity, where, options], () => findRecords(context, entity, where, options))
    },

    async create(entityName, values) {
      const entity = writing.entity(entityName)
      if (entity.appendOnly) throw new TypeError(`${entityName} is a ledger: append to it`)
      return loadRecord(context, entityName, await createByRule(context, entity, values))
    },
    async append(entityName, values) {
      const entity = writing.entity(entityName)
      if (!entity.appendOnly) throw new TypeError(`${entityName} is no ledger: create the record`)
      return loadRecord(context, entityName, await createByRule(context, entity, values))
    },
    set: (entityName, id, values) => updateByRule(context, mutable(writing.entity(entityName)), id, values),
    setLine: (entityName, lines, id, values) => setLine(context, mutable(writing.entity(entityName)), lines, id, values),
    adjust: (entityName, id, deltas, limit) => adjust(context, mutable(writing.entity(entityName)), id, deltas, limit),
    perform: (entity, id, action, form = {}) => context.perform({ entity, id, action, body: form }),

    async note(entityName, id, action, title, extra = {}) {
      const entity = writing.entity(entityName)
      await addHistory(context, entity, await loadRecord(context, entityName, id), { action, title, extra })
    },

    refuseIf(refusal) {
      if (!refusal) return
      throw refusalOf(refusals, refusal)
    },
    warn: (path, message) => context.flow.warnings.add(path, message),
    invalid(path, message) {
      throw invalid([fieldProblem(path, 'rule', message)])
    },
  }
}

/**
 * One UPDATE decides and changes: under parallel calls each sees what the one before has left, so no two can take the same unit.
 */
async function adjust(
  context: WriteContext,
  entity: EntityPlan,
  id: string,
  deltas: Partial<Record<string, string>>,
  limit?: { sumOf: string[]; atMost: string },
): Promise<RecordValues | undefined> {
  const said = Object.entries(deltas).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const next = new Map(said.map(([name, delta]) => [name, nextValue(numberField(entity, name), delta)]))
  if (next.size === 0) throw new TypeError(`nothing to adjust on ${entity.name}`)
  const value = (name: string) => next.get(name) ?? sql`coalesce(${sql.ref(toColumn(numberField(entity, name).name))}, 0)`
  const assignments = [...next].map(([name, expression]) => sql`${sql.ref(toColumn(name))} = ${expression}`)
  const conditions = [
    ...[...next.values()].map((expression) => sql`${expression} >= 0`),
    ...(limit ? [sql`${sql.join(limit.sumOf.map(value), sql` + `)} <= ${decimal(limit.atMost)}::numeric`] : []),
  ]
  const { rows } = await sql`
    update ${sql.raw(quote(entity.table))} set ${sql.join(assignments)}
    where id = ${id} and ${sql.join(conditions, sql` and `)} returning id`.execute(context.trx)
  if (rows.length === 0) return undefined
  return recomputed(context, entity, id, [...next.keys()])
}

/** The record afterwards, with the formulas that read what has changed. */
async function recomputed(context: WriteContext, entity: EntityPlan, id: string, changed: string[]): Promise<RecordValues> {
  const record = await loadRecord(context, entity.name, id)
  const after = copyRecord(entity, record)
  await recompute(context, entity, record, after, changed)
  return after
}

async function setLine(
  context: WriteContext,
  entity: EntityPlan,
  linesName: string,
  rowId: string,
  input: Record<string, unknown>,
): Promise<void> {
  const lines = linesOf(entity, linesName)
  const parent = await context.trx.selectFrom(lines.table).select('parent_id').where('id', '=', rowId).executeTakeFirst()
  if (!parent) throw new TypeError(`${entity.name}.${linesName} has no row ${rowId}`)
  const record = await loadRecord(context, entity.name, String(parent['parent_id']), { lock: 'change' })
  const after = copyRecord(entity, record)
  const row = rowsOf(after, linesName).find((candidate) => candidate['id'] === rowId)
  if (!row) throw new TypeError(`${entity.name}.${linesName} has no row ${rowId}`)
  for (const [name, value] of Object.entries(input))
    row[name] = ruleValue(context, cellOf(lines.fields, name, entity), value, `${entity.name}.${linesName}`)
  const before = rowsOf(record, linesName).find((candidate) => candidate['id'] === rowId) ?? {}
  await updateLine(context, lines, rowId, storedDifference(Object.values(lines.fields), before, row))
  await recompute(
    context,
    entity,
    record,
    after,
    Object.keys(input).map((name) => `${linesName}.${name}`),
  )
}

function cellOf(fields: Fields, name: string, entity: EntityPlan): FieldPlan {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field?.stored || field.value !== undefined) throw new TypeError(`${entity.name}: no cell ${name} can be written`)
  return field
}

function mutable(entity: EntityPlan): EntityPlan {
  if (entity.appendOnly) throw new TypeError(`${entity.name} is a ledger: its rows do not change`)
  return entity
}

function numberField(entity: EntityPlan, name: string): FieldPlan {
  const field = changeable(entity, name)
  if (field.decimals === undefined) throw new TypeError(`${entity.name}.${name} is no number`)
  return field
}

function nextValue(field: FieldPlan, delta: string) {
  if (decimalsOf(decimal(delta)) > (field.decimals ?? 0))
    throw new TypeError(`${field.name} has ${field.decimals} decimals, not those of ${delta}`)
  const type = sql.raw(isInteger(field) ? 'integer' : 'numeric')
  return sql`(coalesce(${sql.ref(toColumn(field.name))}, 0) + ${delta}::${type})`
}

function decimal(text: string): string {
  if (!isDecimal(text)) throw new TypeError(`${JSON.stringify(text)} is no decimal`)
  return text
}
