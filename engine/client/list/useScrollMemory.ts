import { useCallback, useLayoutEffect, useRef } from 'react'
import { usePageAddress, useServices, type ScrollPlace } from '../context'

/**
 * Where a list is scrolled to: gone back to when the page is opened again in its section, when it comes back from the background, because an
 * element that is not displayed forgets its place, and after a reload, if the program around the page has kept it.
 */
export function useScrollMemory(key: string, rows: unknown) {
  const { sections } = useServices()
  const { active, scrolled, onScrolled } = usePageAddress()
  const ref = useRef<HTMLDivElement>(null)
  // Kept with the page itself too: the section may have been left and forgotten meanwhile.
  const place = useRef<ScrollPlace>(undefined)
  /** Nothing has scrolled it away from there. To ask it, or to scroll it, would have it laid out before all of it has changed. */
  const isAtStart = useRef(true)

  const store = useCallback(
    (next: ScrollPlace) => {
      place.current = next
      sections.set(key, next)
      onScrolled?.(next)
    },
    [key, sections, onScrolled],
  )
  const ready = rows !== undefined
  useLayoutEffect(() => {
    const remembered = place.current ?? (sections.get(key) as ScrollPlace | undefined) ?? scrolled
    const isStart = remembered?.top === 0 && remembered.left === 0
    if (ready && remembered && !(isStart && isAtStart.current)) ref.current?.scrollTo(remembered)
  }, [ready, key, sections, scrolled])

  return {
    ref,
    remember: useCallback(
      (element: HTMLElement) => {
        isAtStart.current = element.scrollTop === 0 && element.scrollLeft === 0
        // What is hidden is scrolled to its beginning by that, not by the user; nor is what the user has left.
        if (active && element.checkVisibility()) store({ top: element.scrollTop, left: element.scrollLeft })
      },
      [store, active],
    ),
    /** Other rows are coming: from their beginning. */
    reset: useCallback(() => {
      const { scrollLeft: left = 0 } = isAtStart.current ? {} : (ref.current ?? {})
      store({ top: 0, left })
      if (!isAtStart.current) ref.current?.scrollTo({ top: 0 })
    }, [store]),
  }
}
