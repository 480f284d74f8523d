/**
 * Ends a business day by hand: the steps of schemas/schedule.json in their order, and before it the days that were missed. What a killed
 * server or command had begun is taken up where it broke off; a server that is at it is waited for.
 *   npm run end-of-day                          the day before today
 *   npm run end-of-day -- --date 2026-11-20     that day; today too, not a day to come and none before the last that was ended
 *
 * Says what each step did. Ends with 0; with 2 when records were left undone, which it lists; with 1 when the day was refused or broke off.
 * A PostgreSQL may go on serving meanwhile; the embedded database must be stopped first, because one process holds it.
 */
import { serverError } from '../engine/server/messages'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { addDays, isDate } from '../engine/core/dateTime'
import { EngineError } from '../engine/core/error'
import { createJobs } from '../engine/server/jobs/jobs'
import { endDays, type StepReport } from '../engine/server/schedule/endOfDay'
import type { Services } from '../engine/server/services'
import { readConfig } from '../src/server/config'
import { systemClock } from '../src/server/clock'
import { runScript, withDatabase } from './database'
import { errorsOnly, servicesOf } from './services'

const undone = 2

await runScript(() =>
  withDatabase(async (database) => {
    const day = readDay()
    const { leaseSeconds } = readConfig(process.env)
    // Only to send: what the steps leave to jobs is done by the servers.
    const jobs = createJobs(database, { logger: errorsOnly, leaseSeconds })
    await jobs.start()
    const services = servicesOf(database, jobs)
    const days = new Set<string>()
    const onStep = (report: StepReport): void => {
      days.add(report.day)
      say(report)
    }
    try {
      const result = await endDays(services, day, { onStep, leaseSeconds })
      if (result === 'busy') throw serverError('schedule.busy', { day })
      console.log(result === 'ended' ? `${day} 已完成日终` : `${day} 日终完成`)
      await listFailures(services, [...days])
    } finally {
      await jobs.stop()
    }
  }),
)

function readDay(): string {
  const { date = addDays(systemClock.today(), -1) } = parseArgs({ options: { date: { type: 'string' } } }).values
  if (!isDate(date)) throw new EngineError('date.invalid', { value: date })
  return date
}

function say({ day, step, done, failed }: StepReport): void {
  console.log(`${day}  ${step.title}：完成 ${done}${failed > 0 ? `，未完成 ${failed}` : ''}`)
}

/** Of all days that this run has ended. */
async function listFailures({ plan, database }: Services, days: string[]): Promise<void> {
  const { rows } = await sql<{ entity: string; id: string; action: string; step: string; failure: string }>`
    select entity, document_id::text as id, action, step, failure from schedule_item where day = any(${days}::date[]) and failure is not null order by day, at`.execute(
    database.kysely,
  )
  for (const { entity, id, action, step: name, failure } of rows) {
    const owner = plan.entities[entity]
    const step = plan.schedule?.steps.find((each) => each.name === name)
    // What belongs to no record has none.
    const record = entity === '' ? action : `${owner?.title ?? entity} ${id}`
    console.error(`  ${record} ${owner?.actions[action]?.title ?? step?.title ?? action}：${failure}`)
  }
  if (rows.length > 0) process.exitCode = undone
}
