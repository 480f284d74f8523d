import { isPossible } from '../../core/record/offered'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { useActionScope } from '../actions/ActionScope'
import { useShownActions } from '../actions/useShownActions'
import { useEnvironment } from '../context'

/** Enter or a double click on a row: looks at the record, or edits it where it cannot be looked at. */
export function useOpenRow(screen: BrowserScreenPlan, page: ListPagePlan): ((record: RecordValues) => void) | undefined {
  const environment = useEnvironment()
  const { perform } = useActionScope()
  const opening = useShownActions(screen, page.rowActions).filter(({ does }) => does.kind === 'view' || does.kind === 'edit')
  if (opening.length === 0) return undefined
  return (record) => {
    const facts = { screen, environment: environment() }
    const possible = opening.filter((action) => isPossible(action, record, facts))
    const action = possible.find(({ does }) => does.kind === 'view') ?? possible[0]
    if (action) void perform(action, { record })
  }
}
