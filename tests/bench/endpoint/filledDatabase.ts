import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { ProductPlan } from '../../../engine/core/plan'
import type { Database } from '../../../engine/server/database/database'
import { openDatabase } from '../../../engine/server/database/openDatabase'
import { createTables } from '../../../engine/server/testing/smallProduct'

export const orderCount = 1_000_000

/**
 * A database with the tables of the plan and orders of two branches.
 * @param url a PostgreSQL server with nothing in it; without one an embedded database in a temporary folder
 */
export async function openFilledDatabase(plan: ProductPlan, url: string | undefined): Promise<Database> {
  const database = await openDatabase(url === undefined ? { directory: await mkdtemp(join(tmpdir(), 'bench-')) } : { url })
  // A million rows take longer than a server gives to one statement.
  const { patient: kysely } = database
  await createTables({ kysely }, plan)
  const now = `1, timestamptz '2026-11-20 12:00+08', timestamptz '2026-11-20 12:00+08'`
  await sql
    .raw(
      `insert into branch (version, created_at, updated_at, branch_name, branch_name_sort)
       select ${now}, '第' || i || '门店', 'di' || i from generate_series(1, 4) i`,
    )
    .execute(kysely)
  await sql
    .raw(
      `insert into supplier (version, created_at, updated_at, supplier_name, supplier_name_sort, contact)
       select ${now}, '上海第' || i || '供应链管理有限公司', 'shanghai' || i, '王伟' from generate_series(1, 50) i`,
    )
    .execute(kysely)
  await sql
    .raw(
      `insert into "order" (version, created_at, updated_at, order_no, order_name, order_type, supplier_id, branch_id, region, order_date,
         arrive_date, urgent, project, currency, goods_amount, total_amount, deposit_amount, status)
       select 1, timestamptz '2020-01-01' + i * interval '3 minutes', timestamptz '2020-01-01' + i * interval '3 minutes',
         'CG' || lpad(i::text, 12, '0'), '第' || i || '批办公与仓储用品采购', (array['NORMAL', 'URGENT', 'FRAME', 'SAMPLE'])[1 + i % 4],
         1 + i % 50, 1 + i % 4, (array['EAST', 'SOUTH', 'NORTH', 'WEST', 'ABROAD'])[1 + i % 5], date '2026-01-01' + i % 300,
         date '2026-01-08' + i % 300, i % 7 = 0, '仓库扩建' || i % 9 || '期', (array['CNY', 'USD', 'EUR'])[1 + i % 3],
         1000 + i * 1.25, 1100 + i * 1.25, 200 + i * 0.25, (array['DRAFT', 'AUDITING', 'APPROVED'])[1 + i % 3]
       from generate_series(1, ${orderCount}) i`,
    )
    .execute(kysely)
  await sql.raw('analyze').execute(kysely)
  return database
}
