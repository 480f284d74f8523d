import type { Jobs } from '../../../engine/server/jobs/jobs'
import type { Services } from '../../../engine/server/services'
import { accountById, mayWork } from '../session/account'
import { exportQueue, exportTries, mostAtOnce, resumeExports, runExport, type FindUser } from './exports'

/** Accounts as they are at the moment of the question. */
export function userFinder({ database, plan }: Services): FindUser {
  return async (id) => {
    const account = await accountById(database.kysely, id, plan.menus)
    return account && mayWork(account) ? account : undefined
  }
}

/** Says what each queue does, and begins to work. */
export async function startJobs(services: Services, jobs: Jobs): Promise<void> {
  const findUser = userFinder(services)
  jobs.define(exportQueue, { atOnce: mostAtOnce, tries: exportTries, run: (run) => runExport(services, findUser, run) })
  await jobs.start()
  await resumeExports(services, jobs)
}
