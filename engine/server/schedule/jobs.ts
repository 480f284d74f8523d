import { addDays, formatDateTime } from '../../core/dateTime'
import type { Jobs } from '../jobs/jobs'
import type { Services } from '../services'
import { endDays, lastEndedDay, runHourly, type StepReport } from './endOfDay'

const dayQueue = 'schedule-day'
const hourQueue = 'schedule-hour'
const tries = 5
const lookMs = 60_000

/** Says what the schedule's queues do; to be called before the queue begins to work. */
export function defineScheduleJobs(services: Services, jobs: Jobs, leaseSeconds?: number): void {
  const onStep = (report: StepReport): void => logStep(services, report)
  jobs.define(dayQueue, {
    atOnce: 1,
    tries,
    run: async ({ data, signal }) => void (await endDays(services, data['day'] ?? '', { signal, onStep, leaseSeconds })),
  })
  jobs.define(hourQueue, { atOnce: 1, tries, run: ({ signal }) => runHourly(services, { signal, onStep }) })
}

/**
 * Looks every minute for what the clock asks for: the end of the day before, and the hour's steps. All servers do; a job's key is its hour,
 * so that one runs, and a day that broke off is taken up again with the next hour. Returns the function that stops it.
 */
export function startSchedule(services: Services, jobs: Pick<Jobs, 'send'>): () => void {
  const sent = new Set<string>()
  const timer = setInterval(() => void look(), lookMs)
  timer.unref()

  async function look(): Promise<void> {
    try {
      for (const { queue, key, day } of await dueJobs(services)) {
        if (sent.has(key)) continue
        await services.database.transaction((trx) => jobs.send(trx, queue, key, { day }))
        sent.add(key)
      }
    } catch (error) {
      services.log.warn({ err: error }, 'the schedule was not looked at')
    }
  }

  return () => clearInterval(timer)
}

export interface DueJob {
  queue: string
  key: string
  day: string
}

/** What should be at work at this moment, or have been. */
export async function dueJobs(services: Services): Promise<DueJob[]> {
  const { schedule } = services.plan
  if (!schedule) return []
  const today = services.clock.today()
  const time = formatDateTime(services.clock.now()).slice('YYYY-MM-DD '.length)
  const hour = `${today} ${time.slice(0, 2)}`
  const over = addDays(today, time >= schedule.at ? -1 : -2)
  const last = await lastEndedDay(services)
  return [
    ...(last === undefined || last < over ? [{ queue: dayQueue, key: `${over} at ${hour}`, day: over }] : []),
    ...(schedule.steps.some(({ hourly }) => hourly) ? [{ queue: hourQueue, key: hour, day: today }] : []),
  ]
}

function logStep({ log }: Services, { day, step, done, failed }: StepReport): void {
  if (failed > 0) log.warn({ day, step: step.name, done, failed }, 'a step of the schedule left records undone')
  else log.info({ day, step: step.name, done }, 'a step of the schedule is through')
}
