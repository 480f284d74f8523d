import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { refusals } from '../../src/rules/refusals'
import { issueToken } from '../../src/server/session/tokens'
import { Session } from './support/client'
import { at, batchInStock, draftedStockIn, lineInForce, quotaInForce, referenceGoods, uploaded } from './support/fixtures'
import { describePlatform } from './support/platform'
import { approvedLoan } from './support/pledging'

const notKeeper = { status: 417, body: { code: refusals['partner.not-keeper'].number } }
const ofOthers = (action: string) => ({ status: 417, body: { message: `不是贵司填报的记录，不能${action}` } })

/** Who sees a paper need not be whom it asks: a company may own goods in one warehouse and run another one itself. */
describePlatform('what accounts from outside do', (platform) => {
  let goodsId = ''
  let lineId = ''
  /** Keeps warehouses for the owner of the goods. */
  let owner: Session
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
    lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
    owner = await keeperOf('演示乳品')
  })

  /** A new account with the role of keepers, of any enterprise. */
  async function keeperOf(shortName: string): Promise<Session> {
    const { kysely } = platform().database
    const enterpriseId = await platform().idOf('enterprise', 'short_name', shortName)
    const { id: _, ...keeper } = await kysely.selectFrom('app_user').selectAll().where('user_name', '=', 'wh01').executeTakeFirstOrThrow()
    const userName = `keeper${enterpriseId}`
    const own = { user_name: userName, mobile: `139${enterpriseId.padStart(8, '0')}`, email: null, enterprise_id: enterpriseId }
    const { id } = await kysely
      .insertInto('app_user')
      .values({ ...keeper, ...own })
      .returning('id')
      .executeTakeFirstOrThrow()
    return new Session(platform().guest.address, userName, await issueToken(kysely, String(id), new Date(platform().clock.now())))
  }

  const notified = async (): Promise<RecordValues> => {
    const [op, risk] = [await platform().as('op01'), await platform().as('rk01')]
    const stockBatchId = await batchInStock(platform(), goodsId, '200')
    const loan = await approvedLoan(platform(), lineId, goodsId, {
      appliedAmount: '10000.00',
      goods: [{ goodsId, stockBatchId, qty: '200', unitPrice: '120' }],
    })
    const { id: loanId, borrowerId, departmentId, fundingPartyId, warehouseId } = loan
    const batches = [{ stockBatchId, pledgedQty: '200' }]
    const { id } = await op.add(at.pledge, { loanId, borrowerId, departmentId, fundingPartyId, warehouseId, batches })
    await op.act(at.pledge, 'submit', id)
    return risk.act(at.pledge, 'approve', id)
  }

  describe('for a warehouse that another one keeps', () => {
    it('the owner of goods, who sees the notice, neither confirms nor refuses that they are there', async () => {
      const { noticeId } = await notified()
      expect((await owner.ask('GET', `${at.notice}/${String(noticeId)}`)).status).toBe(200)
      const receiptFiles = [await uploaded(owner, '回执.pdf')]
      const form = { receiptPersonName: '货主', receiptQty: '200', receiptFiles }
      expect(await owner.tryTo(at.notice, 'receipt', String(noticeId), form)).toMatchObject(notKeeper)
      expect(await owner.tryTo(at.notice, 'refuse', String(noticeId), { opinion: '不同意' })).toMatchObject(notKeeper)
      const keeper = await platform().as('wh01')
      const files = [await uploaded(keeper, '回执.pdf')]
      expect((await keeper.tryTo(at.notice, 'receipt', String(noticeId), { ...form, receiptFiles: files })).status).toBe(200)
    })

    it('nor takes in what comes for him', async () => {
      const { id } = await draftedStockIn(platform(), goodsId)
      const { goods } = await (await platform().as('op01')).act(at.stockIn, 'submit', id)
      const form = {
        goods: (goods as { id: string }[]).map((line) => ({
          id: line.id,
          receivedGoodQty: '1',
          batchNo: 'B1',
          productionDate: '2026-10-01',
        })),
      }
      expect(await owner.tryTo(at.stockIn, 'receive', id, form)).toMatchObject(notKeeper)
      expect((await (await platform().as('wh01')).tryTo(at.stockIn, 'receive', id, form)).status).toBe(200)
      expect(await owner.tryTo(at.stockIn, 'finish', id)).toMatchObject(notKeeper)
    })
  })

  it('to what another one has reported about them is nothing: neither changed nor taken away', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    const stockBatchId = await batchInStock(platform(), goodsId, '100')
    const values = {
      unusualType: 'SEAL',
      stockBatchId,
      qty: '10',
      foundAt: '2026-11-20T03:00:00.000Z',
      reporterName: '巡库员',
      description: '封条破损，疑似被盗',
    }
    const ours = await op.add(at.unusual, values)
    const change = { version: ours.version, qty: '1' }
    expect(await keeper.ask('PATCH', `${at.unusual}/${ours.id}`, change)).toMatchObject(ofOthers('编辑'))
    expect(await keeper.remove(at.unusual, ours.id)).toMatchObject(ofOthers('删除'))
    // A list says it of the row, so that no button offers what is refused.
    const { records } = await keeper.list(at.unusual, { status: 'OPEN' })
    expect(records.find(({ id }) => id === ours.id)).toMatchObject({ ofOthers: true })
    const theirs = await keeper.add(at.unusual, values)
    expect(theirs).toMatchObject({ ofOthers: false })
    expect((await keeper.ask('PATCH', `${at.unusual}/${theirs.id}`, { version: theirs.version, qty: '1' })).status).toBe(200)
    expect((await op.ask('PATCH', `${at.unusual}/${theirs.id}`, { version: 2, qty: '2' })).status).toBe(200)
    expect((await keeper.remove(at.unusual, theirs.id)).status).toBe(200)
  })

  it('nor are the files that another one has attached to it', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    const [report] = (
      await op.list(at.unusual, { status: 'OPEN', warehouseId: await platform().idOf('warehouse', 'warehouse_name', '演示一号仓') })
    ).records
    const url = `${at.unusual}/attach/${report?.id}`
    const attached = async (session: Session, name: string): Promise<string> => {
      const form = new FormData()
      form.append('file', new Blob(['%PDF-1.7 file']), name)
      const headers = { authorization: `Bearer ${session.token}` }
      const response = await fetch(session.address + url, { method: 'POST', headers, body: form })
      return ((await response.json()) as { id: string }).id
    }
    const [ours, theirs] = [await attached(op, '巡库照片.pdf'), await attached(keeper, '说明.pdf')]
    expect((await keeper.ask('DELETE', `${url}?file=${ours}`)).status).toBe(417)
    expect((await keeper.ask('POST', '/api/file/attach/remove', { id: ours })).status).toBe(417)
    expect((await keeper.ask('DELETE', `/file/${ours}`)).status).toBe(417)
    expect((await keeper.ask('DELETE', `${url}?file=${theirs}`)).status).toBe(200)
    expect((await keeper.ask('GET', url)).body).toMatchObject([{ id: ours }])
    expect((await op.ask('DELETE', `${url}?file=${ours}`)).status).toBe(200)
  })
})
