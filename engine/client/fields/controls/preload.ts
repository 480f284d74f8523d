import { dateControl } from './DateInput'
import { dateRangeControl } from './DateRangeInput'
import { selectControl } from './SelectInput'

/** Fetches the code of the sleeping controls when the browser has nothing better to do, so that the first touch need not wait. */
export function preloadControls(): () => void {
  const load = (): void => {
    // Without a connection the first touch tries again.
    for (const control of [selectControl, dateControl, dateRangeControl]) void control.load().catch(() => undefined)
  }
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, 1000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(load, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
