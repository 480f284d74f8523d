import { errorCodes } from '../../../core/wire'
import type { RequestResult } from '../../request'

/** Long enough that a word is typed in one go, short enough that the answer seems to come along. */
const REST_MS = 300
/** Another page of the same user has asked meanwhile; it is left that much time. */
const BACK_OFF_MS = 1_000

export interface NewestOnly {
  /** After a rest; what was asked before is given up. */
  soon: () => void
  now: () => void
  stop: () => void
}

/** Asks while something is being typed, and hears only the answer to what was asked last. */
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
