import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../../engine/server/database/database'
import { readXlsx } from '../../../engine/server/xlsx'
import type { Session } from '../../api/support/client'
import { memoryWhile } from '../memory'
import { readLists } from '../readers'
import { median, percentile } from '../report'
import { withProduct } from '../servedProduct'

export const exportedRows = 100_000
const turns = 3
const quotas = '/api/credit'
const tasks = '/api/report/exporttask'

export interface ExportTimes {
  /** Of the workbook. */
  columns: number
  /** From the request until the file of its job is there, in s, the usual one of several. */
  time: number
  /** So much memory the server has more at most meanwhile, in MB. */
  memory: number
  /** 95 of 100 list requests of another account take at most so long meanwhile, in ms. */
  meanwhile: number
}

/** A list of 100,000 quotas is exported, by the product in a process of its own, while another account reads lists. */
export function measureExports(program: string, root: string, databaseUrl: string): Promise<ExportTimes> {
  return withProduct({ program, root, databaseUrl }, async ({ platform, pid }) => {
    await manyQuotas(platform.database, exportedRows)
    const [op, reader] = [await platform.as('op01'), await platform.as('bm01')]
    const times: number[] = []
    const memories: number[] = []
    const meanwhile: number[] = []
    let id = ''
    // The first turn is for what is compiled and prepared once.
    for (let turn = 0; turn <= turns; turn++) {
      let done = false
      const reading = readLists(reader, [quotas, '/api/base/goods'], () => !done)
      const began = performance.now()
      const memory = await memoryWhile(pid, async () => (id = await exported(op, platform.database))).finally(() => (done = true))
      const time = (performance.now() - began) / 1000
      const others = await reading
      if (turn === 0) continue
      times.push(time)
      memories.push(memory)
      meanwhile.push(...others)
    }
    return { columns: await columnsOf(op, id), time: median(times), memory: Math.max(...memories), meanwhile: percentile(meanwhile, 0.95) }
  })
}

/** Answers the task when its file is there. */
async function exported(session: Session, { kysely }: Database): Promise<string> {
  const { status, body } = await session.askOnce('POST', `${quotas}/export`, { quotaName: '大量' })
  const id = String(body.queued?.id)
  if (status !== 200) throw new Error(`the export was answered with ${status} ${JSON.stringify(body)}`)
  for (;;) {
    const task = await kysely
      .selectFrom('export_task')
      .select(['status', 'fail_reason', 'row_count'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (task?.['status'] === 'DONE' && Number(task['row_count']) === exportedRows) return id
    if (task?.['status'] !== 'QUEUED' && task?.['status'] !== 'RUNNING') throw new Error(`the export ended as ${JSON.stringify(task)}`)
    await sleep(20)
  }
}

async function columnsOf({ address, token }: Session, id: string): Promise<number> {
  const response = await fetch(`${address}${tasks}/download/${id}`, { headers: { authorization: `Bearer ${token}` } })
  for await (const { cells } of readXlsx(new Uint8Array(await response.arrayBuffer()), 1)) return cells.length
  throw new Error('the workbook has no rows')
}

/** Quotas as there are already, under other numbers. */
async function manyQuotas({ kysely }: Database, count: number): Promise<void> {
  const { rows } = await sql<{ column: string }>`
    select attname as column from pg_attribute where attrelid = 'quota'::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'quota_no', 'quota_name', 'department_id') and attgenerated = ''`.execute(kysely)
  const columns = sql.join(rows.map(({ column }) => sql.ref(column)))
  // A statement may take only so long.
  for (let done = 0; done < count; done += 10_000)
    await sql`insert into quota (quota_no, quota_name, department_id, ${columns})
      select 'B' || n, '大量' || n, (select id from department where department_name = '华东业务部'), ${columns}
      from (select * from quota order by id limit 1) as one, generate_series(${done + 1}::int, ${done + 10_000}::int) as n`.execute(kysely)
  await sql`analyze quota`.execute(kysely)
}
