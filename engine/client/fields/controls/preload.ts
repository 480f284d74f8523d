import type { QueryClient } from '@tanstack/react-query'
import { dateControl } from './DateInput'
import { dateRangeControl } from './DateRangeInput'
import { selectControl } from './SelectInput'

/**
 * Fetches the code of the sleeping controls when the browser has nothing better to do, so that the first touch need not wait. Data that a page has
 * asked for comes first: a browser that waits for it is idle, too.
 */
export function preloadControls(queries: QueryClient): () => void {
  const load = (): void => {
    // Without a connection the first touch tries again.
    for (const control of [selectControl, dateControl, dateRangeControl]) void control.load().catch(() => undefined)
  }
  let cancel = whenIdle(look)
  function look(): void {
    if (queries.isFetching() === 0) return load()
    cancel = queries.getQueryCache().subscribe(() => {
      if (queries.isFetching() > 0) return
      cancel()
      cancel = whenIdle(look)
    })
  }
  return () => cancel()
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
