import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListResponse } from '../../engine/core/wire'
import { accountsWith, everyRight } from './support/accounts'
import type { Session } from './support/client'
import { contractOf, holesOf, isId, propertiesOf, requiredOf, screenOf, type Operation, type Schema } from './support/contract'
import { describePlatform, type Platform } from './support/platform'

/** Of no record, and of no file. */
const nobodys = '999999999'
const noFile = '0'.repeat(32)
/** Of no record, so that what is one's own is not changed by being asked for. */
const noVersion = 999_999
/** Of one kind of records: the first, the last, and one in between. */
const maxOfKind = 3

/** Accounts of other enterprises in the demo data. */
const partners = ['fp01', 'wh01', 'wh02', 'br01', 'lg01', 'ta01']

/**
 * What is not theirs does not exist for partners: asked for it by its id, the server answers just what it answers for an id that nobody has, in
 * every endpoint of the contract. Whose a record is, is read from lists alone.
 */
describePlatform('the ids of others', (platform) => {
  let operations: Operation[] = []
  let everyone: Session
  let file = ''
  let before: Record<string, Record<string, unknown>> = {}
  const whole = new Map<string, string[]>()
  /** What a partner may call, and of that what has answered of a record of his own. */
  const callable = new Set<string>()
  const proven = new Set<string>()
  beforeAll(async () => {
    operations = (await contractOf(platform())).filter(takesId)
    ;[everyone] = (await accountsWith(platform(), [everyRight(platform().plan)])) as [Session]
    for (const { base } of Object.values(platform().plan.screens)) whole.set(base, await idsIn(everyone, base))
    file = await uploaded(await platform().as('op01'))
    before = await contents(platform())
  })

  it('are those of every enterprise but one', async () => {
    const { rows } = await sql<{ user_name: string }>`
        select user_name from app_user where enterprise_id is not null and status = 'ENABLED' order by 1`.execute(
      platform().database.kysely,
    )
    // A partner that the demo data gain is to be attacked too.
    expect(rows.map((row) => row.user_name).filter((name) => /01$|02$/.test(name))).toEqual(partners.toSorted())
    expect(operations.length).toBeGreaterThan(100)
  })

  describe.each(partners)('%s', (userName) => {
    it('are nobody’s', async () => {
      const partner = await platform().as(userName)
      const own = new Map<string, ReadonlySet<string>>()
      const wrong: string[] = []
      let [asked, hidden, reached] = [0, 0, 0]
      const ownFile = await uploaded(partner)
      for (const operation of operations) {
        const { base = '' } = screenOf(platform(), operation.path) ?? {}
        if (!own.has(base)) own.set(base, new Set(base === '' ? [] : await idsIn(partner, base)))
        const isFile = operation.path.startsWith('/file/') || operation.path.includes('/file/')
        const others = isFile ? [file] : spread((whole.get(base) ?? []).filter((id) => own.get(base)?.has(id) !== true))
        const nothing = await askFor(partner, operation, isFile ? noFile : nobodys)
        const name = `${operation.method} ${operation.path}`
        if (nothing.status === 404) callable.add(name)
        // His own answers, or the 404 of the others would say nothing.
        const mine = isFile ? [ownFile] : [...(own.get(base) ?? [])].slice(0, maxOfKind)
        if (nothing.status === 404 && (isFile || changesNothing(operation)))
          for (const id of mine)
            if ((await askFor(partner, operation, id, noVersion)).text !== nothing.text) {
              proven.add(name)
              reached++
              // One is enough: some answer nothing of a record in its state.
              break
            }
        // Who may not call it learns that of every id alike.
        if (![403, 404].includes(nothing.status)) wrong.push(`${operation.method} ${operation.path}: ${nothing.text} for an id of nobody`)
        for (const id of nothing.status === 403 ? others.slice(0, 1) : others) {
          const response = await askFor(partner, operation, id)
          asked++
          if (response.status === 404) hidden++
          if (response.text !== nothing.text)
            wrong.push(`${operation.method} ${operation.path} ${id}: ${response.text}, not ${nothing.text}`)
        }
      }
      expect(wrong).toEqual([])
      expect(asked).toBeGreaterThan(50)
      // Of what it may call, and not only of what it may not.
      expect(hidden).toBeGreaterThan(0)
      expect(reached).toBeGreaterThan(0)
    })
  })

  it('answer to those whose they are, in each endpoint that a partner may call', () => {
    const elsewhere = [
      // Noted in the history of what is printed; the page itself is asked for by GET.
      /^POST .*\/print\//,
      // Partners of the demo data have no task; whose it is, exports.test.ts tells (I6).
      / \/api\/report\/exporttask\//,
      // A file that waits for a document is read, and is on no screen of files yet; there only those of operators are.
      / \/file\/(attach\/)?\{id\}$/,
      /^POST \/api\/file\/attach\/remove$/,
      // Its id is that of a loan; whose curve is shown, waterline.test.ts tells.
      / \/api\/collateral\/goodslimit\/trend\//,
      // Likewise; the curve is the same.
      / \/api\/earlywarn\/pledge\/trend\//,
      // No partner of the demo data has overdue debts that were repaid; the same records answer at 现金还款, whose they are by the same scope.
      / \/api\/overdue\/repayment\//,
      // No partner has any: what we have with the payment institution is ours alone, airwallex.test.ts tells.
      / \/api\/airwallex\/account\//,
      // No partner of the demo data has saved a view of a list; whose it is, engine/server/views tells.
      / \/api\/views\/\{id\}$/,
      // What would attach a file of one's own, or take one away, is told in files.test.ts (C8).
      /^(POST|DELETE) .*\/attach\/\{id\}$/,
    ]
    expect([...callable].filter((name) => !proven.has(name) && !elsewhere.some((pattern) => pattern.test(name)))).toEqual([])
    expect(proven.size).toBeGreaterThan(25)
  })

  it('have not been touched', async () => {
    // But for the file of each partner.
    const kept = { ...before, stored_file: { rows: String(Number(before['stored_file']?.['rows']) + partners.length) } }
    expect(await contents(platform())).toEqual(kept)
    expect(await platform().violations()).toEqual([])
  })
})

/** By its path, or by `ids` in its query or body; of a file, by `id` there too, which filters a list elsewhere. */
function takesId({ path, query, body }: Operation): boolean {
  const names = path.includes('/file/') ? ['ids', 'id'] : ['ids']
  return (
    holesOf(path).some(isId) ||
    query.some(({ name }) => names.includes(name)) ||
    names.some((name) => propertiesOf(body)[name] !== undefined)
  )
}

/** Read only, or refused for its version. */
function changesNothing({ method, body }: Operation): boolean {
  const item = propertiesOf(body)['ids']?.['items'] as Schema | undefined
  return method === 'GET' || requiredOf(body).includes('version') || requiredOf(item).includes('version')
}

/** Everything but what tells one request from another. */
async function askFor(
  session: Session,
  { method, path, query, body }: Operation,
  id: string,
  version = 1,
): Promise<{ status: number; text: string }> {
  const address = path.replace(/\{(\w+)\}/g, (_hole, name: string) => (isId(name) ? id : 'x'))
  const asked = new URLSearchParams(
    query.flatMap(({ name, required }) =>
      name === 'ids' || (name === 'id' && path.includes('/file/')) ? [[name, id]] : name === 'file' || required ? [[name, noFile]] : [],
    ),
  ).toString()
  const ids = propertiesOf(body)['ids']
  const item = ids?.['items'] as { type?: string } | undefined
  const payload = {
    ...(requiredOf(body).includes('version') ? { version } : {}),
    ...(ids ? { ids: [item?.type === 'object' ? { id, version } : id] } : {}),
    ...(propertiesOf(body)['id'] ? { id } : {}),
    ...Object.fromEntries(
      requiredOf(body).flatMap((name) => {
        const type = propertiesOf(body)[name]?.['type']
        return type === 'string' ? [[name, 'x']] : type === 'object' ? [[name, {}]] : []
      }),
    ),
  }
  const response = await session.ask(method, asked === '' ? address : `${address}?${asked}`, method === 'GET' ? undefined : payload, {
    'idempotency-key': randomUUID(),
  })
  const content = typeof response.body === 'object' ? { ...response.body, traceId: '', instance: '' } : response.body
  return { status: response.status, text: `${response.status} ${JSON.stringify(content)}` }
}

/** All ids of a list as an account sees it; none where it may not open it. */
async function idsIn(session: Session, base: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await session.ask<ListResponse>('GET', `${base}/list?page=${page}&pageSize=200`)
    if (status !== 200) return ids
    ids.push(...body.records.map((record) => String(record.id)))
    if (body.records.length === 0 || ids.length >= body.total) return ids
  }
}

function spread(ids: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(ids.length / maxOfKind))
  return ids.filter((_id, index) => index % step === 0).slice(0, maxOfKind)
}

/** A file that waits for a document; only who has sent it sees it. */
async function uploaded(session: Session): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'x.pdf')
  const response = await fetch(`${session.address}/file/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}` },
    body: form,
  })
  return ((await response.json()) as { id: string }).id
}

/** Numbers of rows and of their changes, by table. */
async function contents({ plan, database }: Platform): Promise<Record<string, Record<string, unknown>>> {
  const counted: Record<string, Record<string, unknown>> = {}
  for (const { table, view } of Object.values(plan.entities)) {
    if (view !== undefined) continue
    const { rows } = await sql<object>`select count(*) as rows, sum(version) as versions from ${sql.table(table)}`.execute(database.kysely)
    counted[table] = { ...rows[0] }
  }
  for (const table of ['document_history', 'attachment', 'stored_file'])
    counted[table] = { ...(await sql<object>`select count(*) as rows from ${sql.table(table)}`.execute(database.kysely)).rows[0] }
  return counted
}
