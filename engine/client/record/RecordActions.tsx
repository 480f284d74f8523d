import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { ActionButton } from '../actions/ActionButton'
import { nameOf } from '../actions/actionRequest'
import { MoreMenu } from '../ui/MoreMenu'
import { entriesOf } from '../../core/record/offered'
import { useEnvironment, useServices } from '../context'
import { say } from '../messages'

interface RecordActionsProps {
  screen: BrowserScreenPlan
  actions: readonly ActionPlan[]
  record: RecordValues
}

/** What can be done with the record now, as buttons; what belongs to another state is behind 更多 and says why. */
export function RecordActions({ screen, actions, record }: RecordActionsProps) {
  const { notify } = useServices()
  const environment = useEnvironment()
  const entries = entriesOf(actions, record, { screen, environment: environment() })
  const refused = entries.flatMap(({ action, refusal }) => (refusal === undefined ? [] : [{ action, refusal }]))
  return (
    <>
      {entries
        .filter(({ refusal }) => refusal === undefined)
        .map(({ action }) => (
          <ActionButton key={action.name} action={action} record={record} />
        ))}
      {refused.length > 0 && (
        <MoreMenu
          label={say('action.moreOf', { name: nameOf(screen, record) })}
          items={refused.map(({ action, refusal }) => ({
            key: action.name,
            title: action.title,
            refusal,
            danger: action.danger,
            onPress: () => notify.warning(refusal),
          }))}
        />
      )}
    </>
  )
}
