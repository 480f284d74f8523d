import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('the states above a list', () => {
  test('say how many rows there are in each, and narrow the list as its search form does', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    const { 全部: all = 0, ...states } = await operator.list.states()
    expect(all).toBe(await operator.list.total())
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(all)

    await operator.list.showState('待放款')
    await operator.expectPath('/loansmgr?status=APPROVED')
    await operator.list.expectColumn('状态', (shown) => shown.length > 0 && shown.every((state) => state === '待放款'))
    expect(await operator.list.total()).toBe(states['待放款'])
    await operator.list.unfold()
    await operator.list.expectTyped({ 状态: '待放款' })
    await operator.list.fold()
  })
})

describe('a saved view', () => {
  test('is found by its link and after a reload, and opens with the list once it is the usual one', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    await operator.list.showState('待放款')
    await operator.list.sort('申请金额')
    await operator.list.expectState('待放款')
    await operator.list.saveView('可放款', { usual: true })
    const link = `/loansmgr?view=${new URL(operator.page.url()).searchParams.get('view')}`

    await operator.reload()
    await operator.list.expectView('可放款')
    await operator.list.expectState('待放款')

    const colleague = await visit(link, { as: 'bm01' })
    await colleague.page.getByText('视图不存在，或没有共享给您').waitFor()
    expect((await colleague.list.states())['全部']).toBe(await colleague.list.total())

    const again = await visit('/loansmgr', { as: 'op01' })
    await again.list.expectView('可放款')
    await again.list.expectState('待放款')
    await again.expectPath(/sortField=appliedAmount/)
    const bare = await visit(link, { as: 'op01' })
    await bare.list.expectState('待放款')
    await bare.list.deleteView()
    await bare.list.expectState('待放款')
  })
})
