import { expect, it } from 'vitest'
import { demoWms } from './wms'

const notice = { entryNo: 'RT20261120-0001', warehouseCode: 'W001', lines: [{ goodsNo: 'SP000001', qty: '10.0000' }] }
const ask = async (body: object, more: object = {}) => {
  const request = { method: 'POST', path: '/inbound/notices', requestNo: 'RT20261120-0001-1', attempt: 1, day: '2026-11-20' } as const
  const response = await demoWms.call({ ...request, body: JSON.stringify(body), ...more })
  return [response.httpStatus, JSON.parse(response.body)] as const
}

it('takes a notice of goods to come, takes it back, and counts', async () => {
  expect(await ask(notice)).toEqual([201, { noticeId: 'WMS-RT20261120-0001', lines: 1 }])
  expect(await ask({}, { path: '/inbound/notices/RT20261120-0001/cancel' })).toEqual([200, { cancelled: true }])
  expect(await ask({}, { path: '/stock/snapshots', requestNo: 'WH0001-2026-11-19' })).toMatchObject([200, { taken: true }])
})

it.each([
  ['a number', { ...notice, entryNo: '' }, '缺少通知号'],
  ['a warehouse', { ...notice, warehouseCode: null }, '缺少仓库代码'],
  ['goods', { ...notice, lines: [] }, '第 0 行缺少商品编号或数量'],
  ['a quantity', { ...notice, lines: [...notice.lines, { goodsNo: 'SP000002', qty: '0' }] }, '第 2 行缺少商品编号或数量'],
] as const)('refuses a notice without %s', async (_what, body, message) => {
  expect(await ask(body)).toEqual([422, { code: 'INVALID', message }])
})

it('answers nobody while it is maintained, and some only when they ask again', async () => {
  expect(await ask(notice, { day: '2026-11-16' })).toMatchObject([503, { code: 'MAINTENANCE' }])
  const first = async (number: number) => (await ask(notice, { attempt: 0, requestNo: `RT-${number}` }))[0]
  const statuses = await Promise.all(Array.from({ length: 60 }, (_none, index) => first(index)))
  expect(new Set(statuses)).toEqual(new Set([201, 502]))
})
