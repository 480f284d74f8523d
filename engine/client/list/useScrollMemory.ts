import { useCallback, useLayoutEffect, useRef } from 'react'
import { usePageAddress, useServices } from '../context'

interface Place {
  top: number
  left: number
}

/**
 * Where a list is scrolled to: gone back to when the page is opened again in its section, and when it comes back from the background,
 * because an element that is not displayed forgets its place.
 */
export function useScrollMemory(key: string, rows: unknown) {
  const { sections } = useServices()
  const { active } = usePageAddress()
  const ref = useRef<HTMLDivElement>(null)
  // Kept with the page itself too: the section may have been left and forgotten meanwhile.
  const place = useRef<Place>(undefined)

  const store = useCallback(
    (next: Place) => {
      place.current = next
      sections.set(key, next)
    },
    [key, sections],
  )
  const ready = rows !== undefined
  useLayoutEffect(() => {
    const remembered = place.current ?? (sections.get(key) as Place | undefined)
    if (ready && remembered) ref.current?.scrollTo(remembered)
  }, [ready, key, sections])

  return {
    ref,
    remember: useCallback(
      (element: HTMLElement) => {
        // What is hidden is scrolled to its beginning by that, not by the user; nor is what the user has left.
        if (active && element.checkVisibility()) store({ top: element.scrollTop, left: element.scrollLeft })
      },
      [store, active],
    ),
    /** Other rows are coming: from their beginning. */
    reset: useCallback(() => {
      const { scrollLeft: left = 0 } = ref.current ?? {}
      store({ top: 0, left })
      ref.current?.scrollTo({ top: 0 })
    }, [store]),
  }
}
