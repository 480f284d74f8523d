import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Problem, TryResponse } from '../../../core/wire'
import type { Database, DatabaseKind } from '../../database/database'
import { openTestDatabase } from '../../database/testDatabase'
import { createServer } from '../../server'
import type { Services } from '../../services'
import type { SessionUser } from '../../session'
import { counterExtensions, counterPlan } from './counter'
import { createTables, everyButtonOf } from '../../testing/smallProduct'
import { withSeenVersion } from '../../testing/seenVersion'

export type Who = 'clerk' | 'stranger' | 'reader'

/** A running counter with two branches, each with a card and titles, and the means to call it. */
export interface Counter {
  app: FastifyInstance
  database: Database
  services: Services
  clerk: SessionUser
  branches: { north: string; south: string }
  card: string
  /** With 10 copies each, at 1.50 and 2.50. */
  titles: [string, string]
  post(who: Who, url: string, body: unknown, key?: string): Promise<{ status: number; body: Record<string, unknown> & Partial<Problem> }>
  /** Fails when it is not answered. */
  tried(who: Who, url: string, body: unknown): Promise<TryResponse>
  get(who: Who, url: string): Promise<{ status: number; body: Record<string, unknown> }>
  insert(entity: string, values: Record<string, unknown>): Promise<string>
  /** Every row of every table, but for where sequences stand and how often was asked. */
  everything(): Promise<Record<string, unknown>>
  close(): Promise<void>
}

const everyButton = everyButtonOf(counterPlan)

export async function openCounter(kind: DatabaseKind): Promise<Counter> {
  const database = await openTestDatabase(kind)
  const { kysely } = database
  await createTables({ kysely }, counterPlan)
  const now = '2026-11-20T02:00:00.000Z'

  async function insert(name: string, values: Record<string, unknown>): Promise<string> {
    const table = counterPlan.entities[name]?.table ?? ''
    const row = { version: 1, created_at: now, updated_at: now, ...values }
    const { id } = await kysely.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow()
    return String(id)
  }
  const north = await insert('branch', { branch_name: 'North' })
  const south = await insert('branch', { branch_name: 'South' })
  const card = await insert('card', { card_no: 'C-1', branch_id: north, ceiling: '100.00', reserved: '0', left: '100.00' })
  const title = (title_name: string, price: string): Promise<string> =>
    insert('title', { title_name, branch_id: north, price, purchase: '9.99', available: 10, aside: 0, at_most: 1000 })
  const titles: [string, string] = [await title('Atlas', '1.50'), await title('Birds', '2.50')]
  const staff = await insert('staff', { staff_name: 'Clerk' })
  const other = await insert('staff', { staff_name: 'Stranger' })
  const reader = await insert('staff', { staff_name: 'Reader' })
  const users: Record<Who, SessionUser> = {
    clerk: { id: staff, name: 'Clerk', subMenus: everyButton, scope: { branch: [north] } },
    stranger: { id: other, name: 'Stranger', subMenus: everyButton, scope: { branch: [south] } },
    reader: { id: reader, name: 'Reader', subMenus: everyButton.map((menu) => ({ ...menu, children: [] })), scope: {} },
  }
  const clock = { today: () => '2026-11-20', now: () => now }
  const services = { plan: counterPlan, database, extensions: counterExtensions, clock } as Services
  const app = await createServer({
    plan: counterPlan,
    database,
    extensions: counterExtensions,
    authenticate: async (token) => users[token as Who],
    clock,
    // Nothing here has files.
    fileStore: undefined as never,
    contractPermission: 'counter_order',
    logger: { level: 'silent' },
  })

  async function call(who: Who, method: 'GET' | 'POST', url: string, body?: unknown, headers: Record<string, string> = {}) {
    const sent = await withSeenVersion(services, method, `/api/counter/${url}`, body)
    const response = await app.inject({
      method,
      url: `/api/counter/${url}`,
      headers: { authorization: `Bearer ${who}`, ...headers },
      ...(sent === undefined ? {} : { payload: sent as object }),
    })
    return { status: response.statusCode, body: response.json<Record<string, unknown> & Partial<Problem>>() }
  }

  return {
    app,
    database,
    services,
    clerk: users.clerk,
    branches: { north, south },
    card,
    titles,
    insert,
    get: (who, url) => call(who, 'GET', url),
    post: (who, url, body, key) => call(who, 'POST', url, body, key === undefined ? {} : { 'idempotency-key': key }),
    async tried(who, url, body) {
      const { status, body: response } = await call(who, 'POST', url, body)
      if (status !== 200) throw new Error(`${url} answered ${status}: ${JSON.stringify(response)}`)
      return response as unknown as TryResponse
    },
    async everything() {
      const { rows } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'request_count'`.execute(
        kysely,
      )
      const contents: Record<string, unknown> = {}
      for (const { name } of rows) contents[name] = (await sql`select * from ${sql.id(name)} order by 1`.execute(kysely)).rows
      return contents
    },
    close: () => app.close(),
  }
}
