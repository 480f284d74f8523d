/** How long a person waits from `npm start` until the product says its address, with the demo data on the embedded database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './report'

const starts = 5

/** In s. */
export interface StartTimes {
  /** Tables and demo data are made; the program is built already. */
  first: number
  /** Of several. */
  usual: number
}

export async function measureStart(): Promise<StartTimes> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bench-'))
  try {
    const first = await startOnce(dataDirectory)
    const others: number[] = []
    for (let turn = 0; turn < starts; turn++) others.push(await startOnce(dataDirectory))
    return { first, usual: median(others) }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** @throws Error with what the server said when it ended before it listened */
async function startOnce(dataDirectory: string): Promise<number> {
  const began = performance.now()
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', DATA_DIR: dataDirectory, DEMO: '1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(server, 'exit')
  let said = ''
  try {
    await new Promise<void>((resolve, reject) => {
      const hear = (text: string): void => {
        said += text
        if (said.includes('http://')) resolve()
      }
      server.stdout.setEncoding('utf8').on('data', hear)
      server.stderr.setEncoding('utf8').on('data', hear)
      server.once('exit', () => reject(new Error(said)))
    })
    return (performance.now() - began) / 1000
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}
