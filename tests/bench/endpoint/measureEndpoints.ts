import { fork, type ChildProcess } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import autocannon from 'autocannon'
import { contestants, type Contestant } from '../pages'
import { median } from '../report'
import { token, type Endpoints } from './serve'

const connections = 8
const roundSeconds = 2
const rounds = 5

/** What operators ask: the first page, a filtered one, a later one, a search in another order. */
const queries = [
  'page=1&pageSize=20',
  'page=1&pageSize=20&status=AUDITING&region=EAST',
  'page=40&pageSize=20',
  `page=1&pageSize=20&orderName=${encodeURIComponent('第19')}&sortField=totalAmount&sortOrder=descend`,
]
const headers = { authorization: `Bearer ${token}` }

/**
 * Requests per second of both list endpoints, in turn, from a process of their own.
 * @param program this program, which serves when it is called with `serve`
 * @throws Error when they do not give the same answers
 */
export async function measureEndpoints(program: string, databaseUrl: string | undefined): Promise<Record<Contestant, number>> {
  const server = fork(program, ['serve', ...(databaseUrl === undefined ? [] : [databaseUrl])])
  try {
    const endpoints = await started(server)
    for (const query of queries) await refuseDifference(endpoints, query)
    const taken: Record<Contestant, number[]> = { handwritten: [], generated: [] }
    for (const contestant of contestants) await load(endpoints[contestant], 1)
    for (let round = 0; round < rounds; round++) {
      for (const contestant of contestants) taken[contestant].push(await load(endpoints[contestant], roundSeconds))
    }
    return { handwritten: median(taken.handwritten), generated: median(taken.generated) }
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
      const response = await fetch(`${endpoints[contestant]}/api/order/list?${query}`, { headers })
      return (await response.json()) as { records: object[]; total: number }
    }),
  )
  if (isDeepStrictEqual(handwritten, generated)) return
  throw new Error(
    `${query} is answered differently:\n  ${JSON.stringify(handwritten).slice(0, 600)}\n  ${JSON.stringify(generated).slice(0, 600)}`,
  )
}

async function load(url: string, duration: number): Promise<number> {
  const requests = queries.map((query) => ({ path: `/api/order/list?${query}` }))
  const { requests: answered, non2xx, errors } = await autocannon({ url, connections, duration, headers, requests })
  if (non2xx + errors > 0) throw new Error(`${url} answered ${non2xx} times with an error and ${errors} times not at all`)
  return answered.average
}
