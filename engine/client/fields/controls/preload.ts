import type { QueryClient } from '@tanstack/react-query'
import { dateControl } from './DateInput'
import { dateRangeControl } from './DateRangeInput'
import { selectControl } from './SelectInput'

/** So long the first data of a page is waited for: a page that asks for none has inputs too. */
const FIRST_DATA_WITHIN_MS = 5000

/**
 * Fetches the code of the sleeping controls when the browser has nothing better to do, so that the first touch need not wait. Data that a page
 * asks for comes first, also the first of it, which waits for the session and the plan: a browser that waits is idle, too.
 */
export function preloadControls(queries: QueryClient): () => void {
  const load = (): void => {
    // Without a connection the first touch tries again.
    for (const control of [selectControl, dateControl, dateRangeControl]) void control.load().catch(() => undefined)
  }
  const began = performance.now()
  const cache = queries.getQueryCache()
  const hasData = (): boolean =>
    cache.getAll().some(({ state }) => state.status !== 'pending') || performance.now() - began > FIRST_DATA_WITHIN_MS
  let cancel = whenIdle(look)
  function look(): void {
    if (queries.isFetching() === 0 && hasData()) return load()
    const stopWaiting = cache.subscribe(again)
    const timer = setTimeout(again, FIRST_DATA_WITHIN_MS)
    cancel = () => {
      stopWaiting()
      clearTimeout(timer)
    }
    function again(): void {
      if (queries.isFetching() > 0 || !hasData()) return
      cancel()
      cancel = whenIdle(look)
    }
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
