import { memo } from 'react'
import type { ActionPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { useEnvironment, useServices } from '../context'
import { say } from '../messages'
import { useActionScope } from './ActionScope'
import { nameOf } from './actionRequest'
import { linksWithRoom } from './actionsWidth'
import { MoreMenu } from '../ui/MoreMenu'
import { entriesOf, type ActionEntry } from '../../core/record/offered'
import { useAction } from '../useAction'
import '../engine.css'

/**
 * The actions of a row. When not all of them fit, the first ones that are possible now are links, and the others are behind 更多. Only one runs
 * at a time: while it does, the others are disabled.
 */
export const ActionMenu = memo(function ActionMenu({ actions, record }: { actions: readonly ActionPlan[]; record: RecordValues }) {
  const { notify } = useServices()
  const environment = useEnvironment()
  const { screen, perform } = useActionScope()
  const { pending, run } = useAction((action: ActionPlan) => perform(action, { record }))
  const entries = entriesOf(actions, record, { screen, environment: environment() })

  // What cannot be taken back never comes before what can: it would stand where in the next row something harmless does.
  const possible = entries
    .filter(({ refusal }) => refusal === undefined)
    .toSorted((one, other) => Number(one.action.danger) - Number(other.action.danger))
  const all = linksWithRoom(titlesOf(entries), entries.length) === entries.length
  const links = all ? entries : possible.slice(0, linksWithRoom(titlesOf(possible), entries.length))
  const others = entries.filter((entry) => !links.includes(entry))

  function press({ action, refusal }: ActionEntry): void {
    if (refusal === undefined) void run(action)
    else notify.warning(refusal)
  }
  return (
    <span className="engine-actions">
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
      {others.length > 0 && (
        <MoreMenu
          label={say('action.moreOf', { name: nameOf(screen, record) })}
          items={others.map((entry) => ({
            key: entry.action.name,
            title: entry.action.title,
            refusal: entry.refusal,
            danger: entry.action.danger,
            onPress: () => press(entry),
          }))}
        />
      )}
    </span>
  )
})

function titlesOf(entries: readonly ActionEntry[]): string[] {
  return entries.map(({ action }) => action.title)
}
