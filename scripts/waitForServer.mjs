/** What requests of pages meet in `npm run dev` while the server behind them is not there. */
import { setTimeout as sleep } from 'node:timers/promises'

const lookEveryMs = 200
/** Looks at a server that nobody starts, 60 s: a mistake may be mended meanwhile. One that is starting may make demo data first, which takes longer. */
const looksWithoutServer = 300
const sentence = '服务端没有运行，原因见 npm run dev 的终端'

/**
 * Lets a request wait until the server serves, so that it does not fail; one for which no server comes is answered with 503.
 *
 * @param {{ readonly destroyed: boolean, writeHead(status: number, headers: Record<string, string>): { end(text: string): unknown } }} response
 * @param {() => 'serving' | 'starting' | 'absent'} stateOf
 * @returns {Promise<boolean>} whether the server can be asked now; otherwise the request has its answer, or its page has left
 */
export async function waitForServer(response, stateOf, pause = () => sleep(lookEveryMs)) {
  let left = looksWithoutServer
  for (let state = stateOf(); state !== 'serving' && !response.destroyed; state = stateOf()) {
    if (state === 'absent') left -= 1
    if (left < 0) {
      response.writeHead(503, { 'content-type': 'application/problem+json; charset=utf-8' }).end(JSON.stringify({ error: sentence }))
      return false
    }
    await pause()
  }
  return !response.destroyed
}
