import { fork, type ChildProcess } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import autocannon from 'autocannon'
import { contestants, type Contestant } from '../pages'
import { median, percentile } from '../report'
import { token, type Endpoints } from './serve'

const connections = 8
const roundSeconds = 2
const rounds = 5

/** What operators ask most: the first page, a filtered one, a later one, a search in another order. */
const usual = [
  'page=1&pageSize=20',
  'page=1&pageSize=20&status=AUDITING&region=EAST',
  'page=40&pageSize=20',
  `page=1&pageSize=20&orderName=${encodeURIComponent('第19')}&sortField=totalAmount&sortOrder=descend`,
]
/** What each of them waits for, one at a time; never the same query twice, so that nothing is answered from what was counted before. */
const waited: Record<string, (turn: number) => string> = {
  'the first page': (turn) => `totalAmountStart=${turn}`,
  'by date, the newest first': (turn) => `sortField=orderDate&sortOrder=descend&totalAmountStart=${turn}`,
  'by an amount that no index orders': (turn) => `sortField=totalAmount&sortOrder=descend&totalAmountStart=${turn}`,
  'of a state': (turn) => `status=AUDITING&totalAmountStart=${turn}`,
  'a name that contains what many have': (turn) => `orderName=${encodeURIComponent(`第${turn}`)}`,
  'a name that contains what few have': (turn) => `orderName=${encodeURIComponent(`${1_000 + turn}77批`)}`,
  'page 5,000': (turn) => `page=5000&totalAmountStart=${turn}`,
}
const turns = { warmUps: 3, turns: 20 }

export interface Waits {
  name: string
  /** p95 in ms. */
  taken: Record<Contestant, number>
}
const headers = { authorization: `Bearer ${token}` }

/**
 * Requests per second of both list endpoints, in turn, from a process of their own, and how long single ones are waited for.
 * @param program this program, which serves when it is called with `serve`
 * @throws Error when they do not give the same answers
 */
export async function measureEndpoints(
  program: string,
  databaseUrl: string | undefined,
): Promise<{ rate: Record<Contestant, number>; waits: Waits[] }> {
  const server = fork(program, ['serve', ...(databaseUrl === undefined ? [] : [databaseUrl])])
  try {
    const endpoints = await started(server)
    for (const query of [...usual, ...Object.values(waited).map((query) => query(1))]) await refuseDifference(endpoints, query)
    const taken: Record<Contestant, number[]> = { handwritten: [], generated: [] }
    for (const contestant of contestants) await load(endpoints[contestant], 1)
    for (let round = 0; round < rounds; round++) {
      for (const contestant of contestants) taken[contestant].push(await load(endpoints[contestant], roundSeconds))
    }
    const waits: Waits[] = []
    for (const [name, query] of Object.entries(waited)) waits.push({ name, taken: await waitsOf(endpoints, query) })
    return { rate: { handwritten: median(taken.handwritten), generated: median(taken.generated) }, waits }
  } finally {
    server.kill('SIGKILL')
  }
}

function started(server: ChildProcess): Promise<Endpoints> {
  return new Promise((resolve, reject) => {
    server.once('message', (message) => resolve(message as Endpoints))
    server.once('exit', (code) => reject(new Error(`The measured server ended with code ${code}`)))
  })
}

async function refuseDifference(endpoints: Endpoints, query: string): Promise<void> {
  const [handwritten, generated] = await Promise.all(
    contestants.map(async (contestant) => {
      return (await ask(endpoints[contestant], query)) as { records: object[]; total: number; beyond?: true }
    }),
  )
  if (!handwritten || !generated) return
  // Very many are counted to the end by one of them only.
  const { beyond, ...answered } = generated
  const total = beyond && handwritten.total > generated.total ? generated.total : handwritten.total
  if (isDeepStrictEqual({ ...handwritten, total }, answered)) return
  throw new Error(
    `${query} is answered differently:\n  ${JSON.stringify(handwritten).slice(0, 600)}\n  ${JSON.stringify(generated).slice(0, 600)}`,
  )
}

async function ask(url: string, query: string): Promise<unknown> {
  const response = await fetch(`${url}/api/order/list?${query}`, { headers })
  if (!response.ok) throw new Error(`${query} is answered with ${response.status}: ${await response.text()}`)
  return response.json()
}

async function waitsOf(endpoints: Endpoints, query: (turn: number) => string): Promise<Record<Contestant, number>> {
  const times: Record<Contestant, number[]> = { handwritten: [], generated: [] }
  for (let turn = 0; turn < turns.warmUps + turns.turns; turn++) {
    for (const contestant of contestants) {
      const start = performance.now()
      await ask(endpoints[contestant], query(turn))
      if (turn >= turns.warmUps) times[contestant].push(performance.now() - start)
    }
  }
  return { handwritten: percentile(times.handwritten, 0.95), generated: percentile(times.generated, 0.95) }
}

async function load(url: string, duration: number): Promise<number> {
  const requests = usual.map((query) => ({ path: `/api/order/list?${query}` }))
  const { requests: answered, non2xx, errors } = await autocannon({ url, connections, duration, headers, requests })
  if (non2xx + errors > 0) throw new Error(`${url} answered ${non2xx} times with an error and ${errors} times not at all`)
  return answered.average
}
