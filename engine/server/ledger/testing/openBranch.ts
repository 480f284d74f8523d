import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ProductPlan } from '../../../core/plan'
import type { Database, DatabaseKind } from '../../database/database'
import { openTestDatabase } from '../../database/testDatabase'
import { entityTables } from '../../entityTables'
import { createServer } from '../../server'
import type { Services } from '../../services'
import { systemUser, type SessionUser } from '../../session'
import type { ProductExtensions } from '../../extensions'
import { inTransaction } from '../../write/transaction'
import { branchExtensions, branchPlan } from './branch'
import { createTables, everyButtonOf, noFiles } from '../../testing/smallProduct'
import { quote } from '../../source'
import { tamper } from '../../testing/tamper'
import { withSeenVersion } from '../../testing/seenVersion'

type Values = Record<string, unknown>

export interface Said {
  status: number
  /** What the user reads when it is refused. */
  message: string
  body: Values
}

export interface Branch {
  services: Services
  database: Database
  /** The business clock; set it to go to another day. */
  time: { today: string; now: string }
  /** `clerk` submits, `boss` approves. */
  users: Record<'clerk' | 'boss', SessionUser>
  /** Creates a record as a rule would; answers its id. */
  add(entity: string, values: Values): Promise<string>
  /** Several at once. */
  addAll(entity: string, records: Values[]): Promise<string[]>
  /** Writes fields as a rule would. */
  set(entity: string, id: string, values: Values): Promise<void>
  /** A batch with copies, as they were bought. */
  addBatch(batchNo: string, available: number): Promise<string>
  /** A purse with money in it. */
  addPurse(readerName: string, amount: number): Promise<string>
  /** Presses a button; other words than the state are in `body`. */
  press(who: 'clerk' | 'boss', entity: string, action: string, id: string, form?: Values): Promise<Said>
  /** Shows what a button would do. */
  try(who: 'clerk' | 'boss', entity: string, action: string, id: string, form?: unknown): Promise<Said>
  /** The same as `press`, which must go through. */
  act(who: 'clerk' | 'boss', entity: string, action: string, id: string, form?: Values): Promise<void>
  /** Fields of a record as they are stored. */
  read(entity: string, id: string, ...fields: string[]): Promise<Values>
  /** All records of an entity, by id. */
  all(entity: string): Promise<Values[]>
  rows(table: string): Promise<Values[]>
  count(table: string): Promise<number>
  /** Open holds of a balance, oldest first: `release 7 locked 2 from swap 3`, where it was taken from swap 3. */
  holds(entity: string, id: string): Promise<string[]>
  /** What a document has booked, in order: `copies.FREEZE batch 1: 5`. */
  movements(entity: string, id: string): Promise<string[]>
  /** What a document has gone through: actions and who did them, `submit by Clerk`; `by nobody` is the system. */
  history(entity: string, id: string): Promise<string[]>
  /** All that is stored: by table its rows as JSON, read in one statement because there are sixty tables and tests ask often. */
  everything(): Promise<Record<string, string>>
  /** Takes everything away but the staff. */
  clear(): Promise<void>
  close(): Promise<void>
}

export async function openBranch(
  kind: DatabaseKind,
  plan: ProductPlan = branchPlan,
  extensions: ProductExtensions = branchExtensions,
): Promise<Branch> {
  const everyButton = everyButtonOf(plan)
  // Of a database that is closed right after much was written, housekeeping complains.
  const database = await openTestDatabase(kind, { logger: { warn: () => undefined } })
  await createTables(database, plan)
  const time = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z' }
  const clock = { today: () => time.today, now: () => time.now }
  const services = { plan, database, extensions, clock, fileStore: noFiles } as Services
  const staff = (staffName: string) => inTransaction(services, systemUser, async (tools) => (await tools.create('staff', { staffName })).id)
  const users = {
    clerk: { id: await staff('Clerk'), name: 'Clerk', subMenus: everyButton, scope: {} },
    boss: { id: await staff('Boss'), name: 'Boss', subMenus: everyButton, scope: {} },
  }
  const app = await createServer({
    ...services,
    authenticate: async (token) => (Object.hasOwn(users, token) ? users[token as keyof typeof users] : undefined),
    contractPermission: 'branch_order',
    logger: { level: 'silent' },
  })
  const post = async (who: string, url: string, payload: unknown): Promise<Said> => {
    const headers = { authorization: `Bearer ${who}`, 'idempotency-key': randomUUID() }
    const sent = await withSeenVersion(services, 'POST', url, payload)
    const response = await app.inject({ method: 'POST', url, headers, payload: sent as object })
    const body = response.json<Values>()
    return { status: response.statusCode, message: response.statusCode === 200 ? '' : String(body['message']), body }
  }
  const branch: Branch = {
    services: { ...services, log: app.log },
    database,
    time,
    users,
    add: (entity, values) => inTransaction(services, users.clerk, async (tools) => (await tools.create(entity, values)).id),
    addAll: (entity, records) =>
      inTransaction(services, users.clerk, async (tools) => {
        const ids = []
        for (const values of records) ids.push((await tools.create(entity, values)).id)
        return ids
      }),
    set: (entity, id, values) => inTransaction(services, users.clerk, (tools) => tools.set(entity, id, values)),
    async addBatch(batchNo, available) {
      const id = await branch.add('batch', { batchNo })
      if (available > 0) {
        const chain = await branch.add('chain', { chainNo: `bought ${batchNo}`, batchId: id, step: available })
        await branch.act('clerk', 'chain', 'gain', chain)
      }
      return id
    },
    async addPurse(readerName, amount) {
      const id = await branch.add('purse', { purseName: readerName, readerName, kind: 'ADVANCE' })
      await branch.act('clerk', 'chain', 'fill', await branch.add('chain', { chainNo: `filled ${readerName}`, readerName, step: amount }))
      return id
    },
    press: (who, entity, action, id, form = {}) => post(who, `/api/branch/${entity}/${action}/${id}`, form),
    try: (who, entity, action, id, form = {}) => post(who, `/api/branch/${entity}/try/${action}/${id}`, form),
    async act(who, entity, action, id, form) {
      const { status, message } = await branch.press(who, entity, action, id, form)
      if (status !== 200) throw new Error(`${entity} ${id} ${action}: ${status} ${message}`)
    },
    async read(entity, id, ...fields) {
      const record = await inTransaction(services, systemUser, (tools) => tools.load(entity, id))
      return fields.length === 0 ? record : Object.fromEntries(fields.map((field) => [field, record[field]]))
    },
    all: (entity) => inTransaction(services, systemUser, (tools) => tools.find(entity, {})),
    async rows(table) {
      const { rows } = await sql<Values>`select * from ${sql.id(table)} order by 1`.execute(database.kysely)
      return rows
    },
    count: async (table) => (await branch.rows(table)).length,
    async holds(entity, id) {
      const rows = await branch.rows('ledger_hold')
      const nameOf = ({ owner_entity, owner_id }: Values): string => `${String(owner_entity)} ${String(owner_id)}`
      const giverOf = (row: Values): string => {
        const giver = rows.find((one) => one['id'] === row['giver_id'])
        return giver ? ` from ${nameOf(giver)}` : ''
      }
      return rows
        .filter((row) => row['balance_entity'] === entity && row['balance_id'] === id && Number(row['open']) > 0)
        .map((row) => `${nameOf(row)} ${String(row['bucket'])} ${Number(row['open'])}${giverOf(row)}`)
    },
    async movements(entity, id) {
      const rows = await branch.rows('ledger_movement')
      return rows
        .filter((row) => row['document_entity'] === entity && row['document_id'] === id)
        .map(({ ledger, type, balance_entity, balance_id, amounts }) => {
          const shown = Object.values(amounts as Record<string, string>).map(Number)
          return `${String(ledger)}.${String(type)} ${String(balance_entity)} ${String(balance_id)}: ${shown.join(' ')}`
        })
    },
    async history(entity, id) {
      const rows = await branch.rows('document_history')
      return rows
        .filter((row) => row['entity'] === entity && row['document_id'] === id)
        .map(({ action, operator_name }) => `${String(action)} by ${operator_name === null ? 'nobody' : String(operator_name)}`)
    },
    async everything() {
      const tables = entityTables(plan)
        .map(({ name }) => name)
        .filter((name) => !['idempotency_key', 'document_sequence', 'request_count'].includes(name))
      const texts = tables.map(
        (name) => sql`(select coalesce(json_agg(t order by t)::text, '[]') from ${sql.id(name)} as t) as ${sql.id(name)}`,
      )
      const { rows } = await sql<Record<string, string>>`select ${sql.join(texts)}`.execute(database.kysely)
      return rows[0] ?? {}
    },
    clear() {
      const tables = entityTables(plan).filter(({ name }) => name !== 'staff')
      return tamper(database, ...tables.map(({ name }) => `delete from ${quote(name)}`))
    },
    close: () => app.close(),
  }
  return branch
}
