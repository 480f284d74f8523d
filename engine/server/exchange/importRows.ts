import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { isEmptyValue, sameValue } from '../../core/fields'
import type { ImportPlan } from '../../core/plan'
import { labelOf } from '../../core/record/problems'
import { messageText } from '../messages'
import { acceptedFrom } from '../outside'
import { Problems } from '../problems'
import { readBody } from '../record/body'
import { HttpProblem } from '../problem'
import type { WriteContext } from '../record/context'
import { takenKeys } from '../record/takenKeys'
import { beginDrafts, create, finishDraft, storeDrafts, type SaveAccess } from '../record/save'
import { refusalOfRow, refusalsOf, refuseRows } from './attempt'
import type { ImportSheet } from './importSheet'
import { ReferenceReader } from './referenceReader'
import { columnOf, problemsOf, readRows, rowProblem, tryRow, type Refused, type RowProblem, type Values } from './sheetRow'
import type { SheetRow } from '../xlsx'

/** Rows that are stored together. */
const BATCH = 250

type Options = Pick<ImportPlan, 'known' | 'complete'>

/** Result of storing some of the rows. */
interface Outcome {
  problems: RowProblem[]
  toConfirm: RowProblem[]
  /** How many were there already. */
  passedOver: number
}

/**
 * Creates a record of each row through the pipeline that forms use, completed first where a rule does. Every row is tried, also after one that is wrong, so that all mistakes
 * are told at once, and then all that is to be confirmed. Returns how many were stored, and how many were there already.
 * @throws RowsRefusal when any row is wrong, RowsWarning when any is to be confirmed
 */
export async function importRows(
  context: WriteContext,
  access: SaveAccess,
  sheet: ImportSheet,
  options: Options = {},
): Promise<{ count: number; known?: number }> {
  const references = new ReferenceReader(context)
  const all: Outcome = { problems: [], toConfirm: [], passedOver: 0 }
  context.flow.warnings.collect()
  const given: Given = { context, access, sheet, references, options }
  let isApart = !mayBeTogether(context, access, options)
  for (let start = 0; start < sheet.rows.length; start += BATCH) {
    const rows = sheet.rows.slice(start, start + BATCH)
    const together = isApart ? undefined : await storeTogether(given, rows)
    // The batches after it would fall back for the same reason, so they are not tried together.
    isApart ||= together === undefined
    const { problems, toConfirm, passedOver } = together ?? (await storeEach(given, rows))
    all.problems.push(...problems)
    all.toConfirm.push(...toConfirm)
    all.passedOver += passedOver
  }
  refuseRows(context, all.problems, all.toConfirm)
  return { count: sheet.rows.length - all.passedOver, ...(options.known ? { known: all.passedOver } : {}) }
}

interface Given {
  context: WriteContext
  access: SaveAccess
  sheet: ImportSheet
  references: ReferenceReader
  options: Options
}

/** Rows whose storing is answered by more than the rows themselves, as by sums of others or a rule after it, are stored one by one. */
function mayBeTogether({ writing }: WriteContext, access: SaveAccess, { known }: Options): boolean {
  const entity = writing.entity(access.entity)
  return !known && entity.rules.saved === undefined && !writing.services.plan.sums.some(({ of }) => of.entity === entity.name)
}

/**
 * Stores the rows in few statements. Undefined when this would not be the same as one after the other, and then nothing has happened: something asks
 * for rows such as these, among which the earlier ones would be missing; a row is refused that has written already; or the database refuses
 * the rows, and does not say which.
 */
async function storeTogether(
  { context, access, sheet, references, options }: Given,
  rows: readonly SheetRow[],
): Promise<Outcome | undefined> {
  const { trx, flow, reads, writing } = context
  const { warnings, securityEvents } = flow
  const before = { warnings: warnings.count, events: securityEvents.length }
  await sql`savepoint import_rows`.execute(trx)
  const asked = reads.watch()
  const entity = writing.entity(access.entity)
  const refused = new Map<number, readonly Refused[]>()
  const toConfirm: RowProblem[] = []
  const ready: { number: number; values: Values; confirmed: readonly string[] }[] = []
  /** The row goes on unless it is refused. */
  const attempt = async (number: number, work: () => Promise<void>): Promise<void> => {
    // As long as nothing asks the database, rows would follow each other without a pause, and everybody else would wait.
    await nextTurn()
    const known = warnings.count
    await work().catch((error: unknown) => {
      // What the database itself refuses ends the transaction up to the savepoint: the rows are tried one by one.
      if (!(error instanceof HttpProblem)) throw error
      refused.set(number, refusalOfRow(context, error))
    })
    for (const { path, detail } of warnings.since(known)) toConfirm.push(rowProblem(number, columnOf(sheet, path), detail))
  }

  try {
    const read = await readRows(context, sheet, rows, references)
    const bodies: { number: number; values: Values }[] = []
    for (const { number, values } of read)
      await attempt(number, async () => {
        bodies.push({ number, values: options.complete ? await completed(context, values, options.complete) : values })
      })
    const drafts = await beginDrafts(
      context,
      access,
      bodies.map(({ values }) => values),
    )
    for (const [index, draft] of drafts.entries()) {
      const { number } = bodies[index] ?? { number: 0 }
      await attempt(number, async () => {
        await finishDraft(context, access, draft)
        ready.push({ number, values: draft.values, confirmed: warnings.toNote() })
      })
    }
    // Looked up here, since the look-up itself asks for rows such as these.
    const isAsked = asked.read.has(entity.table)
    const taken = await takenKeys(
      context,
      entity,
      ready.map(({ values }) => values),
    )
    for (const [place, problem] of taken) refused.set(ready[place]?.number ?? 0, refusalOfRow(context, problem))
    if (!isAsked && !(asked.isWritten && refused.size > 0)) {
      await storeDrafts(
        context,
        access,
        ready.filter((_draft, place) => !taken.has(place)),
      )
      await sql`release savepoint import_rows`.execute(trx)
      return { problems: read.flatMap((row) => problemsOf(sheet, row, refused.get(row.number) ?? [])), toConfirm, passedOver: 0 }
    }
  } catch (error) {
    // Not a row's fault: another transaction was in the way, or we are broken.
    refusalOfRow(context, error)
  }
  await sql`rollback to savepoint import_rows`.execute(trx)
  reads.forget()
  warnings.forgetSince(before.warnings)
  securityEvents.length = before.events
  return undefined
}

async function storeEach(
  { context, access, sheet, references, options: { known, complete } }: Given,
  rows: readonly SheetRow[],
): Promise<Outcome> {
  const { warnings } = context.flow
  const problems: RowProblem[] = []
  const toConfirm: RowProblem[] = []
  let passedOver = 0
  for (const row of rows) {
    const before = warnings.count
    const attempt = (values: Values) =>
      refusalsOf(context, async () => {
        const record = known && (await knownRecord(context, access.entity, values, known))
        if (record) {
          refuseOther(context, access, values, record)
          passedOver++
        } else await create(context, access, complete ? await completed(context, values, complete) : values)
      })
    problems.push(...(await tryRow(context, sheet, row, references, attempt)))
    for (const { path, detail } of warnings.since(before)) toConfirm.push(rowProblem(row.number, columnOf(sheet, path), detail))
  }
  return { problems, toConfirm, passedOver }
}

/** A row that leaves one of these fields empty is a new one. */
async function knownRecord(
  { tools }: WriteContext,
  entity: string,
  values: Values,
  known: readonly string[],
): Promise<Record<string, unknown> | undefined> {
  if (known.some((name) => isEmptyValue(values[name]))) return undefined
  const key = Object.fromEntries(known.map((name) => [name, values[name] as string]))
  return (await tools.find(entity, key, { limit: 1 }))[0]
}

/** A row is passed over when it says what is there already: whatever else it says would be lost without a word. @throws HttpProblem 422 */
function refuseOther({ writing, user }: WriteContext, { entity, accepted }: SaveAccess, values: Values, record: Values): void {
  const { fields } = writing.entity(entity)
  const problems = new Problems()
  const given = readBody(acceptedFrom(accepted, user), values, writing.checks, problems).values
  for (const [name, value] of Object.entries(given)) {
    const field = fields[name]
    if (!field || problems.has(name) || sameValue(field, record[name], value)) continue
    problems.at(name, 'known', messageText('import.known-otherwise', { label: labelOf(field.title, undefined) }))
  }
  problems.throwIfAny()
}

/** A rule fills what it is there for, and only where the cell is empty. */
async function completed(context: WriteContext, values: Values, { fields, rule }: NonNullable<ImportPlan['complete']>): Promise<Values> {
  const line = { ...values }
  await context.writing.services.extensions.line[rule]?.(context.tools, { line })
  const filled = fields.filter((name) => isEmptyValue(values[name]) && !isEmptyValue(line[name]))
  return { ...values, ...Object.fromEntries(filled.map((name) => [name, line[name]])) }
}
