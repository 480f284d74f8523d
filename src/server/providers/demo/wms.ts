import { compareDecimals, isDecimal } from '../../../../engine/core/decimal'
import type { OutsideRequest, OutsideResponse, Provider } from '../provider'
import { answer, sumOf } from './answer'

/** Days on which the warehouse system of the demo data is being maintained: it answers nobody. */
const maintained = new Set(['2026-06-08', '2026-09-14', '2026-11-12', '2026-11-16'])
/** One request in so many is lost the first time. */
const lostOf = 9

/**
 * Stands in for the system of warehouses: takes notices of goods to come, in which nothing may be missing, takes them back, and counts what is
 * there. Now and then it is too busy, and answers when it is asked again.
 */
export const demoWms: Provider = {
  address: 'https://wms.demo.example',
  async call(request): Promise<OutsideResponse> {
    const { path, requestNo, attempt, day } = request
    if (maintained.has(day)) return answer(503, { code: 'MAINTENANCE', message: '系统维护中' }, requestNo)
    if (attempt === 0 && sumOf(requestNo) % lostOf === 0) return answer(502, { code: 'BUSY', message: '网关超时' }, requestNo)
    if (path.startsWith('/stock/snapshots')) return answer(200, { snapshotNo: `KZ-${requestNo}`, taken: true }, requestNo)
    if (path.endsWith('/cancel')) return answer(200, { cancelled: true }, requestNo)
    return takeNotice(request)
  },
}

interface Notice {
  entryNo?: string
  warehouseCode?: string
  lines?: { goodsNo?: string; qty?: string }[]
}

function takeNotice({ body = '{}', requestNo }: OutsideRequest): OutsideResponse {
  const { entryNo, warehouseCode, lines = [] } = JSON.parse(body) as Notice
  const refused = (message: string): OutsideResponse => answer(422, { code: 'INVALID', message }, requestNo)
  if (!entryNo) return refused('缺少通知号')
  if (!warehouseCode) return refused('缺少仓库代码')
  const wrong = lines.findIndex(({ goodsNo, qty }) => !goodsNo || !isDecimal(qty) || compareDecimals(qty, '0') <= 0)
  if (lines.length === 0 || wrong >= 0) return refused(`第 ${wrong + 1} 行缺少商品编号或数量`)
  return answer(201, { noticeId: `WMS-${entryNo}`, lines: lines.length }, requestNo)
}
