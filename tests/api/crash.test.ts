import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../engine/server/database/openDatabase'
import type { Database } from '../../engine/server/database/database'
import { violatedInvariants } from '../../src/server/invariants'
import type { Session } from './support/client'
import { bookingFaults, bookingTurns } from './support/bookings'
import { copyDemoData, type DemoDatabase } from './support/demoData'
import { at } from './support/fixtures'
import { killedWhileWriting, type Turn, type Wanted } from './support/killed'
import { startServer, type ServerProcess } from './support/serverProcess'
import { testProduct } from './support/product'

const kills = 3
const writers = 4

let data: DemoDatabase
beforeAll(async () => {
  data = await copyDemoData('pglite')
})
// Undefined when there was nothing to copy.
afterAll(() => (data as DemoDatabase | undefined)?.drop())

/** Issue 2, "Bad input": a server killed with -9 at any moment loses no acknowledged write, leaves no half document, and opens again. */
describe('a server that is killed while it writes', () => {
  let quotas: Wanted[] = []
  let bookings: Wanted[] = []
  let database: Database
  beforeAll(async () => {
    // Together: each kill meets writes of both kinds, and an embedded database takes seconds to start.
    const written = await killedWhileWriting(data.dataDirectory, kills, [
      { userName: 'op01', turns: quotaTurns },
      { userName: 'fn01', turns: bookingTurns(writers) },
    ])
    ;[quotas = [], bookings = []] = written
    database = await openDatabase({ directory: join(data.dataDirectory, 'database') })
  })
  afterAll(() => (database as Database | undefined)?.close())

  it('has every write that it had acknowledged, each whole and once, and serves again', async () => {
    expect(quotas.length).toBeGreaterThan(kills * writers)
    const { kysely } = database
    const stored = await kysely.selectFrom('quota').select(['id', 'quota_no', 'quota_name']).where('quota_name', 'like', '写入%').execute()
    const numbers = stored.map((quota) => quota['quota_no'])
    const histories = await kysely
      .selectFrom('document_history')
      .select('document_id')
      .where('entity', '=', 'quota')
      .where('document_label', 'in', numbers)
      .execute()
    const sorted = (values: readonly unknown[]): string[] => values.map(String).sort()
    expect(sorted(stored.map((quota) => quota['quota_name']))).toEqual(
      sorted(quotas.map(({ values }) => (values as { quotaName: string }).quotaName)),
    )
    expect(sorted(stored.map((quota) => quota['quota_no']))).toEqual(sorted(quotas.map(({ answer }) => answer?.['quotaNo'])))
    expect(sorted(histories.map((row) => row['document_id']))).toEqual(sorted(stored.map((quota) => quota['id'])))
  })

  it('has each acknowledged booking with its money, its voucher and its number, and none twice', async () => {
    expect(bookings.length).toBeGreaterThan(kills * writers)
    expect(await bookingFaults(database, bookings)).toEqual([])
  })

  it('has its books in order', async () => {
    expect(await violatedInvariants(testProduct(), database)).toEqual([])
  })
})

describe('a server that runs', () => {
  let first: ServerProcess
  beforeAll(async () => {
    first = await startServer(data.dataDirectory)
  })
  afterAll(async () => {
    const code = await first.stop()
    if (code !== 0) throw new Error(`the server stopped with ${code}`)
  })

  it('lets no second server at the same data', async () => {
    await expect(startServer(data.dataDirectory)).rejects.toThrow('正被进程')
  })

  it('lets no second server at its address, which begins nothing that takes long before it says so', async () => {
    const { port } = new URL(first.guest.address)
    const fresh = join(data.dataDirectory, 'fresh')
    await expect(startServer(fresh, undefined, { PORT: port })).rejects.toThrow(`127.0.0.1:${port} 已被别的程序占用`)
    expect(existsSync(fresh)).toBe(false)
  })
})

/** Quotas, typed again from one of the demo data. */
async function quotaTurns(session: Session): Promise<Turn[]> {
  const [known] = (await session.list(at.quota, { quotaName: '甲行华东综合授信' })).records
  const quota = await session.read(at.quota, known?.id ?? '')
  const typed = [
    'quotaType',
    'fundingPartyId',
    'departmentId',
    'productIds',
    'currency',
    'guaranteeMode',
    'approvedAmount',
    'isRevolving',
    'startDate',
    'endDate',
  ]
  const values = Object.fromEntries(typed.map((name) => [name, quota[name]]))
  return Array.from({ length: writers }, () => async (ask) => void (await ask(at.quota, { ...values, quotaName: `写入 ${randomUUID()}` })))
}
