import { beforeAll, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { RecordValues } from '../../engine/core/wire'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import type { Session } from './support/client'
import { at, draftedStockIn, referenceGoods } from './support/fixtures'
import { describePlatform, type Platform } from './support/platform'

/** Decisions D2, D8, A38 and A39: what was received wrongly is received anew, and nobody makes stock alone. */
describePlatform('goods that were received', (platform) => {
  let goodsId = ''
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
    await allow(platform(), 'OP', 'receive', 'finish')
  })
  const returned = { opinion: '数量录错' }

  /** A notice of 100 and 50 that was sent down. */
  const sent = async (): Promise<RecordValues> => {
    const op = await platform().as('op01')
    return op.act(at.stockIn, 'submit', (await draftedStockIn(platform(), goodsId)).id)
  }
  const receive = async (who: Session, { id, goods }: RecordValues, ...quantities: [good: string, damaged?: string][]) => {
    const rows = goods as { id: string }[]
    await who.act(at.stockIn, 'receive', id, {
      goods: quantities.map(([receivedGoodQty, receivedDamagedQty = '0'], index) => ({
        id: rows[index]?.id,
        receivedGoodQty,
        receivedDamagedQty,
      })),
    })
    return who.act(at.stockIn, 'finish', id)
  }
  const receiptsOf = async (stockIn: RecordValues) => {
    const { body } = await (await platform().as('wh01')).ask('GET', `/api/inventory/stockin/wms/${String(stockIn['entryNo'])}`)
    return (body.records as RecordValues[]).map(({ wmsNo, qty, recordStatus }) => [String(wmsNo).slice(-2), qty, recordStatus])
  }

  it('D2 A39 are received anew after a return: the wrong quantities are gone, their receipts void, and who sent them back may confirm', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    const notice = await sent()
    expect(await receive(keeper, notice, ['110'], ['5', '1'])).toMatchObject({ status: 'RECEIVED', receivedQty: '116.0000' })

    const back = await op.act(at.stockIn, 'returnReceive', notice.id, returned)
    expect(back).toMatchObject({
      status: 'RECEIVING',
      arrivedAt: null,
      returnedByName: '林晓',
      receivedQty: '0.0000',
      goodsAmount: '0.00',
      goods: [
        { goodQty: null, damagedQty: null },
        { goodQty: null, damagedQty: null },
      ],
    })
    expect(await receiptsOf(notice)).toEqual([
      ['01', '1.0000', 'VOID'],
      ['01', '5.0000', 'VOID'],
      ['01', '110.0000', 'VOID'],
    ])
    expect((await keeper.tryTo(at.stockIn, 'finish', notice.id)).status).toBe(417)

    // The whole quantity again: what is void counts for no limit.
    expect(await receive(keeper, notice, ['110'], ['50'])).toMatchObject({ receivedQty: '160.0000', damagedQty: '0.0000' })
    expect((await receiptsOf(notice)).filter(([, , status]) => status === 'VALID')).toEqual([
      ['02', '50.0000', 'VALID'],
      ['02', '110.0000', 'VALID'],
    ])
    expect(await op.act(at.stockIn, 'confirm', notice.id)).toMatchObject({ status: 'CONFIRMED' })
    const batches = await platform()
      .database.kysely.selectFrom('stock_batch')
      .select(['quality_status', 'available_qty'])
      .where('stock_in_id', '=', notice.id)
      .orderBy('id')
      .execute()
    expect(batches).toEqual([
      { quality_status: 'GOOD', available_qty: '110.0000' },
      { quality_status: 'GOOD', available_qty: '50.0000' },
    ])
    expect(await platform().violations()).toEqual([])
  })

  it('D2 are received anew with their batch number and dates corrected or emptied', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    const notice = await sent()
    const [first, second] = notice['goods'] as { id: string }[]
    const received = async (row: object) =>
      keeper.act(at.stockIn, 'receive', notice.id, {
        goods: [
          { id: first?.id, receivedGoodQty: '10', ...row },
          { id: second?.id, receivedGoodQty: '0' },
        ],
      })
    const lineOf = ({ goods }: RecordValues) => (goods as Record<string, unknown>[])[0]
    const wrong = { batchNo: 'WRONG', productionDate: '2026-03-01', locationCode: 'Z9' }
    const typed = lineOf(await received(wrong))
    expect(typed).toMatchObject({ ...wrong, expiryDate: expect.any(String) as string })
    // A line takes one batch: its number cannot be taken away while it is being received.
    expect(
      (await keeper.tryTo(at.stockIn, 'receive', notice.id, { goods: [{ id: first?.id, receivedGoodQty: '1', clear: ['batchNo'] }] }))
        .status,
    ).toBe(417)
    const back = async () => {
      await keeper.act(at.stockIn, 'finish', notice.id)
      await op.act(at.stockIn, 'returnReceive', notice.id, returned)
    }

    await back()
    // As the dialog sends it, which shows the day of expiry that had followed.
    const corrected = lineOf(await received({ productionDate: '2026-03-11', expiryDate: typed?.['expiryDate'] }))
    expect(corrected).toMatchObject({ batchNo: 'WRONG', expiryDate: addDays(String(typed?.['expiryDate']), 10) })
    await back()
    const emptied = { batchNo: null, productionDate: null, expiryDate: null, locationCode: null }
    expect(lineOf(await received({ clear: ['batchNo', 'productionDate', 'locationCode'] }))).toMatchObject(emptied)
    await back()
    // What somebody has read from the goods stays, whatever their day of production.
    const read = { productionDate: '2026-03-11', expiryDate: '2027-01-31' }
    expect(lineOf(await received(read))).toMatchObject(read)
    await back()
    expect(lineOf(await received({ clear: ['productionDate'] }))).toMatchObject({ productionDate: null, expiryDate: '2027-01-31' })
    await back()
    expect(lineOf(await received({ clear: Object.keys(emptied) }))).toMatchObject(emptied)
  })

  it('D6 stand on each receipt once: one of the same visit, line, batch and quality is refused a second time, until it is void', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    // Two lines of the same goods without a batch number, of both qualities: four receipts of one visit.
    const goods = [10, 20].map((expectedQty) => ({ goodsId, expectedQty: String(expectedQty), unitPrice: '120' }))
    const drafted = await draftedStockIn(platform(), goodsId, { goods })
    const notice = await op.act(at.stockIn, 'submit', drafted.id)
    await receive(keeper, notice, ['9', '1'], ['18', '2'])
    expect(await receiptsOf(notice)).toHaveLength(4)
    const { kysely } = platform().database
    const [stored] = await kysely.selectFrom('wms_record').selectAll().where('stock_in_id', '=', notice.id).orderBy('id').execute()
    const again = (more: object = {}) =>
      inWrite(platform().services, systemUser, ({ tools }) =>
        tools.create('wmsRecord', {
          wmsNo: stored?.['wms_no'],
          entryNo: stored?.['entry_no'],
          flowDirection: 'IN',
          stockInId: notice.id,
          sourceLineId: stored?.['source_line_id'],
          warehouseId: notice['warehouseId'],
          goodsId,
          qty: '9',
          qualityStatus: 'GOOD',
          occurredAt: '2026-11-20T04:00:00.000Z',
          ...more,
        }),
      )
    await expect(again()).rejects.toThrow('已存在')
    expect(await receiptsOf(notice)).toHaveLength(4)
    await again({ palletNo: 'T1' })
    await expect(again({ palletNo: 'T1' })).rejects.toThrow()
    await again({ batchNo: 'B9' })
    await again({ wmsNo: `${String(notice['entryNo'])}-02` })
    await op.act(at.stockIn, 'returnReceive', notice.id, returned)
    await again()
  })

  it('A39 are not confirmed by who sent them back and took them in again himself; a receipt that is void does not count', async () => {
    const [op, other, keeper] = [await platform().as('op01'), await platform().as('multi01'), await platform().as('wh01')]
    const notice = await sent()
    await receive(other, notice, ['100'], ['50'])
    await op.act(at.stockIn, 'returnReceive', notice.id, returned)
    await receive(op, notice, ['100'], ['50'])
    const confirm = (who: Session) => who.tryTo(at.stockIn, 'confirm', notice.id)
    expect(await confirm(op)).toMatchObject({ status: 417, body: { detail: expect.stringContaining('双人原则') as string } })

    await other.act(at.stockIn, 'returnReceive', notice.id, returned)
    await receive(keeper, notice, ['100'], ['50'])
    // Both have taken goods in, but nothing of that counts any more.
    expect(await confirm(other)).toMatchObject({ status: 200, body: { status: 'CONFIRMED' } })
  })

  it('D2 can be given up while they are being received once nothing counts any more', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    const notice = await sent()
    await receive(keeper, notice, ['100'], ['0', '3'])
    const cancel = () => op.tryTo(at.stockIn, 'cancel', notice.id, { opinion: '货主取消' })
    expect((await cancel()).status).toBe(417)
    await op.act(at.stockIn, 'returnReceive', notice.id, returned)
    expect(await cancel()).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
  })

  it('D2 D8 of a virtual warehouse are confirmed neither by who sent the notice down nor by who has sent it back to be corrected', async () => {
    const [op, other] = [await platform().as('op01'), await platform().as('multi01')]
    const third = await newOperator(platform(), 'op03')
    const warehouseId = await platform().idOf('warehouse', 'warehouse_name', '演示虚拟仓')
    const { id } = await draftedStockIn(platform(), goodsId, { warehouseId })
    const submit = () => op.act(at.stockIn, 'submit', id)
    const refused = { status: 417, body: { detail: expect.stringContaining('双人原则') as string } }
    expect(await submit()).toMatchObject({ status: 'RECEIVED', submittedByName: '林晓', receivedQty: '150.0000' })
    expect(await op.tryTo(at.stockIn, 'confirm', id)).toMatchObject(refused)

    const back = await other.act(at.stockIn, 'returnReceive', id, returned)
    expect(back).toMatchObject({ status: 'DRAFT', arrivedAt: null, receivedQty: '0.0000' })
    const rows = back['goods'] as { id: string }[]
    const goods = rows.map(({ id: row }, index) => ({ id: row, goodsId, unitPrice: '120', expectedQty: ['90', '50'][index] }))
    expect((await op.ask('PATCH', `${at.stockIn}/${id}`, { version: back['version'], goods })).status).toBe(200)
    expect(await submit()).toMatchObject({ status: 'RECEIVED', receivedQty: '140.0000', returnedByName: expect.any(String) as string })
    expect(await op.tryTo(at.stockIn, 'confirm', id)).toMatchObject(refused)
    expect(await other.tryTo(at.stockIn, 'confirm', id)).toMatchObject(refused)
    expect(await third.act(at.stockIn, 'confirm', id)).toMatchObject({ status: 'CONFIRMED' })
    expect(await platform().violations()).toEqual([])
  })
})

/** Gives a role rights over stock-ins, as an administrator does. */
async function allow(platform: Platform, roleCode: string, ...added: string[]): Promise<void> {
  const admin = await platform.as('admin')
  const roleId = await platform.idOf('role', 'role_code', roleCode)
  const { body } = await admin.ask('GET', `${at.role}/permission/${roleId}`)
  const menuPermissions = (body.menuPermissions as { menuName: string; buttons: string[] }[]).map((menu) =>
    menu.menuName === 'loans_stockin' ? { ...menu, buttons: [...menu.buttons, ...added] } : menu,
  )
  expect((await admin.set(at.role, 'permission', roleId, { menuPermissions })).status).toBe(200)
}

/** One more operator of the department of op01. */
async function newOperator(platform: Platform, userName: string): Promise<Session> {
  const admin = await platform.as('admin')
  const { id } = await admin.add(at.user, {
    userName,
    realName: '第三人',
    mobile: '10000009998',
    departmentId: await platform.idOf('department', 'department_name', '华东业务部'),
    roleIds: [await platform.idOf('role', 'role_code', 'OP')],
    dataScope: 'DEPT',
  })
  const [first, own] = ['Operator-2026!', 'Operator-2026!!']
  await admin.set(at.user, 'password', id, { newPassword: first })
  await (await platform.guest.signIn(userName, first)).ask('POST', '/userLogin/changePassword', { oldPassword: first, newPassword: own })
  return platform.guest.signIn(userName, own)
}
