import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { violatedInvariants } from '../../src/server/invariants'
import type { Session } from './support/client'
import { copyDemoData, type DemoDatabase } from './support/demoData'
import { at } from './support/fixtures'
import { startServer } from './support/serverProcess'
import { testProduct } from './support/product'

/** A document whose creation was asked for: by its key it can be asked for again. */
interface Wanted {
  key: string
  values: Record<string, unknown>
  /** Its number, when the server has answered. */
  quotaNo?: string
}

const kills = 3
const writers = 4

/** Issue 2, "Bad input": a server killed with -9 at any moment loses no acknowledged write, leaves no half document, and opens again. */
describe('a server that is killed while it writes', () => {
  let data: DemoDatabase
  beforeAll(async () => {
    data = await copyDemoData('pglite')
  })
  // Undefined when there was nothing to copy.
  afterAll(() => (data as DemoDatabase | undefined)?.drop())

  it('has every write that it had acknowledged, each whole and once, and serves again', async () => {
    const wanted: Wanted[] = []
    for (let round = 0; round < kills; round++) {
      const server = await startServer(data.dataDirectory)
      const session = await server.guest.signIn('op01')
      // What the server before did not answer is asked for again with the same key: it happens now, or has happened already.
      await finish(session, wanted)
      const values = await template(session)
      const stopped = { yes: false }
      const writing = Array.from({ length: writers }, () => writeUntil(session, stopped, wanted, values))
      await sleep(300 + 250 * round)
      await server.kill()
      stopped.yes = true
      await Promise.all(writing)
    }
    const server = await startServer(data.dataDirectory)
    const session = await server.guest.signIn('op01')
    await finish(session, wanted)
    expect(wanted.length).toBeGreaterThan(kills * writers)
    expect(await server.stop()).toBe(0)

    const database = await openDatabase({ directory: join(data.dataDirectory, 'database') })
    const stored = await database.kysely
      .selectFrom('quota')
      .select(['id', 'quota_no', 'quota_name'])
      .where('quota_name', 'like', '写入%')
      .execute()
    const histories = await database.kysely
      .selectFrom('document_history')
      .select('document_id')
      .where('entity', '=', 'quota')
      .where(
        'document_label',
        'in',
        stored.map((quota) => quota['quota_no']),
      )
      .execute()
    const faults = await violatedInvariants(testProduct(), database)
    await database.close()

    expect(stored.map((quota) => String(quota['quota_name'])).sort()).toEqual(
      wanted.map(({ values }) => String(values['quotaName'])).sort(),
    )
    expect(stored.map((quota) => String(quota['quota_no'])).sort()).toEqual(wanted.map(({ quotaNo }) => String(quotaNo)).sort())
    expect(histories.map((row) => String(row['document_id'])).sort()).toEqual(stored.map((quota) => String(quota['id'])).sort())
    expect(faults).toEqual([])
  })

  it('lets no second server at the same data', async () => {
    const first = await startServer(data.dataDirectory)
    await expect(startServer(data.dataDirectory)).rejects.toThrow('正被进程')
    expect(await first.stop()).toBe(0)
  })
})

/** Creates quotas one after another until the server does not answer any more. */
async function writeUntil(session: Session, stopped: { yes: boolean }, wanted: Wanted[], values: Record<string, unknown>): Promise<void> {
  while (!stopped.yes) {
    const one: Wanted = { key: randomUUID(), values: { ...values, quotaName: `写入 ${randomUUID()}` } }
    wanted.push(one)
    try {
      await ask(session, one)
    } catch {
      return
    }
  }
}

async function finish(session: Session, wanted: Wanted[]): Promise<void> {
  for (const one of wanted.filter(({ quotaNo }) => quotaNo === undefined)) await ask(session, one)
}

async function ask(session: Session, one: Wanted): Promise<void> {
  const { status, body } = await session.ask('POST', at.quota, one.values, { 'idempotency-key': one.key })
  expect(status).toBe(200)
  one.quotaNo = String(body.quotaNo)
}

/** What a quota of the demo data says, to be typed again. */
async function template(session: Session): Promise<Record<string, unknown>> {
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
  return Object.fromEntries(typed.map((name) => [name, quota[name]]))
}
