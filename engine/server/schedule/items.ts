import { sql } from 'kysely'
import { messageText } from '../messages'
import { HttpProblem } from '../problem'
import type { Services } from '../services'
import { systemUser } from '../session'
import type { WriteContext } from '../record/context'
import { inRead, inWrite } from '../write/transaction'

/** The day's work on one record. */
export interface Item {
  day: string
  step: string
  entity: string
  id: string
  action: string
}

/** An item and how its work is done. */
export interface Due {
  item: Item
  /** Whether there is something to do, as the record is now. */
  isDue: (context: WriteContext) => Promise<boolean>
  run: (context: WriteContext) => Promise<void>
}

/** `nothing`: it was done already, maybe by another server at this moment, or is not due any more. */
export type Outcome = 'done' | 'nothing' | 'failed'

/** How many records were done, and how many failed and are listed. */
export interface Counts {
  done: number
  failed: number
}

const MAX_FAILURE = 500

class NotDue extends Error {}

/**
 * Does the work as the system, in one transaction with the note that it is done, so that it is never done twice on a day (key: day,
 * entity, id, action). What it refuses, or breaks down with, is listed with the reason; a later run of the same day tries it again.
 * @throws what keeps the failure from being listed: the database is away
 */
export async function once(services: Services, due: Due): Promise<Outcome> {
  const { item, isDue } = due
  try {
    return await inWrite(services, systemUser, async (context) => {
      if ((await claim(context, [item])).size === 0) return 'nothing'
      await runDue(context, due)
      return 'done'
    })
  } catch (error) {
    // Somebody may have come first while the work waited for the record.
    if (error instanceof NotDue || !(await inRead(services, systemUser, isDue))) return 'nothing'
    const isRefusal = error instanceof HttpProblem && error.status < 500
    if (!isRefusal) services.log.error({ err: error, ...item }, 'a step of the schedule broke down on a record')
    await listFailure(services, item, isRefusal ? error.message : messageText('schedule.broke-down'))
    return 'failed'
  }
}

/** Does the work of several due items together. */
export type Several<D extends Due = Due> = (context: WriteContext, dues: readonly D[]) => Promise<void>

/**
 * `once` for items that share a transaction. Answers whether it has happened; where an item fails, or is not due any more, nothing has.
 * @param several does the work of all of them; otherwise each is run by itself
 */
export async function together<D extends Due>(
  services: Services,
  dues: readonly D[],
  signal: AbortSignal,
  several?: Several<D>,
): Promise<boolean> {
  try {
    await inWrite(services, systemUser, async (context) => {
      const items = dues.map(({ item }) => item)
      const claimed = await claim(context, items)
      const ours = dues.filter(({ item }) => claimed.has(keyOf(item)))
      await context.flow.locks.acquire(ours.map(({ item: { entity, id } }) => ({ entity, id })))
      if (several && ours.length > 0) return several(context, ours)
      for (const due of ours) {
        signal.throwIfAborted()
        await runDue(context, due)
      }
      return undefined
    })
    return true
  } catch {
    // Whoever tries each by itself finds out which it was, and says so.
    return false
  }
}

/** The note goes with the transaction: what falls due later on the day is done then. @throws NotDue */
async function runDue(context: WriteContext, { isDue, run }: Due): Promise<void> {
  if (!(await isDue(context))) throw new NotDue()
  await run(context)
}

/** What a step has done on a day so far, the hours of the day together, and what it could not do. */
export async function countItems({ database }: Services, day: string, step: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where failure is null)::integer as done, count(failure)::integer as failed
    from schedule_item where day = ${day} and step = ${step}`.execute(database.kysely)
  return rows[0] ?? { done: 0, failed: 0 }
}

/**
 * The runner that inserts the row does the work; another one at the same time waits for it, and finds it done. Answers the keys of those that were
 * claimed. The items are of one day and step.
 */
async function claim({ trx, environment }: WriteContext, items: readonly Item[]): Promise<Set<string>> {
  const [first] = items
  if (!first) return new Set()
  const { rows } = await sql<Item>`
    insert into schedule_item (day, entity, document_id, action, step, at)
    select ${first.day}::date, entity, id, action, ${first.step}, ${environment.now}::timestamptz
      from unnest(${items.map(({ entity }) => entity)}::text[], ${items.map(({ id }) => id)}::bigint[], ${items.map(({ action }) => action)}::text[])
        as item (entity, id, action)
    on conflict (day, entity, document_id, action) do update set failure = null, step = excluded.step, at = excluded.at
      where schedule_item.failure is not null
    returning entity, document_id::text as id, action`.execute(trx)
  return new Set(rows.map(keyOf))
}

function keyOf({ entity, id, action }: Pick<Item, 'entity' | 'id' | 'action'>): string {
  return JSON.stringify([entity, id, action])
}

/** Tells with the day what could not be done, unless it was done since. */
export async function listFailure({ database, clock }: Services, { day, step, entity, id, action }: Item, failure: string): Promise<void> {
  await sql`
    insert into schedule_item (day, entity, document_id, action, step, at, failure)
    values (${day}, ${entity}, ${id}, ${action}, ${step}, ${clock.now()}, ${failure.slice(0, MAX_FAILURE)})
    on conflict (day, entity, document_id, action) do update set failure = excluded.failure, step = excluded.step, at = excluded.at
      where schedule_item.failure is not null`.execute(database.kysely)
}

/** Stands for the record of what belongs to none. */
const noRecord = { entity: '', id: '0' }

/** Tells with the day what is wrong and belongs to no single record. */
export function listFault(
  services: Services,
  { day, step, fault }: { day: string; step: string; fault: string },
  what: string,
): Promise<void> {
  return listFailure(services, { day, step, ...noRecord, action: fault }, what)
}

/** Removes the faults of a step that looks for them again. */
export async function unlistFaults({ database }: Services, day: string, step: string): Promise<void> {
  await sql`delete from schedule_item where day = ${day} and step = ${step} and entity = ${noRecord.entity}`.execute(database.kysely)
}

/** Removes the failures of a step that starts again and will find them again. */
export async function unlistFailures({ database }: Services, day: string, step: string): Promise<void> {
  await sql`delete from schedule_item where day = ${day} and step = ${step} and failure is not null`.execute(database.kysely)
}
