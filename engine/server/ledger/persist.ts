import { sql } from 'kysely'
import { compareDecimals, type Decimal } from '../../core/decimal'
import type { JournalPlan, LedgerPlan } from '../../core/plan/effects'
import { evaluateExpression } from '../../core/expression'
import { byEntity, refKey, type Balance, type Book, type Hold, type Movement } from '../../core/ledger/book'
import { messageText } from '../messages'
import type { EntityPlan } from '../../core/plan'
import { storedDifference } from '../../core/record/difference'
import type { Values } from '../../core/record/values'
import type { RecordValues } from '../../core/wire'
import { refused } from '../problem'
import { encodeValues, toColumn } from '../rows'
import { quote } from '../source'
import type { WriteContext } from '../record/context'
import type { Run } from '../record/history'
import { appendByRule } from '../record/save'
import { CHUNK, updateComputed, writerId } from '../record/store'
import { recordChanged } from '../record/sums'
import { holdColumns } from './holdColumns'

/** Movements of one action and of all that it causes. */
const MAX_MOVEMENTS = 2_000

/** Whose movements are written down: one document's, or each balance's own. */
export interface BookedBy {
  run: Run
  documentOf: (movement: Movement) => { entity: EntityPlan; record: RecordValues }
}

/** All that an action books is for the document that it is an action of. */
export function bookedBy({ entity, record, run }: { entity: EntityPlan; record: RecordValues; run: Run }): BookedBy {
  return { run, documentOf: () => ({ entity, record }) }
}

/**
 * Writes down what a book holds: balances, movements, journal, holds. The rows are locked, and the book has been judged.
 * @throws HttpProblem 417 when an action and what it causes comes to too many movements
 */
export async function persistBook(context: WriteContext, book: Book, by: BookedBy): Promise<void> {
  const { movements } = book.posting
  const { tree, effects, dry, ledger, holders } = context.flow
  tree.movements += movements.length
  if (tree.movements > MAX_MOVEMENTS) throw refused(messageText('refused.too-much'))
  effects?.book(by.run.id, book, ledger.ledgers)
  for (const { hold, delta } of book.posting.entries) if (compareDecimals(delta, '0') > 0) holders.set(refKey(hold.owner), hold.owner)
  // A dry run keeps what it has booked in memory, so that it blocks no other transaction.
  if (dry) return context.reads.forget()
  for (const [entity, balances] of byEntity(book.touched())) await updateBalances(context, book, context.writing.entity(entity), balances)
  const first = by.run.booked + 1
  by.run.booked += movements.length
  await insertMovements(context, movements, by, first)
  await writeJournals(context, movements, by, first)
  await persistHolds(context, book, by.run)
}

/** One UPDATE with what all movements together change; its conditions hold whatever the book thought. */
async function updateBalances(context: WriteContext, book: Book, entity: EntityPlan, balances: readonly Balance[]): Promise<void> {
  const nets = balances.map((balance) => ({ balance, net: book.netOf(balance) })).filter(({ net }) => Object.values(net).some(isSome))
  if (nets.length === 0) return
  const buckets = [...new Set(nets.flatMap(({ net }) => Object.keys(net)))]
  const ids = nets.map(({ balance }) => balance.id)
  const deltas = buckets.map((bucket) => sql`${nets.map(({ net }) => net[bucket] ?? '0')}::numeric[]`)
  const changed = buckets.map((bucket) => {
    const column = sql.ref(toColumn(bucket))
    return { column, after: sql`coalesce(${sql.ref(`balance.${toColumn(bucket)}`)}, 0) + ${sql.ref(`net.${toColumn(bucket)}`)}` }
  })
  const formulas = new Map(nets.map(({ balance }) => [balance, changedFormulas(context, entity, book.before(balance), balance)]))
  // One balance has one value in each column, which can be written with its buckets.
  const [single] = nets.length === 1 ? nets : []
  const beside = Object.entries(single ? encodeValues(entity.fields, formulas.get(single.balance) ?? {}) : {})
  const { rows } = await sql`
    update ${sql.raw(quote(entity.table))} as balance set ${sql.join([
      ...changed.map(({ column, after }) => sql`${column} = ${after}`),
      ...beside.map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ])}
    from unnest(${ids}::bigint[], ${sql.join(deltas)}) as net(id, ${sql.join(changed.map(({ column }) => column))})
    where balance.id = net.id and ${sql.join(
      changed.map(({ after }) => sql`${after} >= 0`),
      sql` and `,
    )} returning balance.id`.execute(context.trx)
  // The rows were locked before the book was made, so a changed row means a write without a lock.
  if (rows.length < nets.length) throw new Error(`balances of ${entity.name} are not what was booked on: ${ids.join(', ')}`)
  for (const { balance } of nets) {
    const computed = formulas.get(balance) ?? {}
    if (!single && Object.keys(computed).length > 0) await updateComputed(context, entity, balance.id, computed)
    await recordChanged(context, entity, balance.id, book.before(balance), balance.values)
  }
}

/** Stored formulas that the buckets reach; line tables are not read with a balance, so those over them stay. */
function changedFormulas({ flow }: WriteContext, entity: EntityPlan, before: Values, { values }: Balance): Values {
  return storedDifference(
    flow.ledger.formulasOf(entity.name).flatMap(({ field, lines }) => (field.stored && !lines ? field : [])),
    before,
    values,
  )
}

function isSome(delta: Decimal): boolean {
  return compareDecimals(delta, '0') !== 0
}

/** @param first number of the first of them within the run */
async function insertMovements(
  { trx, environment }: WriteContext,
  movements: readonly Movement[],
  { run, documentOf }: BookedBy,
  first: number,
): Promise<void> {
  const rows = movements.map((movement, index) => ({
    run_id: run.id,
    seq: first + index,
    ledger: movement.ledger,
    type: movement.type,
    balance_entity: movement.balance.entity,
    balance_id: movement.balance.id,
    document_entity: documentOf(movement).entity.name,
    document_id: documentOf(movement).record.id,
    line_id: movement.line ?? null,
    amounts: JSON.stringify(movement.amounts),
    deltas: JSON.stringify(movement.deltas),
    after: JSON.stringify(movement.after),
    note: movement.note === undefined ? null : JSON.stringify(movement.note),
    at: environment.now,
  }))
  for (let start = 0; start < rows.length; start += CHUNK)
    await trx
      .insertInto('ledger_movement')
      .values(rows.slice(start, start + CHUNK))
      .execute()
}

/** The rows of the journals that people read. */
async function writeJournals(context: WriteContext, movements: readonly Movement[], by: BookedBy, first: number): Promise<void> {
  const byJournal = new Map<string, Values[]>()
  for (const [index, movement] of movements.entries()) {
    const ledger = context.writing.services.plan.ledgers[movement.ledger]
    if (!ledger?.journal) continue
    const rows = byJournal.get(ledger.journal.entity) ?? []
    rows.push(journalRow(context, ledger, ledger.journal, movement, by, first + index))
    byJournal.set(ledger.journal.entity, rows)
  }
  for (const [entity, rows] of byJournal) await appendByRule(context, context.writing.entity(entity), rows)
}

function journalRow(
  context: WriteContext,
  ledger: LedgerPlan,
  { type, set, ofDocument, noted, undone }: JournalPlan,
  movement: Movement,
  { run, documentOf }: BookedBy,
  seq: number,
): Values {
  const { entity, record } = documentOf(movement)
  const balance = context.flow.ledger.balance(movement.balance)
  const scope = {
    of: balanceAfter(context, balance, movement),
    amount: movement.amounts['amount'] ?? null,
    amounts: movement.amounts,
    by: { ...Object.fromEntries(Object.keys(ledger.buckets).map((bucket) => [bucket, '0'])), ...movement.deltas },
    doc: { type: entity.name, id: record.id, no: record[entity.label], line: movement.line ?? null, step: `${run.id}-${seq}` },
    user: writerId(context.user),
    note: movement.note ?? {},
  }
  const values = Object.fromEntries(
    Object.entries(movement.undoes ? { ...set, ...undone } : set).map(([name, expression]) => [
      name,
      evaluateExpression(expression, scope, context.environment) ?? undefined,
    ]),
  )
  const taken = Object.fromEntries(ofDocument.map((field) => [field, record[field] ?? undefined]))
  const notes = Object.fromEntries(noted.map((field) => [field, movement.note?.[field] ?? undefined]))
  const shown = ledger.types[movement.type]?.shown ?? movement.type
  return { ...taken, ...notes, ...values, [type]: shown, ...referenceToBalance(ledger, movement) }
}

/** The balance as it was right after a movement that others may have followed. */
function balanceAfter({ flow }: WriteContext, balance: Balance, { after }: Movement): Values {
  const then = { ...balance, values: { ...balance.values, ...after } }
  flow.ledger.recompute(then)
  return then.values
}

function referenceToBalance({ balances }: LedgerPlan, { balance }: Movement): Record<string, string> {
  const field = balances[balance.entity] ?? ''
  return field === '' ? {} : { [field]: balance.id }
}

async function persistHolds(context: WriteContext, book: Book, run: Run): Promise<void> {
  const { trx } = context
  const { entries } = book.posting
  const opened = new Set(entries.flatMap(({ hold, opens }) => (opens ? hold : [])))
  await insertHolds(context, [...opened])
  const changed = [...new Set(entries.map(({ hold }) => hold))].filter((hold) => !opened.has(hold))
  if (changed.length > 0)
    await sql`update ledger_hold as hold set open = now.open
      from unnest(${changed.map(({ key }) => key)}::bigint[], ${changed.map(({ open }) => open)}::numeric[]) as now(id, open)
      where hold.id = now.id`.execute(trx)
  const rows = entries.map(({ hold, delta }) => ({ hold_id: hold.key, run_id: run.id, delta }))
  for (let start = 0; start < rows.length; start += CHUNK)
    await trx
      .insertInto('ledger_hold_entry')
      .values(rows.slice(start, start + CHUNK))
      .execute()
}

/** Those that were taken from others of the same book come after these, whose ids they name. */
async function insertHolds({ trx, flow }: WriteContext, holds: readonly Hold[]): Promise<void> {
  const isWritten = (key: string | undefined): boolean => key === undefined || /^\d+$/.test(key)
  for (let left = holds; left.length > 0; left = left.filter(({ key }) => !isWritten(key))) {
    const next = left.filter(({ giver }) => isWritten(giver)).slice(0, CHUNK)
    const inserted = await trx
      .insertInto('ledger_hold')
      .values(next.map((hold) => ({ ...holdColumns(hold), giver_id: hold.giver ?? null, open: hold.open })))
      .returning('id')
      .execute()
    for (const [index, hold] of next.entries()) flow.ledger.renameHold(hold, String(inserted[index]?.id))
  }
}
