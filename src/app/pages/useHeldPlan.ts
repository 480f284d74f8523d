import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
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
  const holders = useRef(new Set<object>())
  const isShown = useRef(false)
  const [isWanted, setWanted] = useState(false)
  const [drawn, setDrawn] = useState(newest)
  const isHeld = isWanted && drawn !== undefined && drawn.release !== newest?.release
  if (!isHeld && drawn !== newest) setDrawn(newest)

  // The effects of a page end when it goes to the background, though its forms go on; when it comes back, they hold on before this looks.
  useLayoutEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const look = useCallback(() => {
    if (isShown.current) setWanted(holders.current.size > 0)
  }, [])
  useEffect(look, [look])

  const hold = useCallback(() => {
    const holder = {}
    holders.current.add(holder)
    look()
    return () => {
      holders.current.delete(holder)
      look()
    }
  }, [look])
  return { plan: isHeld ? drawn : newest, hold }
}
