import { weekdayOf } from '../../rules/workdays'
import { callsOf } from '../calls/calls'
import { snapshotCall } from '../calls/wms'
import { demoProviders } from '../providers'
import { daysFrom, isWorkday } from './calendar'
import type { World } from './world'

/** Warehouses whose system we work with: code and the system's own. */
const warehouses = [
  ['WH0001', 'W001'],
  ['WH0003', 'W003'],
] as const
/** Mondays and Thursdays. */
const countingDays = [1, 4]
/** On the day after the system was being maintained an administrator sends again what was lost; what was lost last waits for somebody. */
const sentAgain = ['2026-06-09', '2026-09-15', '2026-11-13']

/** Systems of warehouses are asked to count what is there, twice a week (domain 70, S31), beside the notices that stock-ins send. */
export function planCalls(world: World): void {
  const { diary, office } = world
  const calls = callsOf(world.queue, demoProviders)
  const days = daysFrom('2026-01-12', '2026-11-19').filter((day) => isWorkday(day) && countingDays.includes(weekdayOf(day)))
  for (const day of days)
    diary.at(day, '07:30', 'counts of the warehouses', async () => {
      for (const [code, own] of warehouses) await office.system.work((tools) => calls.send(tools, snapshotCall(code, own, day)))
    })
  for (const day of sentAgain) diary.at(day, '09:20', 'sending again what was lost', () => sendAgain(world))
}

async function sendAgain({ office }: World): Promise<void> {
  const admin = await office.as('admin')
  const failed = await admin.work((tools) => tools.find('interfaceLog', { success: false }))
  const latest = new Map(failed.map((log) => [log.requestNo, log]))
  const answered = await admin.work((tools) =>
    tools.find('interfaceLog', { success: true, requestNo: [...latest.keys()].flatMap((no) => no ?? []) }),
  )
  for (const { requestNo } of answered) latest.delete(requestNo)
  for (const { id } of latest.values()) await admin.ask('retryCall', { params: { id } })
}
