import { useLayoutEffect, useState } from 'react'
import { keptKeys, type OpenPage } from '../routing/openPages'

/** Pages, and which of them is in front. */
export interface ShownPages {
  pages: readonly OpenPage[]
  front: string | undefined
}

/** In ms: within this time a click feels answered by the page that it leads to. */
export const HOLD_MS = 200

/**
 * What is drawn of the pages that are wanted: the page before stays until the one that comes to the front can be drawn as it will be, or until
 * waiting would be felt. Undefined while there is none before. Pages that are drawn already come to the front at once.
 * @param ready settles when the page in front can be drawn @param mayBegin false: nothing may be drawn yet
 */
export function useShownPages(wanted: ShownPages, ready: Promise<unknown> | undefined, mayBegin: boolean): ShownPages | undefined {
  const [shown, setShown] = useState<ShownPages>()
  const isHeld = !mayBegin || !isDrawn(wanted, shown)
  if (!isHeld && shown !== wanted) setShown(wanted)

  useLayoutEffect(() => {
    if (!mayBegin || !isHeld) return undefined
    let isWanted = true
    const show = (): void => {
      if (isWanted) setShown(wanted)
    }
    const timer = setTimeout(show, HOLD_MS)
    void Promise.resolve(ready).then(show, show)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [mayBegin, isHeld, wanted, ready])
  if (!mayBegin) return undefined
  return isHeld ? shown : wanted
}

/** The page in front is drawn already, in the background, or there is none. */
function isDrawn({ pages, front }: ShownPages, shown: ShownPages | undefined): boolean {
  const page = pages.find(({ key }) => key === front)
  if (!page) return true
  return shown?.pages.some(({ key, instance }) => key === front && instance === page.instance && keptKeys(shown.pages).has(key)) ?? false
}
