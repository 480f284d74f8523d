import type { Request } from 'playwright-core'
import { describe, expect } from 'vitest'
import { config } from '../../src/app/config'
import { test } from './support/test'
import type { Visitor } from './support/visitor'

/** The request to this path that something on the page makes. */
async function asked({ page }: Visitor, path: string, act: () => Promise<void>): Promise<Request> {
  const request = page.waitForRequest((each) => new URL(each.url()).pathname === path)
  await act()
  return request
}

function valuesIn(body: unknown): unknown[] {
  return body !== null && typeof body === 'object' ? Object.values(body).flatMap(valuesIn) : [body]
}

describe('what leaves the page', () => {
  test('C1 C2 names its user and application, is JSON where it has a body, and holds nothing empty', async ({ visit }) => {
    const operator = await visit('/loansmgr?status=DRAFT', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    const token = (await operator.context.cookies()).find(({ name }) => name === config.tokenName)?.value
    const own = { authorization: `Bearer ${token}`, [config.appHeader.name.toLowerCase()]: config.appHeader.value }

    const get = await asked(operator, '/api/finance/loan/list', () => operator.list.search({ 项目名称: '' }))
    expect(await get.allHeaders()).toMatchObject(own)
    const query = [...new URL(get.url()).searchParams]
    expect(query).toContainEqual(['status', 'DRAFT'])
    expect(query.filter(([name, value]) => value === '' || name === 'projectName')).toEqual([])

    await operator.list.firstRow().open()
    await operator.record.press('试算')
    await operator.dialog.fill({ 申请金额: '1,000,000' })
    const post = await asked(operator, '/api/finance/loan/trial', () => operator.dialog.press('试算'))
    expect(await post.allHeaders()).toMatchObject({ ...own, 'content-type': 'application/json' })
    const body = post.postDataJSON() as Record<string, unknown>
    expect(body).toMatchObject({ appliedAmount: '1000000', goods: [{ goodsId: expect.any(String) as unknown }] })
    expect(valuesIn(body).filter((value) => value === '' || value === null)).toEqual([])
  })
})
