/**
 * The server of the preview's frame, as the only way out of its program. Who is signed in and which code lists there are it says itself; what
 * pages ask for is made from the plan, or, where real data is wanted, read from the server with the token of a role. Nothing but such a GET leaves
 * the frame, and the server refuses that token anything else.
 */
import { browserClock } from '../../../engine/client/EngineProvider'
import type { ProductPlan } from '../../../engine/core/plan'
import type { FrameState } from '../../../engine/playground/preview/frameMessages'
import { createSampleServer, problem, type SampleCall, type SampleServer } from '../../../engine/playground/sample/sampleServer'
import { SAMPLE_USER } from '../../../engine/playground/preview/previewState'
import { answerAccount } from './sampleAccount'
import { callOf, responseOf } from './sampleFetch'
import { sampleHandlers } from './sampleHandlers'

export interface FrameServer {
  fetch: typeof fetch
  /** What is shown has changed: what waits is answered anew. */
  show: (plan: ProductPlan, state: FrameState) => void
}

interface FrameServerOptions {
  plan: ProductPlan
  state: FrameState
  /** The token of real data is over, or was refused. */
  onEnded: () => void
  /** The browser's own, for real data. */
  send?: typeof fetch
}

export function createFrameServer({ onEnded, send = fetch, ...first }: FrameServerOptions): FrameServer {
  let { plan, state } = first
  let server: SampleServer | undefined
  /** Requests that wait for another state of the data. */
  let waiting: (() => void)[] = []
  const clock = browserClock()

  function samples(): SampleServer {
    const { subMenus, outside, data } = state
    const environment = { ...clock(), user: SAMPLE_USER }
    server ??= createSampleServer(plan, { environment, handlers: sampleHandlers, subMenus, outside, empty: data === 'empty' })
    return server
  }

  /** GETs alone, to our own server, with the token of the preview in place of any other. */
  async function real({ method, path }: SampleCall, url: string, signal: AbortSignal | null | undefined): Promise<Response> {
    if (method !== 'GET') return responseOf(problem(417, path), path)
    const { origin } = window.location
    if (new URL(url).origin !== origin || state.token === undefined) return responseOf(problem(403, path), path)
    const headers = { accept: 'application/json, application/problem+json, */*', authorization: `Bearer ${state.token}` }
    const response = await send(url, { method: 'GET', headers, credentials: 'omit', signal })
    if (response.status === 401) onEnded()
    return response.status === 401 ? responseOf(problem(403, path), path) : response
  }

  async function answer(call: SampleCall, url: string, signal: AbortSignal | null | undefined): Promise<Response> {
    const account = answerAccount(call, plan, state)
    if (account) return responseOf({ status: 200, body: account }, call.path)
    switch (state.data) {
      case 'real':
        return real(call, url, signal)
      case 'error':
        return responseOf(problem(500, call.path), call.path)
      case 'loading':
        await another(signal)
        return answer(call, url, signal)
      case 'sample':
      case 'empty':
        return responseOf(samples().answer(call), call.path)
    }
  }

  function another(signal: AbortSignal | null | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push(resolve)
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  }

  return {
    async fetch(input, init) {
      const call = await callOf(input, init)
      return answer(call, new Request(input).url, init?.signal)
    },
    show(nextPlan, nextState) {
      const stays =
        nextPlan === plan && nextState.subMenus === state.subMenus && nextState.outside === state.outside && nextState.data === state.data
      if (!stays) server = undefined
      ;[plan, state] = [nextPlan, nextState]
      const again = waiting
      waiting = []
      for (const resume of again) resume()
    },
  }
}
