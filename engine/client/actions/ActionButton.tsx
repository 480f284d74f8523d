import type { ActionPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { useEnvironment, usePermission, useServices } from '../context'
import { useActionScope } from './ActionScope'
import { Button } from '../ui/Button'
import { isShown, refusalOf, selectionRefusal } from '../../core/record/offered'
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
  const { pending, run } = useAction(() => perform(action, { record, records, given }))
  if (!allowed) return null

  const facts = { screen, environment: environment() }
  if (!isShown(action, record, facts)) return null
  const refusal = record ? refusalOf(action, record, facts) : selectionRefusal(action, records ?? [], facts)
  return (
    <Button
      look={action.danger ? 'danger' : look}
      busy={pending}
      refusal={refusal}
      onClick={() => (refusal === undefined ? void run() : notify.warning(refusal))}
    >
      {action.title}
    </Button>
  )
}
