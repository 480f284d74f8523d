import { sql } from 'kysely'
import pg from 'pg'
import type { ListResponse } from '../../../engine/core/wire'
import { writeCursor } from '../../../engine/server/read/cursor'
import type { Session } from '../../api/support/client'
import { timesOf, type RequestTimes } from '../requestTimes'
import { withProduct } from '../servedProduct'

export const movementCount = 1_000_000
const base = '/api/report/inventorydetail'

/**
 * First pages of the journal of stock with a million movements, by each filter of its search form where it finds many rows, few and none, by
 * filters that find nothing together, as accounts that see a part, and a page in the middle of all. The product runs in a process of its own.
 */
export function measureInventory(program: string, root: string, databaseUrl: string): Promise<RequestTimes[]> {
  return withProduct({ program, root, databaseUrl }, async ({ platform }) => {
    await fill(databaseUrl)
    const { database } = platform
    const [auditor, operator, keeper, client] = await Promise.all(['au01', 'op01', 'wh01', 'br01'].map((name) => platform.as(name)))
    const { rows } = await sql<Places>`select
      (select borrower_id::text from stock_movement group by 1 order by count(*) desc limit 1) as "commonBorrower",
      (select borrower_id::text from stock_movement group by 1 order by count(*) limit 1) as "rareBorrower",
      (select warehouse_id::text from stock_movement group by 1 order by count(*) desc limit 1) as "commonWarehouse",
      (select warehouse_id::text from stock_movement group by 1 order by count(*) limit 1) as "rareWarehouse",
      (select id::text from warehouse w where not exists (select from stock_movement m where m.warehouse_id = w.id) limit 1) as "emptyWarehouse",
      (select min(id)::text from stock_movement where occurred_at >= '2025-11-20') as middle`.execute(database.kysely)
    const [place] = rows
    if (!place || !auditor || !operator || !keeper || !client) throw new Error('the demo data have no movements')
    const sort = { field: 'occurredAt', order: 'descend' } as const
    const cursor = writeCursor({ from: 'after', value: '2025-11-20T00:00:00.000Z', id: place.middle }, sort)
    const asked: [string, Session, Record<string, string>][] = [
      ['all', auditor, {}],
      ['a page in the middle', auditor, { cursor }],
      ['the last page', auditor, { cursor: writeCursor({ from: 'last' }, sort) }],
      ['the oldest first', auditor, { sortField: 'occurredAt', sortOrder: 'ascend' }],
      ['a day', auditor, { occurredAtStart: '2026-03-02', occurredAtEnd: '2026-03-02' }],
      ['a year', auditor, { occurredAtStart: '2025-01-01', occurredAtEnd: '2025-12-31' }],
      ['a day before all', auditor, { occurredAtEnd: '2020-01-01' }],
      ['a borrower with many', auditor, { borrowerId: place.commonBorrower }],
      ['a borrower with few', auditor, { borrowerId: place.rareBorrower }],
      ['a warehouse with many', auditor, { warehouseId: place.commonWarehouse }],
      ['a warehouse with few', auditor, { warehouseId: place.rareWarehouse }],
      ...(place.emptyWarehouse
        ? [['a warehouse with none', auditor, { warehouseId: place.emptyWarehouse }] as [string, Session, Record<string, string>]]
        : []),
      ['goods with many', auditor, { goodsName: '1' }],
      ['goods with ten', auditor, { goodsName: '稀有' }],
      ['goods that nobody has', auditor, { goodsName: '没有的商品' }],
      ['a type with many', auditor, { movementType: 'IN' }],
      ['a type with ten', auditor, { movementType: 'ADJUST_GAIN' }],
      ['a type with none', auditor, { movementType: 'ADJUST_LOSS' }],
      ['a document', auditor, { docNo: 'BENCH-0000250000' }],
      ['documents that begin so', auditor, { docNo: 'bench-0000' }],
      ['a document that is none', auditor, { docNo: 'ZZ2026' }],
      ['goods with ten, a warehouse with many', auditor, { goodsName: '稀有', warehouseId: place.commonWarehouse }],
      ['a borrower and a type that have none together', auditor, { borrowerId: place.rareBorrower, movementType: 'ADJUST_GAIN' }],
      [
        'a borrower and a warehouse that have none together',
        auditor,
        { borrowerId: place.rareBorrower, warehouseId: place.commonWarehouse },
      ],
      ['an operator of a department', operator, {}],
      ['a keeper of warehouses', keeper, {}],
      ['a client', client, {}],
    ]
    const times: RequestTimes[] = []
    for (const [name, session, query] of asked)
      times.push(await timesOf(name, () => session.askOnce<ListResponse>('GET', `${base}/list?${new URLSearchParams(query).toString()}`)))
    return times
  })
}

interface Places {
  commonBorrower: string
  rareBorrower: string
  commonWarehouse: string
  rareWarehouse: string
  emptyWarehouse: string | null
  middle: string
}

/**
 * Two years of movements on the batches of the demo data, in one statement: three of one moment for each document, some batches moved far more
 * often than others, some hundred names of goods, and ten rows of what is rare.
 */
async function fill(databaseUrl: string): Promise<void> {
  // The product's own connections end a statement that takes long.
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`
    with b as (select *, row_number() over (order by id) - 1 as place, count(*) over () as n from stock_batch)
    insert into stock_movement (version, created_at, updated_at, movement_no, stock_batch_id, warehouse_id, movement_type, qty, d_available, d_pledged,
      d_frozen_avail, d_frozen_pledge, d_on_hand, on_hand_after, unit_value, amount, doc_type, doc_id, doc_no, occurred_at, goods_id, goods_no,
      goods_name, spec, unit, borrower_id, department_id, funding_party_id)
    select 1, now(), now(), 'BM' || m, b.id, b.warehouse_id,
      case when m % 100000 = 7 then 'ADJUST_GAIN' else (array['IN','IN','IN','PLEDGE','PLEDGE','UNPLEDGE','FREEZE_A','FREEZE_A','UNFREEZE_A','OUT'])[m % 10 + 1] end,
      1, 1, 0, 0, 0, 1, 1, b.cost_price, b.cost_price, 'stockIn', (m / 3)::text, 'BENCH-' || lpad((m / 3)::text, 10, '0'),
      timestamptz '2024-11-20 00:00+08' + (m / 3) * interval '189 seconds', b.goods_id, b.goods_no,
      case when m % 100000 = 11 then '稀有商品' else b.goods_name || ' ' || m % 7 end, b.spec, b.unit, b.borrower_id, b.department_id, b.funding_party_id
    from generate_series(1, ${movementCount}) as m
    join b on b.place = floor(b.n * power(m::bigint * 7919 % 1000 / 1000.0, 2))`)
  await client.query('vacuum analyze stock_movement')
  await client.end()
}
