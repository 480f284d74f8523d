import type { ActionPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { ActionButton } from '../actions/ActionButton'
import { messages, say } from '../messages'

interface BatchBarProps {
  actions: readonly ActionPlan[]
  /** At least one. */
  selected: readonly RecordValues[]
  onUnselect: () => void
}

/** What can be done with the selected rows. It stands below them, in a line that is there anyway: no row moves when the first is selected. */
export function BatchBar({ actions, selected, onUnselect }: BatchBarProps) {
  return (
    <div className="engine-batch" role="toolbar" aria-label={messages['list.batch']}>
      <span role="status">{say('list.selected', { count: selected.length })}</span>
      <button type="button" className="engine-link" onClick={onUnselect}>
        {messages['list.unselect']}
      </button>
      {actions.map((action) => (
        <ActionButton key={action.name} action={action} records={selected} />
      ))}
    </div>
  )
}
