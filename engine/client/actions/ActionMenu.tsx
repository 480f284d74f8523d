import { memo } from 'react'
import type { ActionPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { useEnvironment, useServices } from '../context'
import { useActionScope } from './ActionScope'
import { nameOf } from './actionRequest'
import { hasRoom, haveRoom } from './actionsWidth'
import { MoreActions } from './MoreActions'
import { entriesOf, nextStep, type ActionEntry } from '../../core/record/offered'
import { useAction } from '../useAction'
import '../engine.css'

/**
 * The actions of a row. When not all of them fit, the next step of its state is a link, else what opens it, and the others
 * are behind ⋯. Only one runs at a time: while it does, the others are disabled.
 */
export const ActionMenu = memo(function ActionMenu({ actions, record }: { actions: readonly ActionPlan[]; record: RecordValues }) {
  const { notify } = useServices()
  const environment = useEnvironment()
  const { screen, perform } = useActionScope()
  const { pending, run } = useAction((action: ActionPlan) => perform(action, { record }))
  const entries = entriesOf(actions, record, { screen, environment: environment() })

  const all = haveRoom(
    entries.map(({ action }) => action.title),
    actions,
  )
  const short = entries.filter(({ action }) => hasRoom(action.title))
  const next = nextStep(short, record, screen) ?? short.find(({ action, refusal }) => action.does.kind === 'view' && refusal === undefined)
  const links = all ? entries : next ? [next] : []
  const others = entries.filter((entry) => !links.includes(entry))

  function press({ action, refusal }: ActionEntry): void {
    if (refusal === undefined) void run(action)
    else notify.warning(refusal)
  }
  return (
    <span className="engine-actions" data-alone={links.length === 0 || undefined}>
      {links.map((entry) => (
        <button
          key={entry.action.name}
          type="button"
          className={entry.action.danger ? 'engine-link engine-link-danger' : 'engine-link'}
          aria-disabled={entry.refusal !== undefined || undefined}
          aria-busy={pending || undefined}
          title={entry.refusal}
          onClick={() => press(entry)}
        >
          {entry.action.title}
        </button>
      ))}
      {others.length > 0 && <MoreActions name={nameOf(screen, record)} entries={others} onPress={press} />}
    </span>
  )
})
