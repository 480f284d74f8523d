import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, sumDecimals } from '../../engine/core/decimal'
import type { ListResponse, RecordValues } from '../../engine/core/wire'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

const stock = '/api/inventory/purchasestock'
const batch = '/api/inventory/purchasebatch'
const receipts = '/api/report/stockindetail'
const movements = '/api/report/inventorydetail'

describePlatform('reports of stock', (platform) => {
  let [op, keeper, client, auditor]: Session[] = []
  beforeAll(async () => {
    const names = ['op01', 'wh01', 'br01', 'au01'] as const
    ;[op, keeper, client, auditor] = await Promise.all(names.map((name) => platform().as(name)))
  })
  const numberOf = async (query: ReturnType<typeof sql<{ n: string }>>): Promise<number> =>
    Number((await query.execute(platform().database.kysely)).rows[0]?.n)

  describe('采购库存', () => {
    it('sums up what was bought, and nothing that came in to be pledged', async () => {
      const { records } = await auditor!.list(stock)
      const bought = sql<{ n: string }>`select count(*) as n from stock_batch where source_type in ('PURCHASE', 'PLAN')
        and available_qty + pledged_qty + frozen_avail_qty + frozen_pledge_qty > 0`
      const others = sql<{ n: string }>`select count(*) as n from stock_batch where source_type not in ('PURCHASE', 'PLAN')`
      expect(records.reduce((sum, row) => sum + Number(row['batchCount']), 0)).toBe(await numberOf(bought))
      expect([await numberOf(bought), await numberOf(others)].every((number) => number > 0)).toBe(true)
      for (const row of records) {
        const [availableQty, pledgedQty, frozenQty] = ['availableQty', 'pledgedQty', 'frozenQty'].map((name) => String(row[name]))
        expect(compareDecimals(String(row['onHandQty']), addDecimals(availableQty!, pledgedQty!, frozenQty!))).toBe(0)
      }
    })

    it('has the batches of a row, which are its quantity, and those of no other source', async () => {
      const [row] = (await auditor!.list(stock)).records
      const detail = await auditor!.ask<ListResponse>('GET', `${stock}/related/stockBatch/${row!.id}`)
      const { borrowerId, warehouseId, goodsId } = await ofRow(row!)
      const query = new URLSearchParams({ borrowerId, warehouseId, goodsId }).toString()
      const { status, body } = await auditor!.ask<ListResponse>('GET', `${stock}/batches?${query}`)
      expect(status).toBe(200)
      for (const { records } of [detail.body, body]) {
        expect(records.length).toBeGreaterThan(0)
        expect(compareDecimals(sumDecimals(records.map(({ onHandQty }) => String(onHandQty))), String(row!['onHandQty']))).toBe(0)
      }
      expect((await auditor!.ask('GET', `${stock}/batches?borrowerId=${borrowerId}`)).body.errors).toMatchObject([
        { path: 'warehouseId' },
        { path: 'goodsId' },
      ])
    })

    it('P5 shows partners what is theirs', async () => {
      const all = (await auditor!.list(stock)).total
      for (const partner of [keeper!, client!]) expect((await partner.list(stock)).total).toBeLessThan(all)
      const { records } = await auditor!.list(stock)
      const own = new Set((await client!.list(stock)).records.map(({ id }) => id))
      const { borrowerId, warehouseId, goodsId } = await ofRow(records.find(({ id }) => !own.has(id))!)
      const query = new URLSearchParams({ borrowerId, warehouseId, goodsId }).toString()
      expect((await client!.ask('GET', `${stock}/batches?${query}`)).body).toMatchObject({ records: [], total: 0 })
    })

    const ofRow = async ({ id }: RecordValues) => {
      const { rows } = await sql<Record<string, string>>`select borrower_id::text as "borrowerId", warehouse_id::text as "warehouseId",
        goods_id::text as "goodsId" from stock_batch where id = ${id}`.execute(platform().database.kysely)
      return rows[0] as { borrowerId: string; warehouseId: string; goodsId: string }
    }
  })

  describe('采购批次', () => {
    it('are the batches that were bought, each with its movements', async () => {
      const { records } = await auditor!.list(batch)
      expect(new Set(records.map(({ sourceType }) => sourceType))).toEqual(new Set(['PURCHASE']))
      const { body } = await auditor!.ask<ListResponse>('GET', `${batch}/movements/${records[0]!.id}`)
      expect(body.records.at(-1)).toMatchObject({ movementType: 'IN', onHandAfter: records[0]!['onHandQty'] })
      expect(await auditor!.read(batch, records[0]!.id)).toMatchObject({ batchCode: records[0]!['batchCode'] })
    })

    it('P5 answer 404 for a batch of another source, and for one of others', async () => {
      const { rows } = await sql<{
        pledged: string
        others: string
      }>`select min(b.id) filter (where b.source_type = 'PLEDGE')::text as pledged,
        min(b.id) filter (where b.source_type = 'PURCHASE' and w.operator_id <> u.enterprise_id)::text as others
        from stock_batch b join warehouse w on w.id = b.warehouse_id join app_user u on u.user_name = 'wh01'`.execute(
        platform().database.kysely,
      )
      const { pledged, others } = rows[0]!
      const hidden = [
        [auditor!, pledged],
        [keeper!, others],
      ] as const
      for (const [who, id] of hidden)
        for (const path of [`${batch}/${id}`, `${batch}/movements/${id}`]) expect((await who.ask('GET', path)).status).toBe(404)
    })
  })

  it('入库明细表 has the lines of confirmed stock-ins, with what is missing of them', async () => {
    const { records, total, summary } = await auditor!.list(receipts)
    const lines = sql<{
      n: string
    }>`select count(*) as n from stock_in_goods g join stock_in s on s.id = g.parent_id where s.status = 'CONFIRMED'`
    expect([total, records.every(({ confirmedAt }) => confirmedAt !== null)]).toEqual([await numberOf(lines), true])
    const short = records.find(({ diffQty }) => compareDecimals(String(diffQty), '0') < 0)
    expect(short).toBeDefined()
    expect(Object.keys(summary ?? {}).toSorted()).toEqual(['amount', 'damagedQty', 'expectedQty', 'goodQty'])
    const of = await auditor!.list(receipts, { stockInNo: String(short!['stockInNo']) })
    expect(of.total).toBeLessThan(total)
    expect((await keeper!.list(receipts)).total).toBeLessThan(total)
  })

  describe('库存明细表', () => {
    async function walk(session: Session, query: Record<string, string> = {}): Promise<RecordValues[]> {
      const seen: RecordValues[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const page: ListResponse = await session.list(movements, { ...query, pageSize: '50', cursor })
        seen.push(...page.records)
        cursor = page.next
      }
      return seen
    }

    it('has every movement once, the newest first, page by page', async () => {
      const all = await walk(auditor!)
      const counted = await numberOf(sql`select count(*) as n from stock_movement`)
      expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([counted, counted])
      expect(all.every(({ occurredAt }, index) => index === 0 || String(all[index - 1]!['occurredAt']) >= String(occurredAt))).toBe(true)
      expect(all[0]).toMatchObject({ docType: expect.any(String) as string, docTypeName: expect.not.stringMatching(/^[a-z]/) as string })
      const { total, beyond } = await auditor!.list(movements)
      expect([total, beyond]).toEqual([counted, undefined])
    })

    it.each([
      ['movementType', 'FREEZE_A', "movement_type = 'FREEZE_A'"],
      ['goodsName', '奶粉', "goods_name like '%奶粉%'"],
      ['docNo', 'rk2026', "doc_no like 'RK2026%'"],
      ['occurredAtStart', '2026-06-01', "occurred_at >= '2026-06-01T00:00:00+08:00'"],
    ])('finds by %s', async (name, value, condition) => {
      const found = await walk(auditor!, { [name]: value })
      expect(found.length).toBe(await numberOf(sql`select count(*) as n from stock_movement where ${sql.raw(condition)}`))
      expect(found.length).toBeGreaterThan(0)
    })

    it('P5 shows partners their own, without names of ours', async () => {
      const [all, theirs] = [await walk(auditor!), await walk(keeper!)]
      expect(theirs.length).toBeGreaterThan(0)
      expect(theirs.length).toBeLessThan(all.length)
      // Of ours that we are the platform, of his own who it was, and of what followed by itself nobody.
      expect(new Set(theirs.map(({ operatorName }) => operatorName).filter((name) => name !== null))).toEqual(new Set(['平台', '仓管一']))
      expect((await walk(client!)).every(({ borrowerName }) => borrowerName === theirs[0]?.['borrowerName'] || borrowerName !== null)).toBe(
        true,
      )
    })

    it('is sorted by what an index orders alone, and has no page by its number', async () => {
      for (const query of ['sortField=qty', 'sortField=movementNo', 'page=2', 'cursor=abc'])
        expect((await op!.ask('GET', `${movements}/list?${query}`)).status).toBe(422)
      const { records } = await op!.list(movements, { sortField: 'occurredAt', sortOrder: 'ascend', pageSize: '2' })
      expect(String(records[0]!['occurredAt']) <= String(records[1]!['occurredAt'])).toBe(true)
    })
  })

  it('are closed to who has no such menu', async () => {
    const [carrier] = [await platform().as('lg01')]
    for (const base of [stock, batch, receipts, movements, at.stock]) expect((await carrier.ask('GET', `${base}/list`)).status).toBe(403)
  })
})
