import type { BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { Tag } from './controls/Tag'

interface StateTagProps {
  screen: Pick<BrowserScreenPlan, 'states' | 'statusField'>
  record: RecordValues
}

/** The state of a record by its title, where it has one. */
export function StateTag({ screen: { states, statusField }, record }: StateTagProps) {
  const state = statusField === undefined ? undefined : states?.[String(record[statusField])]
  return state && <Tag text={state.title} color={state.color} />
}
