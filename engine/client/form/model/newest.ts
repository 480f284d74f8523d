import { errorCodes } from '../../../core/wire'
import type { RequestResult } from '../../request'

/** Long enough that a word is typed in one go, short enough that the answer seems to come along. */
const REST_MS = 300
/** Delay after another page of the same user has sent a newer request. */
const BACK_OFF_MS = 1_000

export interface NewestOnly {
  /** Sends a request after a pause; an earlier one is aborted. */
  soon: () => void
  now: () => void
  stop: () => void
}

/** Sends requests while the user types, and handles only the response to the newest. */
export function newestOnly<Body>(
  ask: (signal: AbortSignal) => Promise<RequestResult<Body>>,
  answered: (result: RequestResult<Body>) => void,
): NewestOnly {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  function stop(): void {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }

  function wait(ms: number, isFirst: boolean): void {
    stop()
    timer = setTimeout(() => void send(isFirst), ms)
  }

  async function send(isFirst: boolean): Promise<void> {
    const mine = new AbortController()
    running = mine
    try {
      const result = await ask(mine.signal)
      if (running !== mine) return
      if (isFirst && !result.success && result.code === errorCodes.superseded) return wait(BACK_OFF_MS, false)
      running = undefined
      answered(result)
    } catch (error) {
      if (!mine.signal.aborted) throw error
    }
  }

  return { soon: () => wait(REST_MS, true), now: () => wait(0, true), stop }
}
