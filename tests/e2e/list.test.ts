import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('a list', () => {
  test('is searched, and what is asked for stands in the address', async ({ visit }) => {
    const operator = await visit('/exchangerate', { as: 'op01' })
    const all = await operator.list.total()
    await operator.list.search({ 原币: 'EUR', 汇率日期: ['2026-03-02', '2026-03-06'] })

    await operator.list.expectColumn('原币', (codes) => codes.length > 0 && codes.every((code) => code === 'EUR'))
    await operator.expectPath(/rateDateStart=2026-03-02&rateDateEnd=2026-03-06.*fromCurrency=EUR/)
    expect(await operator.list.total()).toBeLessThan(all)

    await operator.list.reset()
    await operator.expectPath('/exchangerate')
    await expect.poll(() => operator.list.total()).toBe(all)
  })

  test('is sorted by a column and goes page by page, and the address follows', async ({ visit }) => {
    const operator = await visit('/exchangerate', { as: 'op01' })
    await operator.list.sort('汇率')
    await operator.expectPath('/exchangerate?sortField=rate&sortOrder=ascend')
    await operator.list.expectColumn('汇率', isAscending)

    await operator.list.goToPage(2)
    await operator.expectPath('/exchangerate?page=2&sortField=rate&sortOrder=ascend')
    await operator.list.expectColumn('汇率', isAscending)

    await operator.list.showPerPage(50)
    await operator.list.expectColumn('汇率', (rates) => rates.length === 50)
  })

  test('lets nothing shine through what stays at the end of a row, whatever the ground of the row', async ({ visit }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const operator = await visit('/loansmgr', { as: 'op01', window: { colorScheme } })
      const selected = await operator.list.groundsOfEnd(operator.list.firstRow())
      expect(selected).toHaveLength(3)
      await operator.follow('/pledgewarn')
      const toned = await operator.list.groundsOfEnd(operator.list.firstRow())
      for (const { row, end } of [...selected, ...toned]) {
        expect(end).toBe(row)
        // A colour that lets something through is written with how much.
        expect(end).toMatch(/^(rgb\(|color\(srgb [\d. ]+\)$)/)
      }
      expect(new Set([...selected, ...toned].map(({ end }) => end)).size).toBe(5)
    }
  })

  test('is there with few requests, and what it may need later is fetched after it', async ({ visit }) => {
    const operator = await visit('/exchangerate', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    const asked: string[] = []
    operator.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // What the page before the reload was still fetching is none of this visit's.
    operator.page.on('framenavigated', () => asked.splice(0, asked.length, new URL(operator.page.url()).pathname))
    await operator.reload()
    await operator.list.firstRow().expectThere()
    const rows = asked.findIndex((path) => path.endsWith('/list'))
    const later = asked.findIndex((path) => path.includes('SelectControl'))
    expect(asked.slice(12, rows + 1)).toEqual([])
    expect(later === -1 || later > rows).toBe(true)
    await expect.poll(() => asked.some((path) => path.includes('DateControl'))).toBe(true)
    expect(asked.slice(30)).toEqual([])
  })

  test('opens from a bookmark as it was', async ({ visit }) => {
    const operator = await visit('/exchangerate?fromCurrency=USD&page=3&pageSize=10', { as: 'op01' })
    await operator.list.expectColumn('原币', (codes) => codes.length === 10 && codes.every((code) => code === 'USD'))
    await operator.list.expectColumn('序号', (numbers) => numbers[0] === '21')
  })

  test('is found as it was left by going back from a record', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    await operator.list.search({ 项目名称: '奶粉' })
    await operator.list.expectColumn('项目名称', (names) => names.length > 0 && names.every((name) => name.includes('奶粉')))
    await operator.list.firstRow().open()
    await operator.expectPath(/^\/loansmgr\/detail\?id=/)
    await operator.back()
    await operator.expectPath('/loansmgr?projectName=奶粉')
    await operator.list.expectColumn('项目名称', (names) => names.length > 0 && names.every((name) => name.includes('奶粉')))
  })

  test('R8 comes back from the background as it was left, and is out of reach while it is there', async ({ visit }) => {
    const operator = await visit('/goodsinf?pageSize=50', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    await operator.list.type({ 商品名称: '没有查询' })
    await operator.list.scrollToRow(30)
    const top = await operator.list.topOfRow(30)
    await operator.shell.open('额度管理', '客户额度管理')
    await operator.list.firstRow().expectThere()
    expect(await operator.page.getByRole('columnheader', { name: '商品名称' }).count()).toBe(0)

    await operator.shell.showTab('商品信息')
    await expect.poll(() => operator.list.topOfRow(30)).toBe(top)
    await operator.list.expectTyped({ 商品名称: '没有查询' })
  })

  test('says that nothing was found and gives everything back', async ({ visit }) => {
    const operator = await visit('/enterprise', { as: 'op01' })
    await operator.list.search({ 企业名称: '没有这样的企业' })
    await operator.expectText('没有符合条件的数据')
    await operator.list.clearFilters()
    await operator.list.firstRow().expectThere()
  })

  test('shows a customer only what belongs to the enterprise', async ({ visit }) => {
    const customer = await visit('/loansmgr', { as: 'br01' })
    await customer.list.expectColumn('融资客户', (names) => names.length > 0 && new Set(names).size === 1)
  })
})

function isAscending(texts: string[]): boolean {
  const numbers = texts.map((text) => Number(text.replaceAll(',', '')))
  return numbers.length > 1 && numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0))
}
