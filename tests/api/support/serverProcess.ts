import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from './client'
import { demoPassword, testRoot } from './config'

/** The built server program in a process of its own. */
export interface ServerProcess {
  pid: number
  guest: Client
  /** As the system does it, without a word. */
  kill(): Promise<void>
  /** As an operator does it; answers the exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts `dist/server` on a data directory, or with a database of a server, and waits until it serves. `settings` are variables of its
 * environment.
 * @throws Error with what it said when it ends before
 */
export async function startServer(
  dataDirectory: string,
  databaseUrl?: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const place = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const environment = {
    ...place,
    PORT: '0',
    DATA_DIR: dataDirectory,
    DEMO: '1',
    DEMO_PASSWORD: demoPassword,
    // So that nobody waits long for what was given up.
    LEASE_SECONDS: '4',
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const child = spawn(process.execPath, [join(testRoot, 'dist/server/main.js')], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /http:\/\/[\d.]+:\d+/.exec(line)?.[0]
      if (found !== undefined) resolve(found)
    })
    child.once('error', reject)
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  return {
    pid: child.pid ?? 0,
    guest: new Client(address),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
