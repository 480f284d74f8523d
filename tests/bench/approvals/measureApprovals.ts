import { randomUUID } from 'node:crypto'
import { at, copiesOfLoan, lineInForce, quotaInForce, referenceGoods, submittedLoan } from '../../api/support/fixtures'
import { readLists } from '../readers'
import { percentile } from '../report'
import { withProduct } from '../servedProduct'

const approvals = 400
/** So many of 10,000 each fit the line of 1,000,000. */
const fitting = 100
/** What another user opens meanwhile, one after the other. */
const lists = [at.order, at.warehouse, at.stock, at.loan]
const quietRequests = 80

export interface ApprovalTimes {
  /** 95 of 100 list requests take at most so long, in ms, before and while the approvals are under way. */
  quiet: number
  meanwhile: number
  /** From the first approval to the last answer, in s. */
  all: number
}

/**
 * 400 people approve at the same moment on one quota that 100 fit, while another user reads lists; the product runs in a process of its own.
 * @param program this program, which serves the product when it is called with `product`
 * @throws Error when others than those that fit are approved, or anybody is told to come again
 */
export function measureApprovals(program: string, root: string, databaseUrl: string): Promise<ApprovalTimes> {
  return withProduct({ program, root, databaseUrl }, async ({ platform }) => {
    const quota = await quotaInForce(platform, { approvedAmount: '1000000.00' })
    const { id: lineId } = await lineInForce(platform, quota.id, { lineAmount: '1000000.00' })
    const goodsId = await referenceGoods(platform)
    const goods = [{ goodsId, qty: '200', unitPrice: '120' }]
    const first = await submittedLoan(platform, lineId, goodsId, { appliedAmount: '10000.00', goods })
    const ids = [first.id, ...(await copiesOfLoan(platform, first, approvals - 1))]
    const [manager, reader] = [await platform.as('bm01'), await platform.as('op01')]

    let left = quietRequests
    await readLists(reader, lists, () => left-- > quietRequests / 2)
    const quiet = await readLists(reader, lists, () => left-- > 0)
    const begin = performance.now()
    let answered = false
    const approving = Promise.all(
      ids.map(async (id) => {
        const key = { 'idempotency-key': randomUUID() }
        const { status, body } = await manager.askOnce('POST', `${at.loan}/approve/${id}`, { version: 2, approvedAmount: '10000.00' }, key)
        return status === 200 ? 'approved' : `${status} ${body.code}`
      }),
    ).finally(() => (answered = true))
    const meanwhile = await readLists(reader, lists, () => !answered)
    const codes = await approving
    const all = (performance.now() - begin) / 1000
    const counted = Object.fromEntries([...new Set(codes)].sort().map((code) => [code, codes.filter((one) => one === code).length]))
    if (JSON.stringify(counted) !== JSON.stringify({ '417 100531': approvals - fitting, approved: fitting }))
      throw new Error(`${approvals} approvals of which ${fitting} fit were answered ${JSON.stringify(counted)}`)
    return { quiet: percentile(quiet, 0.95), meanwhile: percentile(meanwhile, 0.95), all }
  })
}
