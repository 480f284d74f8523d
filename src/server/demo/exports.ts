import { userFinder } from '../jobs'
import { queueExport, runExport } from '../jobs/exports'
import type { World } from './world'

/** Large exports of which the files are there, were deleted after a week, or did not come about (domain 70, S31). */
export function planExports(world: World): void {
  const { diary } = world
  for (const userName of ['op01', 'multi01']) {
    diary.at('2026-11-06', '17:10', `${userName} exports loans`, () => exportList(world, userName, 'loans/loansmgr', {}))
    diary.at('2026-11-19', '17:20', `${userName} exports quotas`, () => exportList(world, userName, 'limit/quotamgr', { status: 'ACTIVE' }))
    // The rows that were there when it was asked for are gone when it runs.
    diary.at('2026-11-20', '09:40', `${userName} exports in vain`, () =>
      exportList(world, userName, 'limit/quotamgr', { quotaName: '测试' }),
    )
  }
}

/** What the route does with a large export, and what the job does then. */
async function exportList({ services, office }: World, userName: string, screenId: string, input: Record<string, unknown>): Promise<void> {
  const screen = services.plan.screens[screenId]
  if (!screen) throw new TypeError(`no screen ${screenId}`)
  // Run here and now: no queue works while the demo data are made.
  const take = queueExport(services.plan, { send: async () => undefined })
  const desk = await office.as(userName)
  const { id } = await desk.write((context) => take(context, { screen, input, rows: 0 }))
  await runExport(services, userFinder(services), { data: { taskId: id }, last: true, signal: new AbortController().signal })
}
