import { purgeFiles } from '../../../engine/server/uploads/uploads'
import { runHourly, runOneStep } from '../../../engine/server/schedule/endOfDay'
import { daysFrom } from './calendar'
import { firstDay, lastDay, type World } from './world'

/**
 * The end of each day, as far as it leaves something behind: what has passed its last day ends, as the hourly job has it (domain 50, E-40 step 4), and
 * loans are marked to market (step 5).
 */
export function planDayEnds({ diary, services }: World): void {
  for (const day of daysFrom(firstDay, lastDay)) {
    diary.at(day, '22:00', 'what ends today', async () => {
      await runHourly(services)
      await purgeFiles(services)
    })
    diary.at(day, '23:00', 'water lines of the day', () => runOneStep(services, 'waterlines'))
  }
}
