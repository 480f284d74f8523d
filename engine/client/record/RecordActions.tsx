import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { ActionButton } from '../actions/ActionButton'
import { useActionScope } from '../actions/ActionScope'
import { nameOf } from '../actions/actionRequest'
import { MoreActions } from '../actions/MoreActions'
import { entriesOf, nextStep, type ActionEntry } from '../../core/record/offered'
import { useEnvironment, useServices } from '../context'
import { useAction } from '../useAction'

interface RecordActionsProps {
  screen: BrowserScreenPlan
  actions: readonly ActionPlan[]
  record: RecordValues
}

/** Beside the next step; more would hide which one that is. */
const MOST_BESIDE = 3

/**
 * What can be done with the record now: the next step of its state, and a few others beside it. Behind 更多 is what cannot be taken back, and
 * what belongs to another state and says why.
 */
export function RecordActions({ screen, actions, record }: RecordActionsProps) {
  const { notify } = useServices()
  const environment = useEnvironment()
  const { perform } = useActionScope()
  const { run } = useAction((action: ActionPlan) => perform(action, { record }))
  const entries = entriesOf(actions, record, { screen, environment: environment() })
  const next = nextStep(entries, record, screen)
  const beside = entries.filter((entry) => entry !== next && entry.refusal === undefined && !entry.action.danger).slice(0, MOST_BESIDE)
  const behind = entries.filter((entry) => entry !== next && !beside.includes(entry))

  function press({ action, refusal }: ActionEntry): void {
    if (refusal === undefined) void run(action)
    else notify.warning(refusal)
  }
  return (
    <>
      {beside.map(({ action }) => (
        <ActionButton key={action.name} action={action} record={record} />
      ))}
      {next && <ActionButton action={next.action} record={record} look="primary" />}
      {behind.length > 0 && (
        <MoreActions className="engine-button engine-record-more" name={nameOf(screen, record)} entries={behind} onPress={press} />
      )}
    </>
  )
}
