import type { ActionPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { useEnvironment, usePermission, useServices } from '../context'
import { decides, type ActionTarget } from './actionRequest'
import { useActionScope } from './ActionScope'
import { Button } from '../ui/Button'
import { dividedSelection, isShown, refusalOf, selectionRefusal } from '../../core/record/offered'
import { useAction } from '../useAction'
import type { Given } from '../pageAddress'

export interface ActionButtonProps {
  action: ActionPlan
  record?: RecordValues
  /** Selected rows of a batch action. */
  records?: readonly RecordValues[]
  /** What a new record begins with. */
  given?: Given
  look?: 'default' | 'primary'
}

export function ActionButton({ action, record, records, given, look = 'default' }: ActionButtonProps) {
  const allowed = usePermission(action.permission)
  const { notify } = useServices()
  const environment = useEnvironment()
  const { screen, perform } = useActionScope()
  const { pending, run } = useAction((target: ActionTarget) => perform(action, target))
  if (!allowed) return null

  const facts = { screen, environment: environment() }
  if (!isShown(action, record, facts)) return null
  const divided = records && decides(action.does) ? dividedSelection(action, records, facts) : undefined
  const refusal = record
    ? refusalOf(action, record, facts)
    : divided
      ? divided.possible.length === 0
        ? divided.refused[0]?.reason
        : undefined
      : selectionRefusal(action, records ?? [], facts)
  const target = divided ? { records: divided.possible, refused: divided.refused } : { record, records, given }
  return (
    <Button
      look={action.danger ? 'danger' : look}
      busy={pending}
      refusal={refusal}
      onClick={() => (refusal === undefined ? void run(target) : notify.warning(refusal))}
    >
      {action.title}
    </Button>
  )
}
