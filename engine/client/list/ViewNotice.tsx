import { useState } from 'react'
import type { ListViews } from '../data/useListViews'
import { messages, say } from '../messages'
import { Button } from '../ui/Button'

interface ViewNoticeProps {
  views: ListViews
  /** Keeps the view as the list can show it. */
  onUpdate: () => Promise<void>
}

/** What of a view is not shown, and why: it is not there for this user, or names what the list no longer has. */
export function ViewNotice({ views: { missing, dismiss, view, opened }, onUpdate }: ViewNoticeProps) {
  const [read, setRead] = useState<string>()
  if (missing)
    return (
      <div role="status" className="engine-notice engine-notice-stale">
        <span>{messages['views.missing']}</span>
        <Button onClick={dismiss}>{messages.understood}</Button>
      </div>
    )
  if (!view || !opened || opened.gone.length === 0 || read === `${view.id} ${view.version}`) return null
  return (
    <div role="status" className="engine-notice engine-notice-stale">
      <span>{say('views.gone', { name: view.name, names: namesIn(opened.gone) })}</span>
      {view.mine && <Button onClick={() => void onUpdate()}>{messages['views.update']}</Button>}
      <Button onClick={() => setRead(`${view.id} ${view.version}`)}>{messages.understood}</Button>
    </div>
  )
}

/** Whoever shared the view has written them: a few, and not much of each. */
const NAMES = 5
const NAME_LENGTH = 20

function namesIn(gone: readonly string[]): string {
  const names = gone.slice(0, NAMES).map((name) => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name))
  return [...names, ...(gone.length > NAMES ? ['…'] : [])].join(messages.enumerate)
}
