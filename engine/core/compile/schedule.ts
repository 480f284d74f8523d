import type { Schedule } from '../../spec/generated/schedule'
import type { SchedulePlan } from '../plan'
import { optional } from '../sources/optional'

export function compileSchedule({ at, steps }: Schedule): SchedulePlan {
  return {
    at,
    steps: Object.entries(steps).map(([name, { title, hourly, handler, actions = [] }]) => ({
      name,
      title,
      hourly: hourly === true,
      actions: actions.map(readAction),
      ...optional({ handler }),
    })),
  }
}

/** `<entity>/<action>` */
function readAction(text: string): { entity: string; action: string } {
  const [entity = '', action = ''] = text.split('/')
  return { entity, action }
}
