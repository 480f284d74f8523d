import { useCallback, useEffect, useRef, type UIEvent } from 'react'
import { useProgram } from '../programContext'
import type { OpenPage } from '../routing/openPages'

/** What says that the user goes on from here. */
const OWN_WAYS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * How far a page is scrolled as a whole, as a record or a form is, is kept for a reload. After one the page goes back there as soon as it is long
 * enough, and again when more of it comes above that place, until the user goes on.
 */
export function useScrolledPage({ key, left }: Pick<OpenPage, 'key' | 'left'>) {
  const { places } = useProgram()
  const ref = useRef<HTMLDivElement>(null)
  const top = left?.top ?? 0

  useEffect(() => {
    const page = ref.current
    if (!page || top <= 0) return undefined
    function goBack(): void {
      if (page && page.scrollHeight - page.clientHeight >= top) page.scrollTo({ top })
    }
    function stop(): void {
      growing.disconnect()
      page?.style.removeProperty('overflow-anchor')
      for (const way of OWN_WAYS) window.removeEventListener(way, stop)
    }
    const growing = new MutationObserver(goBack)
    growing.observe(page, { childList: true, subtree: true })
    // The browser would hold on to what stands there before all of it has come.
    page.style.setProperty('overflow-anchor', 'none')
    for (const way of OWN_WAYS) window.addEventListener(way, stop, { passive: true })
    goBack()
    return stop
  }, [top])

  return {
    ref,
    onScroll: useCallback(
      ({ currentTarget }: UIEvent<HTMLElement>) => {
        // What is put away is scrolled by nobody.
        if (currentTarget.checkVisibility()) places.note(key, { top: currentTarget.scrollTop })
      },
      [places, key],
    ),
  }
}
