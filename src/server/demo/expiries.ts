import { expireExports } from '../jobs/exports'
import { daysFrom } from './calendar'
import { firstDay, lastDay, type World } from './world'

const expiring = ['product', 'quota', 'customerLine'] as const

/** At the end of each day, what has passed its last day ends, as the daily job has it (domain 50, E-40 step 4). */
export function planExpiries(world: World): void {
  for (const day of daysFrom(firstDay, lastDay)) {
    world.diary.at(day, '22:00', 'what ends today', async () => {
      for (const entity of expiring) await expire(world, entity)
      await expireExports(world.services)
    })
  }
}

async function expire({ office, services, clock }: World, entityName: (typeof expiring)[number]): Promise<void> {
  const table = services.plan.entities[entityName]?.table ?? ''
  const over = await services.database.kysely
    .selectFrom(table)
    .select('id')
    .where('status', '=', 'ACTIVE')
    .where('end_date', '<', clock.today())
    .orderBy('id')
    .execute()
  for (const { id } of over) await office.system.work((tools) => tools.perform(entityName, String(id), 'expire'))
}
