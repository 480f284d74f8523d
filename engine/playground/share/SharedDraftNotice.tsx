import { useEffect, useState } from 'react'
import { Button } from '../../client/ui/Button'
import type { Drafts } from '../drafts'
import { say } from '../messages'
import { sharedDraft, sharesDraft, type SharedDraft } from './shareLink'

interface SharedDraftNoticeProps {
  drafts: Drafts
  changed: ReadonlySet<string>
  onOpen: (draft: SharedDraft) => void
}

/** Says what the address brings along, and opens it when it is asked to: nothing of one's own is replaced unasked. */
export function SharedDraftNotice({ drafts, changed, onOpen }: SharedDraftNoticeProps) {
  const [brought, setBrought] = useState<{ draft: SharedDraft | undefined }>()
  useEffect(() => {
    let isOver = false
    const read = (): void => {
      const { hash } = window.location
      if (!sharesDraft(hash)) return
      void sharedDraft(hash).then((draft) => {
        if (!isOver) setBrought({ draft })
      })
    }
    read()
    window.addEventListener('hashchange', read)
    return () => {
      isOver = true
      window.removeEventListener('hashchange', read)
    }
  }, [])

  function leave(): void {
    setBrought(undefined)
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }

  if (!brought) return null
  const { draft } = brought
  const isKnown = draft !== undefined && drafts.running(draft.path) !== ''
  // Who has made the link has the draft already.
  if (draft && drafts.text(draft.path) === draft.text) return null
  return (
    <section aria-label={say('shared.title')} className="playground-shared">
      <p>
        {!draft && say('shared.unreadable')}
        {draft && !isKnown && say('shared.unknown', { path: draft.path })}
        {draft && isKnown && say('shared.what', { path: draft.path, lines: draft.text.split('\n').length })}
        {draft && isKnown && changed.has(draft.path) && ` ${say('shared.replaces')}`}
      </p>
      {draft && isKnown && (
        <Button
          look="primary"
          onClick={() => {
            onOpen(draft)
            leave()
          }}
        >
          {say('shared.open')}
        </Button>
      )}
      <Button onClick={leave}>{say('shared.leave')}</Button>
    </section>
  )
}
