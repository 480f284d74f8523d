import { sql } from 'kysely'
import { compareDecimals, type Decimal } from '../../core/decimal'
import type { LedgerPlan } from '../../core/effectsPlan'
import { evaluateExpression } from '../../core/expression'
import { refKey, type Balance, type Book, type Hold, type Movement } from '../../core/ledger/book'
import { formulasOver } from '../../core/record/formulas'
import type { WriteContext } from '../write/context'
import { createByRule } from '../write/save'
import { updateComputed, writerId } from '../write/store'
import type { StepScope } from './paths'
import { toColumn } from '../rows'
import { quote } from '../source'
import type { Run } from '../write/history'

/** Rows per statement. */
const CHUNK = 500

/** Writes down what a book holds: balances, movements, holds. The rows are locked, and the book has been judged. */
export async function persistBook(context: WriteContext, book: Book, scope: StepScope): Promise<void> {
  const { movements } = book.posting
  for (const balance of book.touched()) await updateBalance(context, book, balance)
  const seq = scope.run.booked
  await insertMovements(context, movements, scope)
  for (const [index, movement] of movements.entries()) await writeJournal(context, movement, scope, seq + index + 1)
  await persistHolds(context, book, scope.run)
}

/** One UPDATE with what all movements together change; its conditions hold whatever the book thought. */
async function updateBalance(context: WriteContext, book: Book, balance: Balance): Promise<void> {
  const net = Object.entries(book.netOf(balance)).filter(([, delta]) => compareDecimals(delta, '0') !== 0)
  if (net.length === 0) return
  const entity = context.writing.entity(balance.entity)
  const changed = net.map(([bucket, delta]) => ({ column: sql.ref(toColumn(bucket)), after: next(bucket, delta) }))
  const { rows } = await sql`
    update ${sql.raw(quote(entity.table))} set ${sql.join(changed.map(({ column, after }) => sql`${column} = ${after}`))}
    where id = ${balance.id} and ${sql.join(
      changed.map(({ after }) => sql`${after} >= 0`),
      sql` and `,
    )} returning id`.execute(context.trx)
  // The row was locked before the book was made: whoever changed it did not ask.
  if (rows.length === 0) throw new Error(`the balance ${refKey(balance)} is not what was booked on`)
  const buckets = net.map(([bucket]) => bucket)
  const formulas = formulasOver(entity, buckets).flatMap(({ field, lines }) => (field.stored && !lines ? field.name : []))
  if (formulas.length > 0)
    await updateComputed(context, entity, balance.id, Object.fromEntries(formulas.map((name) => [name, balance.values[name] ?? null])))
}

function next(bucket: string, delta: Decimal) {
  return sql`coalesce(${sql.ref(toColumn(bucket))}, 0) + ${delta}::numeric`
}

async function insertMovements(
  { trx, environment }: WriteContext,
  movements: Movement[],
  { entity, record, run }: StepScope,
): Promise<void> {
  const rows = movements.map((movement) => ({
    run_id: run.id,
    seq: (run.booked += 1),
    ledger: movement.ledger,
    type: movement.type,
    balance_entity: movement.balance.entity,
    balance_id: movement.balance.id,
    document_entity: entity.name,
    document_id: record.id,
    line_id: movement.line ?? null,
    amounts: JSON.stringify(movement.amounts),
    deltas: JSON.stringify(movement.deltas),
    after: JSON.stringify(movement.after),
    at: environment.now,
  }))
  for (let start = 0; start < rows.length; start += CHUNK)
    await trx
      .insertInto('ledger_movement')
      .values(rows.slice(start, start + CHUNK))
      .execute()
}

/** The row of the journal that people read. */
async function writeJournal(context: WriteContext, movement: Movement, document: StepScope, seq: number): Promise<void> {
  const ledger = context.writing.services.plan.ledgers[movement.ledger]
  if (!ledger?.journal) return
  const { entity, type, set } = ledger.journal
  const balance = context.flow.ledger.balance(movement.balance)
  const scope = {
    of: balanceAfter(context, balance, movement),
    amount: movement.amounts['amount'] ?? null,
    amounts: movement.amounts,
    by: { ...Object.fromEntries(Object.keys(ledger.buckets).map((bucket) => [bucket, '0'])), ...movement.deltas },
    doc: {
      type: document.entity.name,
      id: document.record.id,
      no: document.record[document.entity.label],
      line: movement.line ?? null,
      step: `${document.run.id}-${seq}`,
    },
    user: writerId(context.user),
  }
  const values = Object.fromEntries(
    Object.entries(set).map(([name, expression]) => [name, evaluateExpression(expression, scope, context.environment) ?? undefined]),
  )
  await createByRule(context, context.writing.entity(entity), {
    ...values,
    [type]: movement.type,
    ...referenceToBalance(ledger, movement),
  })
}

/** The balance as it was right after a movement that others may have followed. */
function balanceAfter({ flow }: WriteContext, balance: Balance, { after }: Movement): Record<string, unknown> {
  const then = { ...balance, values: { ...balance.values, ...after } }
  flow.ledger.recompute(then)
  return then.values
}

function referenceToBalance({ balances }: LedgerPlan, { balance }: Movement): Record<string, string> {
  const field = balances[balance.entity] ?? ''
  return field === '' ? {} : { [field]: balance.id }
}

async function persistHolds(context: WriteContext, book: Book, run: Run): Promise<void> {
  const { entries } = book.posting
  const { ledger } = context.flow
  for (const { hold } of entries.filter(({ opens }) => opens)) ledger.renameHold(hold, await insertHold(context, hold))
  for (const hold of new Set(entries.map((entry) => entry.hold)))
    await context.trx.updateTable('ledger_hold').set({ open: hold.open }).where('id', '=', hold.key).execute()
  const rows = entries.map(({ hold, delta }) => ({ hold_id: hold.key, run_id: run.id, delta }))
  for (let start = 0; start < rows.length; start += CHUNK)
    await context.trx
      .insertInto('ledger_hold_entry')
      .values(rows.slice(start, start + CHUNK))
      .execute()
}

async function insertHold({ trx }: WriteContext, { ledger, bucket, balance, owner, giver, via, open }: Hold): Promise<string> {
  const row = {
    ledger,
    bucket,
    balance_entity: balance.entity,
    balance_id: balance.id,
    owner_entity: owner.entity,
    owner_id: owner.id,
    giver_id: giver ?? null,
    via_entity: via?.entity ?? null,
    via_id: via?.id ?? null,
    open,
  }
  const { id } = await trx.insertInto('ledger_hold').values(row).returning('id').executeTakeFirstOrThrow()
  return String(id)
}
