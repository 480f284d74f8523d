import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { RecordRef } from '../../core/ledger/book'
import { messageText } from '../messages'
import { classifyDatabaseError } from '../database/errors'
import type { Transaction } from '../database/database'
import type { RuleTools } from '../extensions'
import { requestNumbers, type Numbers } from '../numbers/requestNumbers'
import { contextAs } from '../read/scope'
import { drawWanted } from '../record/sequences'
import { refused } from '../problem'
import type { Services } from '../services'
import type { SessionUser } from '../session'
import { settle } from '../ledger/settle'
import { LedgerState } from '../record/ledgerState'
import { DryRun } from '../record/dryRun'
import { Effects } from '../record/effects'
import { endingWith, type Turn } from '../trial/turns'
import { perform } from './action'
import { duplicateOf } from '../record/brokenKey'
import { writingOf, type Flow, type WriteContext } from '../record/context'
import { Deciding } from '../record/deciding'
import { LockBusy, Locks } from '../record/locks'
import { ReadCache } from '../record/readCache'
import { ruleTools } from './ruleTools'
import { writerId } from '../record/store'
import { Warnings } from '../record/warnings'

/** How often a transaction is restarted because a row that it needed out of order was locked. */
const MAX_TRIES = 5
/** An installation works with no system outside unless it says so. */
const none: ReadonlySet<string> = new Set()

/**
 * Runs work of a user in one transaction: all of it happens, or nothing. The day and the moment stand still in it. The work is run again
 * when the database gives it up for another transaction, so it must do nothing that a rollback does not undo.
 * @throws HttpProblem as the work refuses; a broken unique key is told by its fields
 */
export function inTransaction<T>(services: Services, user: SessionUser, work: (tools: RuleTools) => Promise<T>): Promise<T> {
  return inWrite(services, user, ({ tools }) => work(tools))
}

/** The same for reading only, on one snapshot; a tool that writes fails. */
export function inSnapshot<T>(services: Services, user: SessionUser, work: (tools: RuleTools) => Promise<T>): Promise<T> {
  return inRead(services, user, ({ tools }) => work(tools))
}

/** `inSnapshot` for what the pipeline reads. */
export function inRead<T>(services: Services, user: SessionUser, work: (context: WriteContext) => Promise<T>): Promise<T> {
  const numbers = requestNumbers(writingOf(services).counters)
  return services.database.snapshot((trx) => work(createContext(services, user, trx, numbers.begin(trx))))
}

/** `inTransaction` for the steps of the pipeline. */
export async function inWrite<T>(services: Services, user: SessionUser, work: (context: WriteContext) => Promise<T>): Promise<T> {
  const numbers = requestNumbers(writingOf(services).counters)
  // Rows that an earlier try found busy when it was too late to wait for them.
  let first: RecordRef[] = []
  for (let tries = 1; ; tries++) {
    try {
      const { result, events, refusal } = await services.database.transaction(async (trx) => {
        const context = createContext(services, user, trx, numbers.begin(trx))
        await context.flow.locks.acquire(first)
        const result = await work(context)
        await settle(context)
        await drawWanted(context)
        context.flow.warnings.refuse()
        const { securityEvents: events, refusal } = context.flow
        return { result, events, refusal }
      })
      // Whoever acts on whose behalf: the call is the one that is being answered.
      for (const event of events) services.securityEvents?.record({ call: user.call, ...event })
      if (refusal) throw refusal
      return result
    } catch (error) {
      if (!(error instanceof LockBusy)) throw duplicateOf(services.plan, error) ?? error
      if (tries === MAX_TRIES) throw refused(messageText('refused.busy'))
      first = error.rows
    }
  }
}

/** How long a dry run waits for a row lock. */
const DRY_RUN_WAIT = '200ms'

/** Carries a result out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('a dry run is taken back')
    this.name = 'RolledBack'
    this.result = result
  }
}

/**
 * The steps of the pipeline in a transaction of which nothing stays: what would have been locked is read, numbers are stand-ins.
 * @throws HttpProblem as the work refuses, also when a row is busy
 */
export async function inDryRun<T>(
  services: Services,
  user: SessionUser,
  turn: Turn,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  const { database, plan } = services
  try {
    return await database.transaction(
      async (whole): Promise<T> => {
        const trx = whole.withPlugin(endingWith(turn))
        // The embedded database has one connection, so there is no lock to wait for.
        if (database.kind === 'postgres') await sql`set local lock_timeout = ${sql.lit(DRY_RUN_WAIT)}`.execute(trx)
        const context = createContext(services, user, trx, standIns(), new DryRun())
        const result = await work(context)
        throw new RolledBack(result)
      },
      { dry: true },
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    if (error instanceof LockBusy || classifyDatabaseError(error).kind === 'timeout') throw refused(messageText('refused.busy'))
    throw duplicateOf(plan, error) ?? error
  }
}

/** Placeholder numbers that are never given out, different in each dry run, so that two do not conflict. */
function standIns(): Numbers {
  return { draw: async (_key, count) => Array.from({ length: count }, () => 1e15 + randomInt(2 ** 47)) }
}

function createContext(services: Services, user: SessionUser, bare: Transaction, numbers: Numbers, dry?: DryRun): WriteContext {
  const writing = writingOf(services)
  const reads = new ReadCache(writing.tables)
  const trx = bare.withPlugin(reads.watching())
  const today = services.clock.today()
  const now = services.clock.now()
  const flow: Omit<Flow, 'ledger'> = {
    locks: new Locks(trx, services.plan, { reading: dry !== undefined, onLock: () => reads.forgetUnsteady() }),
    deciding: new Deciding(),
    tree: { depth: 0, runs: 0, movements: 0 },
    refresh: new Map(),
    ended: new Map(),
    holders: new Map(),
    periods: new Map(),
    warnings: new Warnings(),
    securityEvents: [],
    ...(dry ? { dry, effects: new Effects() } : {}),
  }
  const shared = { writing, trx, numbers, wantedNumbers: [], reads }
  // Tools and ledgers need the context and are part of it.
  const contextOf = (worker: SessionUser, known?: Flow): WriteContext => {
    const user = writerId(worker)
    const context: WriteContext = {
      ...shared,
      user: worker,
      source: contextAs(writing.scope, worker, { kysely: trx, today }),
      environment: { today, now, systems: services.extensions.systems ?? none, ...(user === null ? {} : { user }) },
      tools: undefined as never,
      flow: known ?? (flow as Flow),
      as: (other) => contextOf(other, context.flow),
      perform: (request) => perform(context, request),
    }
    if (!known) context.flow.ledger = new LedgerState(context)
    context.tools = ruleTools(context)
    return context
  }
  return contextOf(user)
}
