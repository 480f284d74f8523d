import { randomUUID } from 'node:crypto'
import { readXlsx as readWorkbook } from 'hucre/xlsx'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import type { Database } from '../../engine/server/database/database'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { purgeFiles } from '../../engine/server/uploads/uploads'
import { readXlsx, type Cell } from '../../engine/server/xlsx'
import { maxDirectRows, maxExportRows } from '../../engine/server/exchange/export'
import { runHourly } from '../../engine/server/schedule/endOfDay'
import { userFinder } from '../../src/server/jobs'
import { failLostExports, resumeExports, runExport } from '../../src/server/jobs/exports'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { copyDemoData, type DemoDatabase } from './support/demoData'
import { startServer } from './support/serverProcess'
import { describePlatform, type Platform } from './support/platform'

const credit = '/api/credit'
const tasks = '/api/report/exporttask'
/** So many become a task. */
const many = maxDirectRows + 1_000
const few = 20

describePlatform('exports (I6)', (platform) => {
  async function post(session: Session, url: string, body: object = {}, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${session.address}${url}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }
  async function get(session: Session, url: string): Promise<Response> {
    return fetch(`${session.address}${url}`, { headers: { authorization: `Bearer ${session.token}` } })
  }
  async function rowsOf(response: Response): Promise<Cell[][]> {
    const rows: Cell[][] = []
    for await (const { cells } of readXlsx(new Uint8Array(await response.arrayBuffer()), 60_000)) rows.push(cells)
    return rows
  }
  async function queued(session: Session, body: object = {}, headers: Record<string, string> = {}): Promise<string> {
    const response = await post(session, `${credit}/export`, body, headers)
    expect(response.status).toBe(200)
    const { queued: task } = (await response.json()) as { queued: { id: string } }
    return task.id
  }
  async function ended(session: Session, id: string): Promise<RecordValues> {
    let found: RecordValues = { id }
    const status = async (): Promise<unknown> => {
      found = (await session.list(tasks)).records.find((task) => task.id === id) ?? found
      return found['status'] ?? 'QUEUED'
    }
    await expect.poll(status, { interval: 100, message: `export ${id}` }).not.toMatch(/^(QUEUED|RUNNING)$/)
    return found
  }

  describe('of few rows', () => {
    it('I6 answers a file with a decoded name and the rows of the list, as it is filtered and sorted', async () => {
      const op = await platform().as('op01')
      const body = { status: 'ACTIVE', sortField: 'quotaName', sortOrder: 'ascend' }
      const { records } = await op.list(credit, body)
      const response = await post(op, `${credit}/export`, body)
      expect(response.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('授信额度')}`)
      const [head = [], ...rows] = await rowsOf(response)
      const column = head.indexOf('额度名称')
      expect(records.length).toBeGreaterThan(0)
      expect(rows.map((row) => row[column])).toEqual(records.map((record) => record['quotaName']))
    })

    it('I6 brings the goods of loans on a sheet of their own, which names the loan of each row', async () => {
      const op = await platform().as('op01')
      const asked = { projectName: '奶粉存货质押' }
      const { records } = await op.list(at.loan, asked)
      const loans = await Promise.all(records.map(({ id }) => op.read(at.loan, id)))
      const file = new Uint8Array(await (await post(op, `${at.loan}/export`, asked)).arrayBuffer())
      const [list, goods] = (await readWorkbook(file)).sheets
      expect([list?.name, goods?.name, list?.rows.length]).toEqual(['融资申请', '融资商品', loans.length + 1])
      const [head = [], ...rows] = goods?.rows ?? []
      const columns = ['融资单号', '商品名称', '数量', '可融资额'].map((title) => head.indexOf(title))
      const expected = loans.flatMap((loan) =>
        (loan['goods'] as RecordValues[]).map(({ goodsName, qty, financeAmount }) => [
          loan['loanNo'],
          goodsName,
          Number(qty),
          Number(financeAmount),
        ]),
      )
      expect(expected.length).toBeGreaterThan(loans.length)
      expect(rows.map((row) => columns.map((column) => row[column]))).toEqual(expected)
    })

    it('I6 answers 200 without a file when nothing matches, and a refusal with its text', async () => {
      const op = await platform().as('op01')
      const empty = await post(op, `${credit}/export`, { quotaName: '没有这样的额度' })
      expect([empty.status, empty.headers.get('content-disposition'), await empty.text()]).toEqual([200, null, ''])
      const refused = await post(op, `${credit}/export`, { thereIsNoSuchField: '1' })
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({ errorMessage: '不支持按“thereIsNoSuchField”查询' })
    })
  })

  describe('of many rows', () => {
    beforeAll(async () => {
      await copyQuota(platform().database, many, '华东业务部', '大量')
      await copyQuota(platform().database, few, '华南业务部', '大量')
      await copyQuota(platform().database, few, '华东业务部', '少量')
    })

    it('I6 becomes a task that shows its progress, and its file holds the rows that the user may see; sent again with its key, the request makes no other', async () => {
      const op = await platform().as('op01')
      const key = { 'idempotency-key': randomUUID() }
      const id = await queued(op, { quotaName: '大量' }, key)
      expect(await queued(op, { quotaName: '大量' }, key)).toBe(id)
      const done = await ended(op, id)
      expect(done).toMatchObject({
        taskName: '授信额度 2026-11-20',
        menuTitle: '授信额度',
        rowCount: many,
        progress: '1.0000',
        createdByName: '林晓',
        expireAt: '2026-11-27T04:00:00.000Z',
        status: 'DONE',
      })
      expect(done['taskNo']).toMatch(/^DC20261120-\d{4}$/)
      const file = await get(op, `${tasks}/download/${id}`)
      expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('授信额度-20261120.xlsx'))
      const [head = [], ...rows] = await rowsOf(file)
      expect(rows.length).toBe(many)
      expect(new Set(rows.map((row) => row[head.indexOf('额度编号')])).size).toBe(many)
      const { rows: history } = await sql<{ action: string }>`
        select action from document_history where entity = 'exportTask' and document_id = ${id} order by id`.execute(
        platform().database.kysely,
      )
      expect(history.map(({ action }) => action)).toEqual(['create', 'run', 'finish', 'download'])
    })

    it('I6 is seen, downloaded, repeated and deleted by its owner alone, whatever others may see', async () => {
      const op = await platform().as('op01')
      const id = await doneTask(platform())
      expect(await ended(op, id)).toMatchObject({ status: 'DONE' })
      for (const name of ['admin', 'bm01', 'op02']) {
        const other = await platform().as(name)
        expect((await other.list(tasks)).records.map((task) => task.id)).not.toContain(id)
        expect((await get(other, `${tasks}/download/${id}`)).status).toBe(404)
        expect((await other.tryTo(tasks, 'retry', id)).status).toBe(404)
        expect((await other.remove(tasks, id)).status).toBe(404)
      }
      expect((await op.remove(tasks, id)).status).toBe(200)
      expect((await get(op, `${tasks}/download/${id}`)).status).toBe(404)
    })

    it('I6 lets an account have two at a time', async () => {
      const op = await platform().as('op01')
      const responses = await Promise.all([1, 2, 3, 4].map(() => post(op, `${credit}/export`, { quotaName: '大量' })))
      const taken = responses.filter(({ status }) => status === 200)
      expect(taken.length).toBeLessThanOrEqual(2)
      const refused = responses.find(({ status }) => status === 429)
      expect(await refused?.json()).toMatchObject({ errorMessage: expect.stringContaining('导出') })
      for (const response of taken) await ended(op, ((await response.json()) as { queued: { id: string } }).queued.id)
    })

    it('I6 P5 acts with the rights that the user has when it runs', async () => {
      const { kysely } = platform().database
      const op = await platform().as('op01')
      const user = await kysely.selectFrom('app_user').selectAll().where('user_name', '=', 'op01').executeTakeFirstOrThrow()
      const runAgain = async (id: string, changed: object): Promise<RecordValues> => {
        await kysely.updateTable('app_user').set(changed).where('id', '=', user['id']).execute()
        try {
          await runAs(platform(), id)
        } finally {
          await kysely
            .updateTable('app_user')
            .set({ status: user['status'], role_ids: user['role_ids'], department_id: user['department_id'] })
            .where('id', '=', user['id'])
            .execute()
        }
        return ended(op, id)
      }
      const south = await platform().idOf('department', 'department_name', '华南业务部')
      const cases: [object, object][] = [
        [{ status: 'DISABLED' }, { status: 'FAILED', failReason: '用户已停用，未生成文件' }],
        [{ role_ids: [] }, { status: 'FAILED', failReason: '用户已没有该页面的导出权限，未生成文件' }],
        [{ department_id: south }, { status: 'DONE', rowCount: few }],
      ]
      for (const [changed, outcome] of cases) {
        const id = await taskWithoutJob(platform(), String(user['id']), '大量')
        expect(await runAgain(id, changed)).toMatchObject(outcome)
      }
    })

    it('I6 deletes the file after seven days; the task says so and can be run again', async () => {
      const op = await platform().as('op01')
      const id = await doneTask(platform())
      const { services, clock, database } = platform()
      const fileIds = async (ofId: string) => {
        const found = await sql<{ id: string }>`
          select f.id from attachment a join stored_file f on f.id = a.file_id where a.entity = 'exportTask' and a.document_id = ${ofId}`.execute(
          database.kysely,
        )
        return found.rows.map((row) => row.id)
      }
      const [file = ''] = await fileIds(id)
      clock.advance(7 * 86_400_000 - 1_000)
      await runHourly(services)
      expect(await fileIds(id)).toEqual([file])
      clock.advance(2_000)
      await runHourly(services)
      expect(await fileIds(id)).toEqual([])
      // The content goes when nothing names it any more.
      expect(await services.fileStore.read(file)).toBeDefined()
      await purgeFiles(services)
      expect(await services.fileStore.read(file)).toBeUndefined()
      clock.moveTo('2026-11-20', '12:00:00')
      expect((await op.list(tasks, { taskNo: '' })).records.find((task) => task.id === id)).toMatchObject({ status: 'EXPIRED' })
      expect((await get(op, `${tasks}/download/${id}`)).status).toBe(417)
      await op.act(tasks, 'retry', id)
      expect(await ended(op, id)).toMatchObject({ status: 'DONE', rowCount: few })
      expect((await get(op, `${tasks}/download/${id}`)).status).toBe(200)
    })

    it('I6 ends each task by itself: one that cannot end keeps no other from it', async () => {
      const { services, database } = platform()
      const made = await Promise.all(
        [
          { status: 'DONE', expire_at: '2026-11-19T04:00:00Z' },
          { status: 'DONE', expire_at: '2026-11-19T04:00:00Z' },
          { status: 'RUNNING', started_at: '2026-11-20T01:00:00Z' },
          { status: 'RUNNING', started_at: '2026-11-20T01:00:00Z' },
        ].map(async (state) => {
          const id = await taskWithoutJob(platform(), '1', '少量')
          await database.kysely.updateTable('export_task').set(state).where('id', '=', id).execute()
          return id
        }),
      )
      const [stuck = '', other = '', lostAndStuck = '', lost = ''] = made
      const states = async () => {
        const rows = await database.kysely
          .selectFrom('export_task')
          .select(['id', 'status'])
          .where('id', 'in', made)
          .orderBy('id')
          .execute()
        return Object.fromEntries(rows.map((row) => [String(row['id']), row['status']]))
      }
      await sql`alter table export_task add constraint stuck check (id not in (${sql.lit(stuck)}, ${sql.lit(lostAndStuck)}) or status in ('DONE', 'RUNNING'))`.execute(
        database.kysely,
      )
      await runHourly(services)
      await failLostExports(services)
      expect(await states()).toEqual({ [stuck]: 'DONE', [other]: 'EXPIRED', [lostAndStuck]: 'RUNNING', [lost]: 'FAILED' })
      await sql`alter table export_task drop constraint stuck`.execute(database.kysely)
      await runHourly(services)
      await failLostExports(services)
      expect(await states()).toEqual({ [stuck]: 'EXPIRED', [other]: 'EXPIRED', [lostAndStuck]: 'FAILED', [lost]: 'FAILED' })
    })

    it('I6 runs a task whose job is gone, as after a restored backup', async () => {
      const op = await platform().as('op01')
      const id = await taskWithoutJob(platform(), await platform().idOf('app_user', 'user_name', 'op01'), '少量')
      const sent: string[] = []
      await resumeExports(platform().services, { send: async (_trx, _queue, key) => void sent.push(key) })
      expect(sent).toEqual([`${id}:1`])
      await runAs(platform(), id)
      expect(await ended(op, id)).toMatchObject({ status: 'DONE' })
    })

    it(`I6 refuses more than ${maxExportRows} rows with the figure`, async () => {
      const op = await platform().as('op01')
      const { kysely } = platform().database
      // One row, so many times: they are counted only, and storing them would take most of the time of all these tests.
      await sql`alter table quota rename to quota_stored`.execute(kysely)
      await sql`create view quota as select one.* from (select * from quota_stored where quota_name = '少量1') as one,
        generate_series(1, ${sql.lit(maxExportRows + 1)}) as times`.execute(kysely)
      const refused = await post(op, `${credit}/export`, {})
      await sql`drop view quota`.execute(kysely)
      await sql`alter table quota_stored rename to quota`.execute(kysely)
      expect(refused.status).toBe(417)
      expect(await refused.json()).toMatchObject({
        errorMessage: `超过单次导出上限 ${maxExportRows} 行，请缩小查询范围`,
        params: { limit: maxExportRows },
      })
    })
  })
})

describe('a server that is killed while it makes an export', () => {
  let data: DemoDatabase
  beforeAll(async () => {
    data = await copyDemoData('postgres')
    const database = await openDatabase({ url: data.databaseUrl ?? '' })
    await copyQuota(database, many, '华东业务部', '大量')
    await database.close()
  })
  // Undefined when there was nothing to copy.
  afterAll(() => (data as DemoDatabase | undefined)?.drop())

  it('I6 takes it up again when it is started anew, and finishes it', async () => {
    const first = await startServer(data.dataDirectory, data.databaseUrl)
    const op = await first.guest.signIn('op01')
    // However fast the server is, or slow this process: the file is not stored, and the task not done, before it is killed.
    const holding = new pg.Client(data.databaseUrl)
    await holding.connect()
    await holding.query('begin; lock table stored_file in share mode')
    const { body } = await op.ask('POST', `${credit}/export`, {})
    const { id } = body.queued as { id: string }
    const taskOf = async (session: Session) => (await session.list(tasks)).records.find((task) => task.id === id)
    let seen: RecordValues | undefined
    await expect.poll(async () => Number((seen = await taskOf(op))?.['rowCount']), { interval: 20 }).toBeGreaterThan(0)
    expect(seen).toMatchObject({ status: 'RUNNING' })
    await first.kill()
    await holding.end()

    const second = await startServer(data.dataDirectory, data.databaseUrl)
    const again = await second.guest.signIn('op01')
    await expect.poll(async () => (await taskOf(again))?.['status'], { interval: 200 }).toBe('DONE')
    expect(Number((await taskOf(again))?.['rowCount'])).toBeGreaterThan(many)
    expect(await second.stop()).toBe(0)
  })
})

/** Quotas as there are already, under other numbers. */
async function copyQuota({ patient: kysely }: Database, count: number, department: string, name: string): Promise<void> {
  const found = await kysely.selectFrom('department').select('id').where('department_name', '=', department).executeTakeFirst()
  const departmentId = String(found?.['id'])
  const { rows } = await sql<{ column: string }>`
    select attname as column from pg_attribute where attrelid = 'quota'::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'quota_no', 'quota_name', 'department_id') and attgenerated = ''`.execute(kysely)
  const columns = sql.join(rows.map(({ column }) => sql.ref(column)))
  for (let done = 0; done < count; done += 10_000) {
    const last = Math.min(count, done + 10_000)
    await sql`insert into quota (quota_no, quota_name, department_id, ${columns})
      select ${`X${name}${department}`} || n, ${name} || n, ${departmentId}::bigint, ${columns}
      from (select * from quota order by id limit 1) as one, generate_series(${done + 1}::int, ${last}::int) as n`.execute(kysely)
  }
}

/** A task as it stands before its job begins; of few rows it can be too, which a request would be answered with at once. */
async function taskWithoutJob({ database }: Platform, userId: string, quotaName: string): Promise<string> {
  const now = '2026-11-20T04:00:00Z'
  const row = { version: 1, created_by_id: userId, created_at: now, updated_by_id: userId, updated_at: now }
  const { id } = await database.kysely
    .insertInto('export_task')
    .values({
      ...row,
      task_no: `DC-${randomUUID().slice(0, 8)}`,
      task_name: '授信额度',
      menu_code: 'quotamgr',
      menu_title: '授信额度',
      request_url: `${credit}/export`,
      params: { quotaName },
      run_no: 1,
      status: 'QUEUED',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** A task of op01 of which the file is there. */
async function doneTask(platform: Platform): Promise<string> {
  const id = await taskWithoutJob(platform, await platform.idOf('app_user', 'user_name', 'op01'), '少量')
  await runAs(platform, id)
  return id
}

/** What the job of the task does. */
async function runAs({ services }: Platform, taskId: string): Promise<void> {
  await runExport(services, userFinder(services), { data: { taskId }, last: true, signal: new AbortController().signal })
}
