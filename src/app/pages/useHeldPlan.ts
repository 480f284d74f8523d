import { useCallback, useEffect, useLayoutEffect, useReducer, useState } from 'react'
import type { BrowserScreenPlan } from '../../../engine/core/plan'

interface HeldPlan {
  /** What the page is drawn by. */
  plan: BrowserScreenPlan | undefined
  hold: () => () => void
}

/**
 * The newest plan of a screen, or, while something in the page holds on to it, the release that the page is drawn by. What is edited in development
 * is no other release, and shown at once.
 */
export function useHeldPlan(newest: BrowserScreenPlan | undefined): HeldPlan {
  // No state: the first key in a form draws nothing but its field.
  const [held] = useState(() => ({ by: new Set<object>(), isWanted: false, isShown: false }))
  const [drawn, setDrawn] = useState(newest)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const isHeld = held.isWanted && drawn !== undefined && drawn.release !== newest?.release
  if (!isHeld && drawn !== newest) setDrawn(newest)

  // The effects of a page end when it goes to the background, though its forms go on; when it comes back, they hold on before this looks.
  useLayoutEffect(() => {
    held.isShown = true
    return () => {
      held.isShown = false
    }
  }, [held])
  const look = useCallback(() => {
    if (!held.isShown) return
    const wasWanted = held.isWanted
    held.isWanted = held.by.size > 0
    if (wasWanted && !held.isWanted) drawAgain()
  }, [held])
  useEffect(look, [look])

  const hold = useCallback(() => {
    const holder = {}
    held.by.add(holder)
    look()
    return () => {
      held.by.delete(holder)
      look()
    }
  }, [held, look])
  return { plan: isHeld ? drawn : newest, hold }
}
