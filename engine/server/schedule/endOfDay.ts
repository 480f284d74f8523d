/**
 * The end of a business day (schemas/schedule.json):
 *
 *   jobs.ts (the clock), the command ──► endDays ──► lease.ts: one runner ──► steps in their order ─┬─ handler (the product's, or engineSteps.ts)
 *                                                                                                   └─ daily.ts: each due record
 *                                        runHourly ─────────────────────────────────────────────────┘
 *   both do their work on records by eachItem.ts (several at the same time) and items.ts (once per day).
 *
 * A step is noted when it is through. Who comes after a killed runner goes through the begun step again, in which items.ts knows what was
 * done.
 */
import { serverError } from '../messages'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addDays } from '../../core/dateTime'
import { isEngineStep } from '../../core/engineSteps'
import type { StepPlan } from '../../core/plan'
import type { Services } from '../services'
import { firstDue, performDaily } from './daily'
import { eachItem } from './eachItem'
import { engineStepWork } from './engineSteps'
import { countItems, listFault, unlistFaults, type Counts } from './items'
import { systemUser } from '../session'
import { bookTogether } from '../ledger/bookTogether'
import type { WriteContext } from '../record/context'
import { inWrite } from '../write/transaction'
import { claimDay, type Lease } from './lease'

export interface StepReport extends Counts {
  day: string
  step: StepPlan
}

export interface EndOptions {
  signal?: AbortSignal
  leaseSeconds?: number | undefined
  /** How long to wait for another runner, which may have been killed. */
  waitMs?: number
  /** After each step. */
  onStep?: (report: StepReport) => void
}

/** `ended`: the day was over already; `busy`: another runner is still at work. */
export type EndResult = 'done' | 'ended' | 'busy'

const WAIT_MS = 60_000
const LOOK_MS = 500

/**
 * Ends the day, and first the days before it that were missed since the last one, in their order.
 * @throws EngineError `schedule.future`, `schedule.past` (a later day is ended), and what a step throws: the day is then open, and is taken
 * up again where it broke off
 */
export async function endDays(services: Services, day: string, options: EndOptions = {}): Promise<EndResult> {
  if (day > services.clock.today()) throw serverError('schedule.future', { day, today: services.clock.today() })
  const last = await lastEndedDay(services)
  if (last !== undefined && day < last) throw serverError('schedule.past', { day, last })
  if (day === last) return 'ended'
  let result: EndResult = 'ended'
  for (let next = await firstOpenDay(services, day, last); next <= day; next = addDays(next, 1)) {
    result = await endDay(services, next, options)
    if (result === 'busy') return result
  }
  return result
}

/** The steps that are for every hour, for the day that it is. */
export async function runHourly(services: Services, { signal = new AbortController().signal, onStep }: EndOptions = {}): Promise<void> {
  const day = services.clock.today()
  for (const step of services.plan.schedule?.steps ?? []) {
    if (!step.hourly) continue
    await runStep(services, step, day, signal)
    onStep?.({ day, step, ...(await countItems(services, day, step.name)) })
  }
}

/** One step by its name, for the day that it is: what a day needs of its end where nobody ends days, as while a past is made up. */
export async function runOneStep(services: Services, name: string): Promise<void> {
  const step = services.plan.schedule?.steps.find((each) => each.name === name)
  if (!step) throw new TypeError(`the schedule has no step ${name}`)
  await runStep(services, step, services.clock.today(), new AbortController().signal)
}

export async function lastEndedDay({ database }: Services): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`select max(day) as day from schedule_day where ended_at is not null`.execute(
    database.kysely,
  )
  return rows[0]?.day ?? undefined
}

/** The first time there is no day before. A day that was begun is ended before any other. */
async function firstOpenDay({ database }: Services, day: string, last: string | undefined): Promise<string> {
  if (last !== undefined) return addDays(last, 1)
  const { rows } = await sql<{ day: string | null }>`select min(day) as day from schedule_day where ended_at is null`.execute(
    database.kysely,
  )
  const begun = rows[0]?.day ?? day
  return begun < day ? begun : day
}

async function endDay(services: Services, day: string, options: EndOptions): Promise<EndResult> {
  const lease = await claimed(services, day, options)
  if (typeof lease === 'string') return lease
  try {
    const ended = await endedSteps(services, day)
    const onTheDay = { ...services, clock: { today: () => day, now: () => services.clock.now() } }
    for (const step of services.plan.schedule?.steps ?? []) {
      if (ended.has(step.name)) continue
      await runStep(onTheDay, step, day, lease.signal)
      lease.signal.throwIfAborted()
      const counts = await countItems(services, day, step.name)
      await noteStep(services, day, step, counts)
      options.onStep?.({ day, step, ...counts })
    }
    await lease.end()
    return 'done'
  } finally {
    await lease.release().catch(() => undefined)
  }
}

async function claimed({ database }: Services, day: string, options: EndOptions): Promise<Lease | 'ended' | 'busy'> {
  const until = Date.now() + (options.waitMs ?? WAIT_MS)
  for (;;) {
    options.signal?.throwIfAborted()
    const claim = await claimDay(database, day, options)
    if (claim !== 'busy' || Date.now() >= until) return claim
    await sleep(LOOK_MS)
  }
}

async function runStep(services: Services, step: StepPlan, day: string, signal: AbortSignal): Promise<void> {
  if (step.handler !== undefined) await runHandler(services, step, step.handler, day, signal)
  // Asked again after each action, because it may have made records due for a later one.
  for (let actions = step.actions; actions.length > 0;) {
    const next = await firstDue(services, actions, day)
    const action = actions[next]
    if (!action) return
    await performDaily(services, action, { step: step.name, day, signal })
    actions = actions.slice(next + 1)
  }
}

async function runHandler(services: Services, step: StepPlan, name: string, day: string, signal: AbortSignal): Promise<void> {
  if (isEngineStep(name)) return engineStepWork[name](services, { day, step: step.name, signal })
  const handler = services.extensions.steps[name]
  if (!handler) throw new TypeError(`no step handler named ${name}`)
  await unlistFaults(services, day, step.name)
  await handler({
    day,
    signal,
    kysely: services.database.patient,
    each: (rows, item, work) =>
      eachItem(
        services,
        rows,
        (row) => ({
          item: { day, step: step.name, ...item(row) },
          isDue: async () => true,
          run: ({ tools }) => work(tools, row),
        }),
        signal,
      ),
    several: (rows, item, work) =>
      eachItem(
        services,
        rows,
        (row) => ({
          row,
          item: { day, step: step.name, ...item(row) },
          isDue: async () => true,
          run: ({ tools }: WriteContext) => work(tools, [row]),
        }),
        signal,
        ({ tools }, dues) =>
          work(
            tools,
            dues.map(({ row }) => row),
          ),
      ),
    async together(work) {
      signal.throwIfAborted()
      await inWrite(services, systemUser, (context) =>
        work(context.tools, (ledger, movements) => bookTogether(context, step, ledger, movements)),
      )
    },
    async fault(fault, what) {
      services.log.error({ day, step: step.name, fault }, what)
      await listFault(services, { day, step: step.name, fault }, what)
    },
  })
}

async function endedSteps({ database }: Services, day: string): Promise<Set<string>> {
  const steps = await database.kysely.selectFrom('schedule_step').select('step').where('day', '=', day).execute()
  return new Set(steps.map(({ step }) => String(step)))
}

async function noteStep({ database, clock }: Services, day: string, { name }: StepPlan, { done, failed }: Counts): Promise<void> {
  const row = { day, step: name, ended_at: clock.now(), done, failed }
  await database.kysely
    .insertInto('schedule_step')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
