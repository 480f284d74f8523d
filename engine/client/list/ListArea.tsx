import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import { useServices } from '../context'
import { useInvalidate } from '../data/useInvalidate'
import { UnknownWidget } from '../ui/UnknownWidget'

/** A block of the product's own above the list. */
export function ListArea({ screen, action }: { screen: BrowserScreenPlan; action: ActionPlan }) {
  const { widgets } = useServices().extensions
  const invalidate = useInvalidate()
  if (action.does.kind !== 'widget') return null
  const Widget = widgets[action.does.widget]
  if (!Widget) return <UnknownWidget screen={screen} name={action.does.widget} known={Object.keys(widgets)} />
  return (
    <section className="engine-list-area" aria-label={action.title}>
      <Widget screen={screen} action={action} onDone={() => void invalidate()} />
    </section>
  )
}
