import { purgeFiles } from '../../../engine/server/uploads/uploads'
import { runHourly, runOneStep } from '../../../engine/server/schedule/endOfDay'
import { daysFrom } from './calendar'
import { firstDay, lastDay, type World } from './world'

/** Steps of the end of a day that leave something behind, in their order (domain 50, E-40 steps 2, 3 and 5 to 7). */
const steps = ['interest', 'monthlyInterest', 'debtStates', 'penalties', 'settlements', 'waterlines', 'warnings', 'monthEnd']

/**
 * The end of each day, as far as it leaves something behind: what has passed its last day ends, as the hourly job has it (E-40 step 4), debts bear
 * interest and fall overdue, and loans are marked to market.
 */
export function planDayEnds({ diary, services }: World): void {
  for (const day of daysFrom(firstDay, lastDay)) {
    diary.at(day, '22:00', 'what ends today', async () => {
      await runHourly(services)
      await purgeFiles(services)
    })
    diary.at(day, '23:00', 'the end of the day', async () => {
      for (const step of steps) await runOneStep(services, step)
    })
  }
}
