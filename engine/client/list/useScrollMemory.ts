import { useCallback, useLayoutEffect, useRef } from 'react'
import { useServices } from '../context'

interface Place {
  top: number
  left: number
}

/** Where a list was scrolled to when it was left; gone back to once, as soon as its rows are there. */
export function useScrollMemory(key: string, rows: unknown) {
  const { sections } = useServices()
  const ref = useRef<HTMLDivElement>(null)
  const restored = useRef('')

  const ready = rows !== undefined
  useLayoutEffect(() => {
    if (!ready || restored.current === key) return
    restored.current = key
    const place = sections.get(key) as Place | undefined
    if (place) ref.current?.scrollTo(place)
  }, [ready, key, sections])

  return {
    ref,
    remember: useCallback(
      (element: HTMLElement) => sections.set(key, { top: element.scrollTop, left: element.scrollLeft } satisfies Place),
      [key, sections],
    ),
    /** Other rows are coming: from their beginning. */
    reset: useCallback(() => ref.current?.scrollTo({ top: 0 }), []),
  }
}
