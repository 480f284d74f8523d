import type { Jobs } from '../../../engine/server/jobs/jobs'
import { defineScheduleJobs, startSchedule } from '../../../engine/server/schedule/jobs'
import type { Services } from '../../../engine/server/services'
import { callQueue, callTries, maxCalls, runCall } from '../calls/calls'
import type { Config } from '../config'
import type { Providers } from '../providers'
import { accountById, mayWork } from '../session/account'
import { exportQueue, exportTries, maxConcurrent, resumeExports, runExport, type FindUser } from './exports'

/** Accounts as they are at the moment of the query. */
export function userFinder({ database, plan }: Services): FindUser {
  return async (id) => {
    const account = await accountById(database.kysely, id, plan.menus)
    return account && mayWork(account) ? account : undefined
  }
}

/**
 * Says what each queue does, and begins to work. Returns the function that stops the look at the clock.
 * `schedule`: whether this server looks at it.
 */
export async function startJobs(
  services: Services,
  jobs: Jobs,
  providers: Providers,
  { schedule, leaseSeconds }: Pick<Config, 'schedule' | 'leaseSeconds'>,
): Promise<() => void> {
  const findUser = userFinder(services)
  jobs.define(exportQueue, { atOnce: maxConcurrent, tries: exportTries, run: (run) => runExport(services, findUser, run) })
  jobs.define(callQueue, { atOnce: maxCalls, tries: callTries, run: (run) => runCall(services, providers, run) })
  defineScheduleJobs(services, jobs, leaseSeconds)
  await jobs.start()
  await resumeExports(services, jobs)
  return schedule ? startSchedule(services, jobs) : () => undefined
}
