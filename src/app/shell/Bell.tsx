import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePlaces, useProgram, useSession } from '../programContext'
import { WORKBENCH } from '../routing/decidePlace'
import { totalText, waitingQuery } from './work'
import { AppLink } from './AppLink'

/** Often enough for work that people hand on to each other; not asked while the window is hidden. */
const EVERY_MS = 60_000
/** The page that is opened comes first. */
const AFTER_MS = 1_500

/** How much waits for the user, and the way to it. */
export function Bell() {
  const { request } = useProgram()
  const ready = useSession((state) => state.phase === 'ready' && !state.mustChangePassword)
  const here = usePlaces((state) => state.place?.kind === 'workbench')
  const rested = useRested(ready)
  const { data } = useQuery({ ...waitingQuery(request), enabled: rested, refetchInterval: EVERY_MS })
  const waiting = data?.waiting ?? []
  const total = waiting.length === 0 ? undefined : totalText(waiting)
  const label = total === undefined ? '工作台' : `工作台，${total} 项待办`
  return (
    <AppLink href={WORKBENCH} className="app-tool app-bell" title={label} current={here}>
      <BellOutlined aria-hidden />
      <span className="engine-hidden">{label}</span>
      {total !== undefined && (
        <span className="app-bell-count" aria-hidden="true">
          {total}
        </span>
      )}
    </AppLink>
  )
}

function useRested(ready: boolean): boolean {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    if (!ready) return undefined
    const timer = setTimeout(() => setRested(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [ready])
  return ready && rested
}
