import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('the page of a loan', () => {
  test('keeps its head in sight, leads to its places, its references and its chain, and back', async ({ visit }) => {
    const operator = await visit('/loansmgr?status=AUDITING', { as: 'op01' })
    await operator.list.expectColumn('状态', (states) => states.length > 0 && states.every((state) => state === '审批中'))
    const [loanNo = ''] = await operator.list.column('融资单号')
    await operator.list.row(loanNo).open()
    await operator.record.expectHeadInSight()
    await operator.record.leadTo('金额')
    await operator.record.leadTo('附件')
    await operator.record.expectHeadInSight()
    await operator.record.expectCard('融资客户', '正常')

    const credit = operator.record.chain().getByRole('link', { name: /^KE/ })
    const creditNo = await credit.innerText()
    await credit.click()
    await operator.expectPath(/^\/customerline\/detail/)
    await expect.poll(() => operator.record.chain().getByRole('link', { name: loanNo }).count()).toBe(1)
    await operator.record.expectState('生效')
    expect(creditNo).toMatch(/^KE\d/)
    await operator.back()
    await operator.expectPath(/^\/loansmgr\/detail/)
    await operator.record.reference('融资客户').click()
    await operator.expectPath(/^\/enterprise\/\d+/)
    await operator.record.press('返回')
  })
})
