import { useEffect, useRef } from 'react'
import type { ListViews } from '../data/useListViews'
import { messages, say } from '../messages'
import { scrollInto } from '../ui/scrollInto'
import { useAction } from '../useAction'

/** The saved views of a list, beside its states: pressed opens one, pressed again leaves it. */
export function ViewTabs({ views: { names, view, open, openNamed } }: { views: ListViews }) {
  const current = useRef<HTMLButtonElement>(null)
  const { run, pending } = useAction(async (id: string) => (id === view?.id ? open(undefined) : openNamed(id)))
  // After the states, which scroll to the one that is chosen.
  useEffect(() => scrollInto(current.current?.closest('.engine-states'), current.current), [view?.id])
  if (names.length === 0) return null
  return (
    <div role="group" aria-label={messages['views.menu']} aria-busy={pending || undefined} className="engine-view-tabs">
      {names.map(({ id, name }) => (
        <button
          key={id}
          ref={id === view?.id ? current : undefined}
          type="button"
          aria-pressed={id === view?.id}
          title={id === view?.id ? say('views.leave', { name }) : say('views.current', { name })}
          className="engine-state"
          onClick={() => void run(id)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
