import { useState } from 'react'
import type { KeyValueStore } from '../client/memory/storage'
import { Button } from '../client/ui/Button'
import { say } from './messages'

const SEEN = 'seen'

/** Says where to begin, until somebody has read it: what is typed here looks like a change of what everybody sees, and is none. */
export function FirstVisit({ storage }: { storage: KeyValueStore }) {
  const [isSeen, setIsSeen] = useState(() => storage.get(SEEN) === true)
  if (isSeen) return null
  return (
    <section aria-label={say('first.title')} className="playground-shared">
      <p>{say('first.what')}</p>
      <Button
        onClick={() => {
          storage.set(SEEN, true)
          setIsSeen(true)
        }}
      >
        {say('first.read')}
      </Button>
    </section>
  )
}
