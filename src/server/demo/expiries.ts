import { purgeFiles } from '../../../engine/server/uploads/uploads'
import { runHourly } from '../../../engine/server/schedule/endOfDay'
import { daysFrom } from './calendar'
import { firstDay, lastDay, type World } from './world'

/** At the end of each day, what has passed its last day ends, as the hourly job has it (domain 50, E-40 step 4). */
export function planExpiries({ diary, services }: World): void {
  for (const day of daysFrom(firstDay, lastDay)) {
    diary.at(day, '22:00', 'what ends today', async () => {
      await runHourly(services)
      await purgeFiles(services)
    })
  }
}
