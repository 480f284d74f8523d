import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that Linux gives to connections that begin here: one of them could have taken the port by the time that a server listens on it. */
const [lowest, beyond] = [16_000, 32_000]

/** A port of 127.0.0.1 that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, beyond)
  return (await isFree(port)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
