import { useCallback, useRef, useState } from 'react'
import { EngineError } from '../core/error'
import { useServices } from './context'
import { messages } from './messages'
import { isSilent, RequestError } from './request'

/** Runs an action once per click; a click while it is under way does nothing. */
export function useAction<Args extends unknown[]>(perform: (...args: Args) => Promise<void>) {
  const reportError = useErrorReport()
  const [pending, setPending] = useState(false)
  // State is one render late: two clicks in one frame would both read `false`.
  const running = useRef(false)

  async function run(...args: Args): Promise<void> {
    if (running.current) return
    running.current = true
    setPending(true)
    try {
      await perform(...args)
    } catch (error) {
      reportError(error)
    } finally {
      running.current = false
      // Also where nobody sees it: a page that has gone to the background comes back with what it was left with.
      setPending(false)
    }
  }
  return { pending, run }
}

/** Tells the user what went wrong, unless the request wrapper has; what is no answer of the server goes to the console as well. */
export function useErrorReport(): (error: unknown) => void {
  const { notify } = useServices()
  return useCallback(
    (error) => {
      if (error instanceof RequestError) {
        if (!error.failure.shown && !isSilent(error.failure)) notify.error(error.message)
        return
      }
      console.error(error)
      // The request wrapper has said what is missing in an address (acceptance C2): the same words again are the same toast.
      notify.error(error instanceof EngineError ? error.message : messages['action.failed'])
    },
    [notify],
  )
}
