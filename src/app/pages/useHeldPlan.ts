import { useCallback, useState } from 'react'
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
  const [holds, setHolds] = useState(0)
  const [drawn, setDrawn] = useState(newest)
  const isHeld = holds > 0 && drawn !== undefined && drawn.release !== newest?.release
  if (!isHeld && drawn !== newest) setDrawn(newest)
  const hold = useCallback(() => {
    let isOver = false
    setHolds((count) => count + 1)
    return () => {
      if (isOver) return
      isOver = true
      setHolds((count) => count - 1)
    }
  }, [])
  return { plan: isHeld ? drawn : newest, hold }
}
