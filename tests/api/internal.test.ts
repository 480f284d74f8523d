import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { unpack } from '../../engine/server/exchange/archive'
import { quote } from '../../engine/server/source'
import { toColumn } from '../../engine/server/rows'
import { tamper } from '../../engine/server/testing/tamper'
import type { FieldPlan, ScreenPlan } from '../../engine/core/plan'
import type { Method, Session } from './support/client'
import { exchange } from './support/exchange'
import { describePlatform } from './support/platform'

/** One account of each partner role (domain 80, H.1). */
const partners = ['fp01', 'wh01', 'br01', 'lg01', 'ta01']

/** Stands in every internal field, in every opinion of our people, and in the names of them all. */
const marks = { field: '内部栏标记', opinion: '内部意见标记', name: '内部姓名标记' }
const allMarks = Object.values(marks)

type Row = { id: string } & Record<string, unknown>
type Choice = { value: string }

/**
 * Decision D33, of everything that is served, so that a new field, screen or endpoint is asked too: what is marked internal in the schemas, and
 * what our people say to each other, leaves the server by no endpoint of the contract for a partner.
 */
describePlatform('what is internal', (platform) => {
  let withField = 0
  let receivedEntry = ''
  beforeAll(async () => {
    const { database, plan } = platform()
    const { kysely } = database
    const tables = Object.values(plan.entities).flatMap(({ view, table, fields, lines }) =>
      view === undefined ? [{ table, fields }, ...Object.values(lines).map((line) => ({ table: line.table, fields: line.fields }))] : [],
    )
    const chief = await platform().idOf('app_user', 'user_name', 'bm01')
    for (const { table, fields } of tables) {
      for (const field of Object.values(fields).filter(({ internal }) => internal)) {
        withField += 1
        await sql`update ${sql.raw(quote(table))} set ${sql.raw(quote(toColumn(field.name)))} = ${valueOf(field, chief)}`.execute(kysely)
      }
    }
    // Their names wherever they have been copied to, too.
    const ours = sql`select real_name from app_user where enterprise_id is null`
    for (const { table, fields } of tables.filter((each) => each.table !== 'app_user')) {
      for (const { name } of Object.values(fields).filter(({ type, stored, internal }) => type === 'text' && stored && !internal)) {
        if (name === 'id') continue
        const column = sql.raw(quote(toColumn(name)))
        // Asked first, for tables that are never changed.
        const { rows } = await sql`select from ${sql.raw(quote(table))} where ${column} in (${ours}) limit 1`.execute(kysely)
        if (rows.length > 0)
          await sql`update ${sql.raw(quote(table))} set ${column} = ${marks.name} where ${column} in (${ours})`.execute(kysely)
      }
    }
    await sql`update app_user set real_name = ${marks.name} || id where enterprise_id is null`.execute(kysely)
    // The history is never changed; this one is the test's own.
    await tamper(
      database,
      `update document_history set operator_name = '${marks.name}', opinion = '${marks.opinion}' where operator_id in
        (select id from app_user where enterprise_id is null)`,
    )
    await receiveGoods()
  })

  /** One of our own people takes goods in, as whoever has the button may. */
  async function receiveGoods(): Promise<void> {
    const { kysely } = platform().database
    const warehouse = await platform().idOf('role', 'role_code', 'WH')
    await sql`update app_user set role_ids = role_ids || ${warehouse}::bigint where user_name = 'bm01'`.execute(kysely)
    const [ours, theirs] = [await platform().as('bm01'), await platform().as('br01')]
    const base = '/api/inventory/stockin'
    const { body } = await theirs.ask('GET', `${base}/list?pageSize=200&status=NOTIFIED`)
    const id = body.records[0]?.id as string
    const { body: notice } = await ours.ask('GET', `${base}/${id}`)
    const goods = (notice.goods as { id: string }[]).map((line) => ({ id: line.id, receivedGoodQty: '1' }))
    await ours.act(base, 'receive', id, { version: notice.version, goods })
    receivedEntry = notice.entryNo as string
  }

  const valueOf = (field: FieldPlan, userId: string): string => {
    if (field.ref?.entity === platform().plan.userEntity) return userId
    if (field.type === 'text' || field.type === 'textarea') return marks.field
    throw new Error(`no mark for the internal field ${field.name} of type ${field.type}: say here what one is`)
  }

  /** Every path of the contract that reads, with ids that the account sees, or some of those that there are. */
  async function readings(session: Session): Promise<{ method: Method; path: string }[]> {
    const { plan } = platform()
    const { body } = await (await platform().as('admin')).ask('GET', '/api/contract')
    const screens = Object.values(plan.screens).toSorted((one, other) => other.base.length - one.base.length)
    const known = new Map<string, Row[]>()
    for (const { base, entity } of screens) {
      const { body: listed } = await session.ask('GET', `${base}/list?pageSize=200`)
      const seen = spread((listed.records ?? []) as Row[])
      const { rows } = await sql<{
        id: string
      }>`select id::text from ${sql.raw(quote(plan.entities[entity]?.table ?? ''))} order by id limit 3`
        .execute(platform().database.kysely)
        .catch(() => ({ rows: [] }))
      known.set(base, [...seen, ...rows.filter(({ id }) => !seen.some((row) => row.id === id))])
    }
    return Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) => {
      const screen = screens.find(({ base }) => path.startsWith(base))
      const isReading = (method: string): boolean =>
        method === 'get' ||
        (method === 'post' &&
          (/\/(list|export)$/.test(path) || Object.values(screen?.extra ?? {}).some(({ url, list }) => list && url === path)))
      const rowsOf: Row[] = (screen && known.get(screen.base)) ?? [{ id: '1' }]
      // A path asks for a row by its id, or by what it is called: `/wms/{entryNo}`.
      // A path without a hole is asked also where the account sees no row.
      const filled = (one: string): string[] =>
        one.includes('{')
          ? [
              ...new Set(
                rowsOf.map((row) => one.replace(/\{(\w+)\}/g, (_hole, name: string) => encodeURIComponent(String(row[name] ?? row.id)))),
              ),
            ]
          : [one]
      const keyed = path.includes('{key}') ? Object.keys(screen?.access.options ?? {}).map((key) => path.replace('{key}', key)) : [path]
      const whole = keyed.flatMap(filled)
      const asked = whole.map((one) => (/\/print\/\w+$/.test(one) ? `${one}?ids=${rowsOf[0]?.id ?? '1'}` : one))
      return Object.keys(methods)
        .filter(isReading)
        .flatMap((method) => asked.map((one) => ({ method: method.toUpperCase() as Method, path: one })))
    })
  }

  /** Some from the beginning, the middle and the end. */
  function spread<Value>(all: Value[]): Value[] {
    const places = new Set([0, Math.floor(all.length / 2), all.length - 1])
    return all.filter((_value, place) => places.has(place))
  }

  async function textOf(session: Session, { method, path }: { method: Method; path: string }): Promise<{ status: number; text: string }> {
    const { status, headers, content } = await exchange(`${session.address}${path}`, {
      method,
      headers: { authorization: `Bearer ${session.token}`, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
    if (!/spreadsheet/.test(headers.get('content-type') ?? '')) return { status, text: content.toString() }
    const parts = await unpack(content, { entries: 99, bytes: 1e8, ratio: 9_999, ratioFrom: 1e6 }, () => true)
    return { status, text: parts.map((part) => String(part.content)).join('') }
  }

  /** What all readings have answered, each asked once for all questions about it. */
  interface Heard {
    found: string[]
    answered: number
    /** By their address, the choices that were offered; undefined where they were refused. */
    offered: Map<string, Choice[] | undefined>
  }

  async function hear(session: Session): Promise<Heard> {
    const heard: Heard = { found: [], answered: 0, offered: new Map() }
    for (const query of await readings(session)) {
      const { status, text } = await textOf(session, query)
      const asked = `${query.method} ${query.path}`
      if (status >= 500 || status === 429) heard.found.push(`${asked}: ${status}`)
      if (status === 200) heard.answered += 1
      for (const mark of allMarks) if (text.includes(mark)) heard.found.push(`${asked}: ${mark}`)
      if (query.method === 'GET' && query.path.includes('/options/search:'))
        heard.offered.set(query.path, choicesIn(query.path, status, text))
    }
    return heard
  }

  const heard = new Map<string, Promise<Heard>>()
  /** By a partner with the rights of an auditor besides. */
  function heardBy(userName: string): Promise<Heard> {
    const all = heard.get(userName) ?? makeAuditor(userName).then(async () => hear(await platform().as(userName)))
    heard.set(userName, all)
    return all
  }

  function choicesIn(path: string, status: number, text: string): Choice[] | undefined {
    if (status === 403) return undefined
    expect([path, status]).toEqual([path, 200])
    return JSON.parse(text) as Choice[]
  }

  const accountBases = (): string[] =>
    Object.values(platform().plan.screens).flatMap(({ entity, base }) => (['user', 'role'].includes(entity) ? [base] : []))

  /** Opens every menu that only reads to the account. */
  async function makeAuditor(userName: string): Promise<void> {
    const auditor = await platform().idOf('role', 'role_code', 'AU')
    await sql`update app_user set role_ids = role_ids || ${auditor}::bigint
        where user_name = ${userName} and not ${auditor}::bigint = any(role_ids)`.execute(platform().database.kysely)
  }

  const searchesOf = ({ base, access }: ScreenPlan): { path: string; name: string }[] =>
    Object.entries(access.options).flatMap(([key, { name }]) =>
      key.startsWith('search:') ? [{ path: `${base}/options/${key}`, name }] : [],
    )

  /** What search forms offer an account with the rights of its roles alone. */
  async function offersTo(session: Session): Promise<Heard['offered']> {
    const offered: Heard['offered'] = new Map()
    for (const screen of Object.values(platform().plan.screens)) {
      for (const { path } of searchesOf(screen)) {
        const { status, text } = await textOf(session, { method: 'GET', path })
        const choices = choicesIn(path, status, text)
        // All fields of a form are offered by the one route that is refused.
        if (choices === undefined) break
        offered.set(path, choices)
      }
    }
    return offered
  }

  /** How many choices those are, and which of them find no row of their list. */
  async function tryOffers(
    session: Session,
    offered: Heard['offered'],
    some = (values: string[]) => values,
  ): Promise<{ tried: number; strange: string[] }> {
    const strange: string[] = []
    let tried = 0
    for (const screen of Object.values(platform().plan.screens)) {
      for (const { path, name } of searchesOf(screen)) {
        for (const value of some((offered.get(path) ?? []).map((choice) => choice.value))) {
          tried += 1
          const { body: listed } = await session.ask('GET', `${screen.base}/list?pageSize=1&${name}=${value}`)
          if (!(listed.total > 0)) strange.push(`${path}: ${value}`)
        }
      }
    }
    return { tried, strange }
  }

  it.each(partners)('is whom else we work with: a search form offers %s what stands in rows that they see', async (userName) => {
    const session = await platform().as(userName)
    const { tried, strange } = await tryOffers(session, await offersTo(session))
    expect(strange).toEqual([])
    if (userName === 'fp01') expect(tried).toBeGreaterThan(3)
  })

  it('is whom we work with ourselves: our own search among all', async () => {
    const session = await platform().as('au01')
    const { body } = await session.ask('GET', '/api/inventory/collateralstock/options/search:borrowerId')
    const { body: theirs } = await (await platform().as('fp01')).ask('GET', '/api/inventory/collateralstock/options/search:borrowerId')
    expect(body.length).toBeGreaterThan(theirs.length)
  })

  it('is something, and is shown to our own people', async () => {
    expect(withField).toBeGreaterThan(10)
    const session = await platform().as('au01')
    const missing = new Map(allMarks.map((mark) => [mark, 6]))
    for (const query of await readings(session)) {
      const { text } = await textOf(session, query)
      for (const [mark, left] of missing) if (text.includes(mark)) missing.set(mark, left - 1)
      for (const [mark, left] of missing) if (left === 0) missing.delete(mark)
      if (missing.size === 0) break
    }
    expect([...missing]).toEqual([])
  })

  it('is who of us took goods in', async () => {
    for (const userName of ['br01', 'bm01']) {
      const session = await platform().as(userName)
      const { status, body } = await session.ask('GET', `/api/inventory/stockin/wms/list?entryNo=${receivedEntry}`)
      expect([status, body.records?.[0]?.wmsOperator]).toEqual([200, '平台'])
    }
  })

  it.each(partners)('is in no answer to %s, even with the rights of an auditor besides', async (userName) => {
    const { found, answered } = await heardBy(userName)
    // Users and the roles that they have: names are what these lists are for, and no partner has the right to them.
    const isOfAccounts = (each: string): boolean => each.endsWith(marks.name) && accountBases().some((base) => each.includes(` ${base}/`))
    expect(found.filter((each) => !isOfAccounts(each))).toEqual([])
    expect(answered).toBeGreaterThan(50)
  })

  it.each(partners)('is whom else we work with to %s even with the rights of an auditor', async (userName) => {
    const { offered } = await heardBy(userName)
    const searches = Object.values(platform().plan.screens).flatMap(searchesOf)
    expect(searches.filter(({ path }) => !offered.has(path))).toEqual([])
    const { tried, strange } = await tryOffers(await platform().as(userName), offered, spread)
    expect(strange).toEqual([])
    expect(tried).toBeGreaterThan(5)
  })

  it.each(partners)('is a draft of somebody else to %s', async (userName) => {
    const session = await platform().as(userName)
    const { plan } = platform()
    let drafts = 0
    for (const { base, entity } of Object.values(plan.screens)) {
      const { states = {}, statusField, table, view } = plan.entities[entity] ?? {}
      const hidden = Object.values(states).filter(({ internal }) => internal)
      if (hidden.length === 0 || statusField === undefined || table === undefined || view !== undefined) continue
      for (const { code } of hidden) {
        const { rows } = await sql<{
          id: string
        }>`select id::text from ${sql.raw(quote(table))} where ${sql.raw(quote(toColumn(statusField)))} = ${code}
            and (created_by_id is null or created_by_id not in (select id from app_user where enterprise_id =
              (select enterprise_id from app_user where user_name = ${userName})))`.execute(platform().database.kysely)
        const { body } = await session.ask('GET', `${base}/list?pageSize=200&${statusField}=${code}`)
        expect([base, body.total ?? 0]).toEqual([base, 0])
        for (const { id } of rows.slice(0, 5)) {
          drafts += 1
          for (const path of [`${base}/${id}`, `${base}/history/${id}`, `${base}/attach/${id}`])
            expect([path, (await session.ask('GET', path)).status]).toEqual([path, 404])
        }
      }
    }
    expect(drafts).toBeGreaterThan(5)
  })
})
