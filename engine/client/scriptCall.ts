/**
 * Calls a server that answers with a script (JSONP; acceptance C3). The script never runs in our page: a sandboxed frame without an
 * origin runs it (engine/server/scriptFrame.ts) and hands back JSON. Nothing of the session goes along.
 */
import { scriptFramePath } from '../core/wire'
import { newKey } from './newKey'

const USUAL_TIMEOUT_MS = 60_000

export interface ScriptCallOptions {
  timeoutMs?: number
  signal?: AbortSignal
}

/** @throws Error 'Timeout' when nothing came in time; another one when the script could not be loaded or gave no JSON */
export function callScript(url: string, { timeoutMs = USUAL_TIMEOUT_MS, signal }: ScriptCallOptions = {}): Promise<unknown> {
  // A name that nobody can guess, so that no earlier script is waiting under it.
  const callback = `cb_${newKey()}`
  const target = new URL(url)
  target.searchParams.set('callback', callback)

  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts')
  frame.hidden = true
  frame.title = 'script'
  frame.src = scriptFramePath
  const { port1: replies, port2: theirs } = new MessageChannel()

  return new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new Error('Timeout'))), timeoutMs)
    const abort = (): void => end(() => reject(signal?.reason as Error))
    function end(finish: () => void): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      replies.close()
      frame.remove()
      finish()
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    replies.addEventListener('message', ({ data }) => {
      const response = parsed(data)
      end(() => (response && 'value' in response ? resolve(response.value) : reject(new Error('The script gave no answer'))))
    })
    replies.start()
    // Its origin is opaque, so no other target can be named; what is sent is no secret, and the port reaches this frame alone.
    frame.addEventListener('load', () => frame.contentWindow?.postMessage({ url: target.href, callback }, '*', [theirs]), { once: true })
    document.body.append(frame)
  })
}

function parsed(data: unknown): { value?: unknown } | undefined {
  try {
    const response: unknown = JSON.parse(String(data))
    return typeof response === 'object' && response !== null ? response : undefined
  } catch {
    return undefined
  }
}
