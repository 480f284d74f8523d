import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import type { Problem } from '../../../core/wire'
import type { Database, DatabaseKind } from '../../database/database'
import { openTestDatabase } from '../../database/testDatabase'
import { folderStore } from '../../files/fileStore'
import { createServer, type ServerOptions } from '../../server'
import type { Services } from '../../services'
import { systemUser, type SessionUser } from '../../session'
import { inTransaction } from '../transaction'
import { deskExtensions, deskPlan, moveCopies } from './desk'
import { createTables, everyButtonOf } from '../../testing/smallProduct'
import { withSeenVersion } from '../../testing/seenVersion'

export type Who = 'clerk' | 'boss' | 'stranger' | 'reader' | 'nobody'

export interface ApiResponse<Body = Record<string, unknown>> {
  status: number
  body: Body
  headers: Record<string, unknown>
}

/** A running desk with two branches, staff and the means to call it. */
export interface Desk {
  app: FastifyInstance
  services: Services
  database: Database
  /** Where uploaded files are kept. */
  folder: string
  users: Record<Exclude<Who, 'nobody'>, SessionUser>
  /** Ids of the branches. */
  branches: { north: string; south: string }
  /** The business clock; set it to go to another day. */
  time: { today: string; now: string }
  /** `Body` is what the answer is expected to be. */
  call<Body = Record<string, unknown>>(
    who: Who,
    method: InjectOptions['method'],
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse<Body>>
  refusal(who: Who, method: InjectOptions['method'], url: string, body?: unknown, headers?: Record<string, string>): Promise<Problem>
  count(table: string): Promise<number>
  rows(table: string): Promise<Record<string, unknown>[]>
  addBook(title: string, onShelf: number, values?: Record<string, unknown>): Promise<string>
  addMember(name: string, values?: Record<string, unknown>): Promise<string>
  /** A draft with one row for each book. */
  addLending(
    memberId: string,
    items: { bookId: string; qty: number }[],
    values?: Record<string, unknown>,
  ): Promise<{ id: string; version: number }>
  close(): Promise<void>
}

const everything = everyButtonOf(deskPlan)

export async function openDesk(kind: DatabaseKind, options: Pick<ServerOptions, 'workbooks'> = {}): Promise<Desk> {
  const database = await openTestDatabase(kind)
  await createTables(database, deskPlan)
  const folder = await mkdtemp(join(tmpdir(), 'desk-'))
  const time = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z' }
  const clock = { today: () => time.today, now: () => time.now }
  const fileStore = folderStore(folder)
  const services = { plan: deskPlan, database, extensions: deskExtensions, clock, fileStore } as Services

  const { north, south, ids } = await inTransaction(services, systemUser, async (tools) => {
    const branch = async (branchName: string) => (await tools.create('branch', { branchName })).id
    const staff = async (staffName: string) => (await tools.create('staff', { staffName })).id
    await tools.create('language', { languageCode: 'zh', languageName: 'Chinese' })
    return {
      north: await branch('North'),
      south: await branch('South'),
      ids: { clerk: await staff('Clerk'), boss: await staff('Boss'), stranger: await staff('Stranger'), reader: await staff('Reader') },
    }
  })
  const users = {
    clerk: { id: ids.clerk, name: 'Clerk', subMenus: everything, scope: { branch: [north] } },
    boss: { id: ids.boss, name: 'Boss', subMenus: everything, scope: {} },
    stranger: { id: ids.stranger, name: 'Stranger', subMenus: everything, scope: { branch: [south] } },
    reader: { id: ids.reader, name: 'Reader', subMenus: everything.map((menu) => ({ ...menu, children: [] })), scope: {} },
  }
  const app = await createServer({
    plan: deskPlan,
    database,
    extensions: deskExtensions,
    authenticate: async (token) => (Object.hasOwn(users, token) ? users[token as keyof typeof users] : undefined),
    clock,
    fileStore,
    contractPermission: 'desk_book',
    logger: { level: 'silent' },
    ...options,
  })

  async function call<Body = Record<string, unknown>>(
    who: Who,
    method: InjectOptions['method'],
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    const sent = await withSeenVersion(services, method, url, body)
    const response = await app.inject({
      ...(method ? { method } : {}),
      url,
      headers: { ...(who === 'nobody' ? {} : { authorization: `Bearer ${who}` }), ...headers },
      ...(sent === undefined ? {} : { payload: sent as object }),
    })
    return {
      status: response.statusCode,
      body: response.body === '' ? ({} as Body) : response.json<Body>(),
      headers: response.headers,
    }
  }

  async function added(url: string, body: unknown): Promise<{ id: string; version: number }> {
    const { status, body: record } = await call<{ id: string; version: number }>('clerk', 'POST', url, body)
    if (status !== 200) throw new Error(`${url} answered ${status}: ${JSON.stringify(record)}`)
    return record
  }

  return {
    app,
    services,
    database,
    folder,
    users,
    branches: { north, south },
    time,
    call,
    async refusal(who, method, url, body, headers) {
      const response = await call<Problem>(who, method, url, body, headers)
      if (response.status < 400) throw new Error(`${method} ${url} was not refused: ${JSON.stringify(response.body)}`)
      return response.body
    },
    async count(table) {
      const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.id(table)}`.execute(database.kysely)
      return Number(rows[0]?.count)
    },
    async rows(table) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.id(table)} order by 1`.execute(database.kysely)
      return rows
    },
    async addBook(bookTitle, onShelf, values = {}) {
      return inTransaction(services, users.boss, async (tools) => {
        const book = await tools.create('book', { bookTitle, ...values })
        if (onShelf > 0) await moveCopies(tools, book.id, onShelf, 0, 'bought')
        return book.id
      })
    },
    async addMember(memberName, values = {}) {
      return (await added('/api/desk/member', { memberName, branchId: north, ...values })).id
    },
    addLending: (memberId, items, values = {}) =>
      added('/api/desk/lending', { branchId: north, memberId, purpose: 'reading', items, ...values }),
    async close() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
