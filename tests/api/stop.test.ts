import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { testDatabaseKinds } from '../../engine/server/database/testDatabase'
import { databasePlace } from '../../src/server/databasePlace'
import { violatedInvariants } from '../../src/server/invariants'
import { testRoot } from './support/config'
import type { Session } from './support/client'
import { copyDemoData, type DemoDatabase } from './support/demoData'
import { at } from './support/fixtures'
import { startServer } from './support/serverProcess'
import { testProduct } from './support/product'

/** Issue 8, number 11: an operator who stops the server waits for seconds, whatever clients are at. */
describe.each(testDatabaseKinds)('a server that is told to stop, on %s', (kind) => {
  let data: DemoDatabase
  beforeAll(async () => {
    data = await copyDemoData(kind)
  })
  // Undefined when there was nothing to copy.
  afterAll(() => (data as DemoDatabase | undefined)?.drop())

  async function open(address: string, ...texts: string[]): Promise<Socket> {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).resume()
    await once(socket, 'connect')
    for (const text of texts) socket.write(text)
    return socket
  }
  const head = (path: string, session: Session, length: number, type: string): string =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${session.token}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`

  /** Connections on which nothing is asked for that could be answered. */
  async function linger(address: string): Promise<void> {
    const kept = await open(address, 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(kept, 'data')
    await open(address)
    await open(address, 'POST /login/login HTTP/1.1\r\nhost: x\r\ncontent-len')
  }

  /** Requests whose bodies never come to an end. */
  async function beginBodies(address: string, session: Session): Promise<void> {
    await open(address, head(at.quota, session, 500, 'application/json'))
    await open(address, head(at.quota, session, 500, 'application/json'), '{"quotaName": "')
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n'
    const slow = await open(address, head('/file/upload', session, 1_000_000, 'multipart/form-data; boundary=x'), part)
    const drip = setInterval(() => slow.write('a'), 50)
    slow.once('close', () => clearInterval(drip))
    // A file that is refused, of which the rest is waited for.
    await open(address, head('/file/upload', session, 1_000_000, 'application/pdf'), 'a'.repeat(1_000))
  }

  /** A workbook that is being written for somebody who does not take it, and records that are being stored. Returns what was acknowledged. */
  async function work(address: string, session: Session): Promise<() => Promise<string[]>> {
    const body = '{}'
    const reader = await open(address, head(`${at.goods}/export`, session, body.length, 'application/json'), body)
    reader.pause()
    const values = await quotaOf(session)
    const names = Array.from({ length: 12 }, (_each, index) => `停机 ${index}`)
    const saving = names.map(async (quotaName) => {
      const response = await session.askOnce('POST', at.quota, { ...values, quotaName }, { 'idempotency-key': randomUUID() })
      return response.status === 200 ? [quotaName] : []
    })
    const settled = Promise.allSettled(saving)
    await Promise.any(saving)
    return async () => (await settled).flatMap((response) => (response.status === 'fulfilled' ? response.value : []))
  }

  it('ends with code 0, and what it acknowledged is there', async () => {
    const idle = await startServer(data.dataDirectory, data.databaseUrl)
    await linger(idle.guest.address)
    expect(await idle.stop()).toBe(0)

    const server = await startServer(data.dataDirectory, data.databaseUrl)
    const session = await server.guest.signIn('op01')
    const { address } = server.guest
    await linger(address)
    await beginBodies(address, session)
    const acknowledged = await work(address, session)
    expect(await server.stop()).toBe(0)

    expect(await stillOpen(data)).toEqual([])
    const database = await openDatabase(databasePlace(data, testRoot))
    const quotas = await database.kysely.selectFrom('quota').select('quota_name').where('quota_name', 'like', '停机%').execute()
    const stored = quotas.map((quota) => String(quota['quota_name']))
    const wanted = await acknowledged()
    expect(wanted.length).toBeGreaterThan(0)
    expect(stored).toEqual(expect.arrayContaining(wanted))
    expect(await violatedInvariants(testProduct(), database)).toEqual([])
    await database.close()
  })
})

/** What a server that has ended has left open of its database: its sessions, or the lock of its folder. */
async function stillOpen({ databaseUrl, dataDirectory }: DemoDatabase): Promise<string[]> {
  if (databaseUrl === undefined) return (await readdir(join(dataDirectory, 'database'))).filter((name) => name.startsWith('lock.'))
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ query: string }>(
    'select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return rows.map(({ query }) => query)
}

/** What a quota of the demo data says, to be typed again. */
async function quotaOf(session: Session): Promise<Record<string, unknown>> {
  const [known] = (await session.list(at.quota, { quotaName: '甲行华东综合授信' })).records
  const quota = await session.read(at.quota, known?.id ?? '')
  const { quotaType, fundingPartyId, departmentId, productIds, currency, guaranteeMode, approvedAmount, isRevolving, startDate, endDate } =
    quota
  return { quotaType, fundingPartyId, departmentId, productIds, currency, guaranteeMode, approvedAmount, isRevolving, startDate, endDate }
}
