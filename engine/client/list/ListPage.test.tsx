import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import { prefetchList } from '../data/useList'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { actionPlan, columnPlan, entityAction, fields, listPagePlan, screenPlan, searchPlan, stockRows } from '../testing/plans'
import { confirm, findDialog } from '../testing/dialogs'
import { createGate } from '../testing/gate'
import { textWidth } from '../ui/textWidth'
import { openSelect } from '../testing/openSelect'
import { Refusal, renderPage, type PageSetup, type ServedRequest } from '../testing/renderPage'
import { ListPage } from './ListPage'

const TOTAL = 45

/** A server with 45 rows that finds by name and knows no mistakes. */
function serveStock({ path, query }: ServedRequest): unknown {
  if (!path.endsWith('/list')) return {}
  const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 20)]
  const name = query.get('name') ?? ''
  const rows = stockRows(TOTAL).filter((row) => String(row['name']).includes(name))
  return {
    records: rows.slice((number - 1) * size, number * size),
    total: rows.length,
    page: number,
    pageSize: size,
    summary: { amount: '1057.50' },
  }
}

async function choosePageSize(size: number): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: /^每页条数/ }))
  await userEvent.click(page.getByRole('option', { name: `${size} 条/页` }))
}

function renderList(setup: PageSetup & { plan?: Partial<ListPagePlan>; screen?: Partial<BrowserScreenPlan> } = {}) {
  const plan = listPagePlan(setup.plan)
  return renderPage(<ListPage screen={screenPlan(setup.screen)} page={plan} />, { serve: serveStock, ...setup })
}

beforeEach(() => {
  Object.assign(window, { innerWidth: 1500 })
})
afterEach(cleanup)

describe('opening', () => {
  it('asks once and shows the rows with their formats, numbers and sums', async () => {
    const { asked } = renderList()
    const row = within((await page.findByText('KC-0002')).closest('tr') as HTMLElement)
    expect(row.getByText('2.50').className).toContain('engine-cell-right')
    expect(row.getByText('审批中').className).toBe('engine-tag engine-tag-processing')
    expect(row.getByText('2')).toBeDefined()
    expect(page.getByText('共 45 条')).toBeDefined()
    // What all of them add up to stands below the column, what the page does beside the pager.
    const [total, ...others] = within(page.getByRole('table')).getAllByRole('rowheader')
    expect(total?.closest('tr')?.textContent?.trim()).toBe('总合计1,057.50')
    expect(others).toEqual([])
    expect(page.getByText('本页合计').parentElement?.textContent).toContain('220.00')
    expect(asked('/list')).toHaveLength(1)
  })

  it('says nothing of how many rows there are before it knows, also not when they could not be loaded', async () => {
    const gate = createGate()
    let failing = true
    const { asked } = renderList({
      address: '/stock?page=2',
      serve: async (request) => {
        if (!request.path.endsWith('/list')) return {}
        await gate.opened
        return failing ? new Refusal(500) : serveStock(request)
      },
    })
    const pager = within(await page.findByRole('navigation', { name: '分页' }))
    expect(pager.queryByText(/共/)).toBeNull()
    expect(pager.getByRole<HTMLButtonElement>('button', { name: '下一页' }).disabled).toBe(true)
    gate.open()
    const again = await page.findByRole('button', { name: '重试' })
    expect(pager.queryByText(/共/)).toBeNull()
    failing = false
    await userEvent.click(again)
    expect(await pager.findByText('共 45 条')).toBeDefined()
    expect(pager.getByRole<HTMLButtonElement>('button', { name: '下一页' }).disabled).toBe(false)
    expect(asked('/list').every(({ query }) => query.get('page') === '2')).toBe(true)
  })

  it('asks nothing again that the menu has fetched while it was pointed at', async () => {
    const [screen, plan] = [screenPlan(), listPagePlan()]
    const program: { open?: () => void } = {}
    function Menu() {
      const [open, setOpen] = useState(false)
      program.open = () => setOpen(true)
      return open && <ListPage screen={screen} page={plan} />
    }
    const { services, asked } = renderPage(<Menu />, { serve: serveStock, address: '/stock?page=2' })
    await act(() => prefetchList(services, screen, plan, { search: '?page=2', params: {} }))
    act(() => program.open?.())
    expect(page.getByText('KC-0021')).toBeDefined()
    expect(asked('/list')).toHaveLength(1)
  })

  it('I6 asks again by itself while a row says that something is under way, and no longer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      let state = 'AUDITING'
      const serve = (request: ServedRequest): unknown => {
        const response = serveStock(request) as { records?: Record<string, unknown>[] }
        return { ...response, records: response.records?.map((row) => ({ ...row, status: state })) }
      }
      const refresh = { seconds: 5, while: parseExpression("status == 'AUDITING'") }
      const { asked } = renderList({ serve, plan: { refresh } })
      await page.findByText('KC-0002')
      await act(() => vi.advanceTimersByTimeAsync(5_500))
      expect(asked('/list')).toHaveLength(2)
      state = 'DONE'
      await act(() => vi.advanceTimersByTimeAsync(5_500))
      expect(asked('/list')).toHaveLength(3)
      await act(() => vi.advanceTimersByTimeAsync(20_000))
      expect(asked('/list')).toHaveLength(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('draws a widget of the product above the list for whoever has its permission', async () => {
    const upload = { name: 'upload', title: '上传', permission: 'stock_upload', states: [], danger: false }
    const screen = screenPlan({ actions: { upload: { ...upload, does: { kind: 'widget', widget: 'dropZone' } } } })
    const plan = listPagePlan({ area: 'upload' })
    const extensions = { widgets: { dropZone: () => <p>拖到这里</p> } }
    const first = renderPage(<ListPage screen={screen} page={plan} />, { serve: serveStock, extensions })
    expect(await page.findByText('拖到这里')).toBeDefined()
    expect(page.getByRole('region', { name: '上传' })).toBeDefined()
    expect(first.asked('/list')).toHaveLength(1)
    cleanup()
    renderPage(<ListPage screen={screen} page={plan} />, { serve: serveStock, extensions, rights: { opens: () => true, can: () => false } })
    await page.findByText('KC-0002')
    expect(page.queryByText('拖到这里')).toBeNull()
  })

  it('R8 takes what the address says, and passes over what makes no sense', async () => {
    const { asked } = renderList({ address: '/stock?name=%E8%B4%A7%E7%89%A91&page=x&pageSize=7&sortField=secret&kind=A&kind=B' })
    await page.findByText('KC-0001')
    expect(asked('/list')[0]?.query.toString()).toBe(new URLSearchParams('name=货物1&kind=A&kind=B&page=1&pageSize=20').toString())
    expect(page.getByLabelText<HTMLInputElement>('名称').value).toBe('货物1')
  })

  it('filters by what its address fixes, and keeps that in the address', async () => {
    const { asked, address } = renderList({ address: '/stock?loan=7', plan: { params: { loanId: 'loan' } } })
    await page.findByText('KC-0001')
    await userEvent.click(page.getByLabelText('下一页'))
    expect(asked('/list').map(({ query }) => query.get('loanId'))).toEqual(['7', '7'])
    expect(address()).toBe('/stock?loan=7&page=2')
  })

  it('says what went wrong and tries again when asked to', async () => {
    let broken = true
    renderList({ serve: (request) => (broken ? new Refusal(422, { error: '查询条件有误' }) : serveStock(request)) })
    expect((await page.findByRole('alert')).textContent).toContain('查询条件有误')
    broken = false
    await userEvent.click(page.getByText('重试'))
    expect(await page.findByText('KC-0001')).toBeDefined()
  })

  it('offers the next step when there is nothing yet, and another search when nothing was found', async () => {
    const nothing = { records: [], total: 0, page: 1, pageSize: 20 }
    const { address } = renderList({ serve: () => nothing, address: '/stock?name=x' })
    expect(await page.findByText('没有符合条件的数据')).toBeDefined()
    await userEvent.click(page.getByText('清空查询条件'))
    const table = within(page.getByRole('table'))
    await table.findByText('暂无数据')
    await userEvent.click(table.getByText('新增'))
    expect(address()).toBe('/stock/0?mode=add')
  })

  it('shows an optional column when the user has switched it on, and keeps the choice', async () => {
    const preferences = new Map<string, unknown>()
    const plan = { columns: [columnPlan(fields.no), columnPlan(fields.day, { hidden: true })] }
    renderList({ plan, preferences })
    await page.findByText('KC-0001')
    expect(page.queryByRole('columnheader', { name: '日期' })).toBeNull()
    await userEvent.click(page.getByLabelText('列设置'))
    await userEvent.click(page.getByRole('checkbox', { name: '日期' }))
    expect(page.getByRole('columnheader', { name: '日期' })).toBeDefined()
    cleanup()
    renderList({ plan, preferences })
    expect(await page.findByRole('columnheader', { name: '日期' })).toBeDefined()
  })
})

describe('asking', () => {
  it('queries from page 1 on Enter, without blanks around the text', async () => {
    const { asked, address } = renderList({ address: '/stock?page=2' })
    await page.findByText('KC-0021')
    await userEvent.type(page.getByLabelText('名称'), ' 货物3 {Enter}')
    await page.findByText('KC-0003')
    expect(address()).toBe(`/stock?${new URLSearchParams('name=货物3').toString()}`)
    expect(asked('/list').at(-1)?.query.get('page')).toBe('1')
  })

  it('asks nothing while typing', async () => {
    const { asked } = renderList()
    await page.findByText('KC-0001')
    await userEvent.type(page.getByLabelText('名称'), '铜')
    expect(asked('/list')).toHaveLength(1)
  })

  it('重置 empties the form and asks again from page 1', async () => {
    const { asked, address } = renderList({ address: '/stock?name=%E8%B4%A7%E7%89%A9&page=2' })
    await page.findByText('KC-0021')
    await userEvent.click(page.getByText('重置'))
    await page.findByText('KC-0001')
    expect(page.getByLabelText<HTMLInputElement>('名称').value).toBe('')
    expect(address()).toBe('/stock')
    expect(asked('/list').at(-1)?.query.toString()).toBe('page=1&pageSize=20')
  })

  it('重置 empties what was typed and not asked for yet, and asks again', async () => {
    const { asked, address } = renderList()
    await page.findByText('KC-0001')
    await userEvent.type(page.getByLabelText('名称'), '货物4')
    await userEvent.click(page.getByText('重置'))
    expect(page.getByLabelText<HTMLInputElement>('名称').value).toBe('')
    await waitFor(() => expect(asked('/list')).toHaveLength(2))
    expect(asked('/list').at(-1)?.query.toString()).toBe('page=1&pageSize=20')
    expect(address()).toBe('/stock')
  })

  it('查询 asks again when nothing has changed', async () => {
    const { asked } = renderList()
    await page.findByText('KC-0001')
    await userEvent.click(page.getByText('查询'))
    await waitFor(() => expect(asked('/list')).toHaveLength(2))
  })

  it('starts with the default of a search item, and does without it once it is cleared', async () => {
    const plan = { search: [searchPlan(fields.name, { default: '货物4' })] }
    const { asked, address } = renderList({ plan })
    await page.findByText('KC-0004')
    expect(asked('/list')[0]?.query.get('name')).toBe('货物4')
    await userEvent.clear(page.getByLabelText('名称'))
    await userEvent.click(page.getByText('查询'))
    await page.findByText('KC-0001')
    expect(address()).toBe('/stock?name=')
    expect(asked('/list').at(-1)?.query.has('name')).toBe(false)
  })

  it('shows one row of fields until 展开, says how many of the hidden ones are in use, and remembers', async () => {
    const preferences = new Map<string, unknown>()
    renderList({ preferences, address: '/stock?used=true&amountStart=5' })
    await page.findByText('KC-0001')
    expect(page.queryByLabelText('启用')).toBeNull()
    await userEvent.click(page.getByText('展开(2)'))
    expect(page.getByLabelText('启用').textContent).toBe('是')
    expect(page.getByLabelText<HTMLInputElement>('金额不小于').value).toBe('5.00')
    cleanup()
    renderList({ preferences })
    expect(await page.findByLabelText('启用')).toBeDefined()
  })

  it('sends a range as Start and End, and several codes as several', async () => {
    const { asked } = renderList({ preferences: new Map([['list:inventory/stock:list:unfolded', true]]) })
    await page.findByText('KC-0001')
    await userEvent.type(page.getByLabelText('金额不小于'), '1,000.999')
    await openSelect(() => page.getByLabelText('类型'))
    fireEvent.click(await page.findByTitle('原料'))
    fireEvent.click(page.getByTitle('成品'))
    await userEvent.click(page.getByText('查询'))
    await waitFor(() => expect(asked('/list')).toHaveLength(2))
    expect(asked('/list')[1]?.query.toString()).toBe('kind=A&kind=B&amountStart=1000.99&page=1&pageSize=20')
  })

  it('sorts by a click on the title: up, down, and as the list was', async () => {
    const { asked } = renderList()
    await page.findByText('KC-0001')
    const header = page.getByRole('columnheader', { name: '金额' })
    const orders: (string | null)[] = []
    for (let click = 0; click < 3; click += 1) {
      await userEvent.click(within(header).getByRole('button'))
      orders.push(header.getAttribute('aria-sort'))
    }
    expect(orders).toEqual(['ascending', 'descending', null])
    await waitFor(() => expect(asked('/list').map(({ query }) => query.get('sortOrder'))).toContain('descend'))
  })

  it('keeps columns in place from the first on, as far as the user wants, and remembers it', async () => {
    const preferences = new Map<string, unknown>()
    renderList({ preferences })
    await page.findByText('KC-0001')
    const pinned = () =>
      [...document.querySelectorAll('thead th.engine-pinned:not([class*=engine-cell-])')].map(({ textContent }) => textContent)
    expect(pinned()).toEqual(['单号'])
    await userEvent.click(page.getByLabelText('列设置'))
    expect(page.getByRole('button', { name: '固定到“单号”' })).toHaveProperty('disabled', true)
    await userEvent.click(page.getByRole('button', { name: '固定到“金额”' }))
    const table = page.getByRole('table')
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.className)
    expect(heads.filter((name) => /engine-pinned-[23]/.test(name))).toHaveLength(2)
    const left = (place: string): number => Number.parseInt(table.style.getPropertyValue(`--engine-left-${place}`), 10)
    expect([left('2') > left('first'), left('3') > left('2')]).toEqual([true, true])
    expect([...preferences.values()]).toContainEqual(expect.objectContaining({ pinned: 3 }))
    // Pressed again: only those before it.
    await userEvent.click(page.getByRole('button', { name: '固定到“金额”' }))
    expect(page.getByRole('button', { name: '固定到“名称”' }).getAttribute('aria-pressed')).toBe('true')
    expect(page.getByRole('button', { name: '固定到“金额”' }).getAttribute('aria-pressed')).toBe('false')
  })

  it('adds a column to the order with Shift, where rows go by several', async () => {
    const { asked } = renderList()
    await page.findByText('KC-0001')
    const press = (title: string, shiftKey: boolean) =>
      fireEvent.click(within(page.getByRole('columnheader', { name: new RegExp(title) })).getByRole('button'), { shiftKey })
    press('金额', false)
    press('名称', true)
    press('名称', true)
    await waitFor(() =>
      expect(
        asked('/list')
          .map(({ query }) => [query.get('sortField'), query.get('sortOrder')].join(' '))
          .at(-1),
      ).toBe('amount,name ascend,descend'),
    )
    expect(page.getByRole('columnheader', { name: /名称/ }).textContent).toBe('名称2')
    cleanup()

    const byIndex = renderList({ plan: { paging: 'cursor' } })
    await page.findByText('KC-0001')
    press('金额', false)
    press('名称', true)
    await waitFor(() => expect(byIndex.asked('/list').at(-1)?.query.get('sortField')).toBe('name'))
  })

  it('is searched from the title of a column, by the same state as the search form', async () => {
    const { asked, address } = renderList()
    await page.findByText('KC-0001')
    const head = (title: string) => within(page.getByRole('columnheader', { name: title }))
    expect(head('单号').queryByTitle('筛选单号')).toBeNull()
    const title = head('名称').getByRole('button')
    const panel = () => page.queryByRole('dialog', { name: '筛选名称' })
    act(() => title.focus())
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}x{Escape}')
    expect(panel()).toBeNull()
    expect(document.activeElement).toBe(title)
    expect(asked('/list')).toHaveLength(1)

    fireEvent.click(head('名称').getByTitle('筛选名称'))
    await userEvent.keyboard('货物2{Enter}')
    await waitFor(() => expect(asked('/list').at(-1)?.query.get('name')).toBe('货物2'))
    expect(page.getByLabelText<HTMLInputElement>('名称').value).toBe('货物2')
    expect(head('名称').getByTitle('筛选名称').dataset['used']).toBe('true')

    fireEvent.click(head('名称').getByTitle('筛选名称'))
    await userEvent.click(within(panel()!).getByRole('button', { name: '清除' }))
    await waitFor(() => expect(address()).toBe('/stock'))

    fireEvent.click(head('名称').getByTitle('筛选名称'))
    fireEvent.pointerDown(document.body)
    expect(panel()).toBeNull()
  })

  it('cancels an outdated request and ignores its response', async () => {
    const slow = createGate()
    const { asked } = renderList({
      serve: async (request) => {
        if (request.query.get('name') === '货物3') await slow.opened
        return serveStock(request)
      },
    })
    await page.findByText('KC-0001')
    const box = page.getByLabelText('名称')
    await userEvent.type(box, '货物3{Enter}')
    await userEvent.clear(box)
    await userEvent.type(box, '货物4{Enter}')
    await page.findByText('KC-0004')
    await act(async () => slow.open())
    expect(asked('/list').find(({ query }) => query.get('name') === '货物3')?.signal?.aborted).toBe(true)
    expect(page.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'KC-0004',
      'KC-0040',
      'KC-0041',
      'KC-0042',
      'KC-0043',
      'KC-0044',
      'KC-0045',
    ])
  })

  it('keeps the rows until the next ones are there', async () => {
    const slow = createGate()
    renderList({
      serve: async (request) => {
        if (request.query.get('page') === '2') await slow.opened
        return serveStock(request)
      },
    })
    await page.findByText('KC-0001')
    await userEvent.click(page.getByLabelText('下一页'))
    expect(page.getByText('KC-0001')).toBeDefined()
    await act(async () => slow.open())
    expect(await page.findByText('KC-0021')).toBeDefined()
    expect(page.queryByText('KC-0001')).toBeNull()
  })
})

describe('paging', () => {
  it('jumps to a page, and to the last one when there are not so many', async () => {
    const { address } = renderList()
    await page.findByText('KC-0001')
    await userEvent.type(page.getByLabelText(/跳至/), '99{Enter}')
    await page.findByText('KC-0041')
    expect(address()).toBe('/stock?page=3')
  })

  it('keeps the first row in sight when the page size changes', async () => {
    const { address } = renderList({ address: '/stock?page=3' })
    await page.findByText('KC-0041')
    await choosePageSize(10)
    expect(address()).toBe('/stock?page=5&pageSize=10')
  })

  it('goes to the page before when the last row of the last page is gone', async () => {
    const { address } = renderList({ address: '/stock?page=9' })
    await page.findByText('KC-0041')
    expect(address()).toBe('/stock?page=3')
  })
})

it('says that it has more rows than are counted, and goes on behind those', async () => {
  const serve = (request: ServedRequest): unknown => {
    const response = serveStock(request) as object
    return request.path.endsWith('/list') ? { ...response, total: 40, beyond: true } : response
  }
  const { address } = renderList({ serve, plan: { sort: undefined } })
  const pager = within(await page.findByRole('navigation', { name: '分页' }))
  const said = await pager.findByText('共 40+ 条')
  expect(said.title).toContain('只统计到 40 条')
  await userEvent.click(pager.getByRole('button', { name: '第 2 页' }))
  await page.findByText('KC-0021')
  await userEvent.click(pager.getByRole('button', { name: '下一页' }))
  await page.findByText('KC-0041')
  expect(address()).toContain('page=3')
})

describe('R8 memory', () => {
  it('comes back to the list as it was, at once, and asks again behind it', async () => {
    const { goTo, asked, address, services } = renderList()
    await page.findByText('KC-0001')
    await userEvent.click(page.getByLabelText('下一页'))
    await page.findByText('KC-0021')
    await userEvent.click(page.getByLabelText('选择 KC-0021'))
    act(() => goTo('/stock/21'))
    await act(() => services.queries.invalidateQueries())
    act(() => goTo('/stock'))
    expect(page.getByText('KC-0021')).toBeDefined()
    expect(page.getByText('已选择 1 项')).toBeDefined()
    expect(address()).toBe('/stock?page=2')
    await waitFor(() => expect(asked('/list')).toHaveLength(3))
  })

  it('forgets the list when another section was entered', async () => {
    const { goTo, address } = renderList()
    await page.findByText('KC-0001')
    await userEvent.click(page.getByLabelText('下一页'))
    await page.findByText('KC-0021')
    act(() => goTo('/loans'))
    act(() => goTo('/stock'))
    await page.findByText('KC-0001')
    expect(address()).toBe('/stock')
  })

  it('R7 starts anew where the page says so', async () => {
    const { goTo } = renderList({ plan: { onEnter: { clearCache: true, resetTab: false, fixedHeader: false } } })
    await page.findByText('KC-0001')
    await userEvent.click(page.getByLabelText('下一页'))
    await page.findByText('KC-0021')
    act(() => goTo('/stock/21'))
    act(() => goTo('/stock'))
    expect(await page.findByText('KC-0001')).toBeDefined()
  })
})

it('R7 sets the values in the session store to null that the page names, each time that it is entered', async () => {
  window.sessionStorage.setItem('test-totalPayment', '"120.00"')
  const onEnter = { clearCache: false, resetTab: false, fixedHeader: false, resetStored: ['totalPayment'] }
  const { goTo, services } = renderList({ plan: { onEnter } })
  await page.findByText('KC-0001')
  expect(window.sessionStorage.getItem('test-totalPayment')).toBe('null')
  services.storage.set('totalPayment', '80.00')
  act(() => goTo('/stock/21'))
  expect(services.storage.get('totalPayment')).toBe('80.00')
  act(() => goTo('/stock'))
  await page.findByText('KC-0001')
  expect(services.storage.get('totalPayment')).toBeNull()
})

it('R9 says that its header stays, and forgets rows and what was being asked when it is left', async () => {
  const { goTo, services, asked } = renderList({ plan: { onEnter: { clearCache: false, resetTab: false, fixedHeader: true } } })
  await page.findByText('KC-0001')
  expect(document.querySelector('.engine-list')?.hasAttribute('data-fixed-header')).toBe(true)
  act(() => goTo('/stock/21'))
  expect(services.queries.getQueryCache().findAll({ queryKey: ['list'] })).toEqual([])
  act(() => goTo('/stock'))
  expect(page.queryByText('KC-0001')).toBeNull()
  await page.findByText('KC-0001')
  expect(asked('/list')).toHaveLength(2)
})

describe('selection', () => {
  it('R8 is kept inside the section and given up with it', async () => {
    const { goTo } = renderList()
    await userEvent.click(await page.findByLabelText('选择 KC-0002'))
    act(() => goTo('/stock/21'))
    act(() => goTo('/stock'))
    expect((await page.findByLabelText<HTMLInputElement>('选择 KC-0002')).checked).toBe(true)
    act(() => goTo('/loans'))
    act(() => goTo('/stock'))
    expect((await page.findByLabelText<HTMLInputElement>('选择 KC-0002')).checked).toBe(false)
  })

  it('holds over pages, counts, and is given up by 取消选择', async () => {
    renderList()
    await page.findByText('KC-0001')
    await userEvent.click(page.getByLabelText('全选本页'))
    await userEvent.click(page.getByLabelText('下一页'))
    await userEvent.click(await page.findByLabelText('选择 KC-0022'))
    expect(page.getByText('已选择 21 项')).toBeDefined()
    expect(page.getByLabelText<HTMLInputElement>('全选本页').indeterminate).toBe(true)
    await userEvent.click(page.getByText('取消选择'))
    expect(page.queryByText('已选择 21 项')).toBeNull()
    expect(page.getByLabelText<HTMLInputElement>('选择 KC-0022').checked).toBe(false)
  })

  it('loses what leaves the list, as by a decision on it alone, and keeps the rest', async () => {
    let decided = false
    const serve = (request: ServedRequest): unknown => {
      if (!request.path.endsWith('/list')) return undefined
      const records = stockRows(6).filter(({ id }) => !decided || id !== '2')
      return { records, total: records.length, page: 1, pageSize: 20 }
    }
    const { services } = renderList({ serve })
    await userEvent.click(await page.findByLabelText('选择 KC-0002'))
    await userEvent.click(page.getByLabelText('选择 KC-0004'))
    expect(page.getByText('已选择 2 项')).toBeDefined()
    decided = true
    await act(() => services.queries.invalidateQueries())
    expect(await page.findByText('已选择 1 项')).toBeDefined()
  })

  it('does an action on all selected rows in one request, after a confirmation with their number', async () => {
    const { asked } = renderList()
    await userEvent.click(await page.findByLabelText('选择 KC-0002'))
    await userEvent.click(page.getByLabelText('选择 KC-0004'))
    await userEvent.click(within(page.getByRole('toolbar', { name: '批量操作' })).getByText('审批'))
    await confirm(await findDialog('确定要审批选中的 2 项吗？'))
    expect(await page.findByText('已审批 2 项')).toBeDefined()
    expect(asked('/batch/approve').map(({ method, body }) => [method, body])).toEqual([
      [
        'POST',
        {
          ids: [
            { id: '2', version: 1 },
            { id: '4', version: 1 },
          ],
        },
      ],
    ])
    expect(page.queryByText('已选择 2 项')).toBeNull()
    await waitFor(() => expect(asked('/list')).toHaveLength(2))
  })

  it('decides where it is possible, tells each refusal with its row, and keeps the refused rows selected', async () => {
    const approve = actionPlan('approve', entityAction('approve', { ask: [fieldPlan('opinion', 'textarea', { title: '意见' })] }), {
      title: '审批',
      states: ['AUDITING'],
    })
    const { asked } = renderList({
      screen: { actions: { ...screenPlan().actions, approve } },
      serve: (request) =>
        request.path.endsWith('/batch/approve') ? { ids: ['2'], refused: [{ id: '4', reason: '额度不足' }] } : serveStock(request),
    })
    for (const no of ['KC-0001', 'KC-0002', 'KC-0004']) await userEvent.click(await page.findByLabelText(`选择 ${no}`))
    await userEvent.click(within(page.getByRole('toolbar', { name: '批量操作' })).getByText('审批'))
    const dialog = await findDialog('审批')
    expect(within(dialog).getByText('以下 1 项不能审批，本次不处理').parentElement?.querySelector('li')?.textContent).toBe(
      'KC-0001 当前状态为“草稿”，不能审批',
    )
    await confirm(dialog)
    const outcome = await within(dialog).findByRole('alert')
    expect(outcome.querySelector('p')?.textContent).toBe('审批：完成 1 项，未完成 2 项')
    expect([...outcome.querySelectorAll('li')].map((each) => each.textContent)).toEqual([
      'KC-0004 额度不足',
      'KC-0001 当前状态为“草稿”，不能审批',
    ])
    expect(asked('/batch/approve')[0]?.body['each']).toBe(true)
    expect(asked('/batch/approve')[0]?.body['ids']).toEqual([
      { id: '2', version: 1 },
      { id: '4', version: 1 },
    ])
    await confirm(dialog)
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(asked('/batch/approve')).toHaveLength(1)
    expect(page.getByText('已选择 2 项')).toBeDefined()
    expect(page.getByLabelText<HTMLInputElement>('选择 KC-0002').checked).toBe(false)
  })

  it('explains a batch action that is not possible on one of the rows', async () => {
    renderList()
    await userEvent.click(await page.findByLabelText('选择 KC-0001'))
    const button = within(page.getByRole('toolbar', { name: '批量操作' })).getByText('审批')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.title).toBe('当前状态为“草稿”，不能审批')
  })
})

describe('on a phone', () => {
  const searchButton = () => page.getByRole('button', { name: '查询条件' })

  it('has all that it is searched by behind a button, which says how much is in use', async () => {
    Object.assign(window, { innerWidth: 375 })
    renderList()
    await page.findByText('KC-0001')
    expect(page.queryByRole('search')).toBeNull()
    expect(searchButton().textContent).toBe('')

    await userEvent.click(searchButton())
    const form = page.getByRole('search')
    expect(form.style.getPropertyValue('--engine-search-columns')).toBe('1')
    expect(within(form).getByLabelText('启用')).toBeDefined()
    expect(page.queryByText('展开')).toBeNull()
    await userEvent.type(within(form).getByLabelText('名称'), '货物7{Enter}')

    await page.findByText('KC-0007')
    expect(page.queryByRole('search')).toBeNull()
    expect(searchButton().textContent).toBe('1')
    // Whoever listens stays where the form was, and hears how much was found.
    expect(document.activeElement).toBe(searchButton())
    expect(within(page.getByRole('toolbar', { name: '列表工具' })).getByRole('status').textContent).toBe('库存：共 1 条')
  })

  it('follows the window when it is turned, and keeps what is typed', async () => {
    renderList()
    await page.findByText('KC-0001')
    await userEvent.type(page.getByLabelText('名称'), '货物7')
    const turn = (innerWidth: number): void => {
      Object.assign(window, { innerWidth })
      act(() => void window.dispatchEvent(new Event('resize')))
    }
    turn(375)
    expect(page.queryByRole('search')).toBeNull()
    turn(1500)
    expect(page.getByLabelText<HTMLInputElement>('名称').value).toBe('货物7')
  })
})

it('opens a row by Enter or a double click, selects it by space and walks through the rows by arrow keys', async () => {
  const { address } = renderList()
  const first = (await page.findByText('KC-0001')).closest('tr') as HTMLElement
  first.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown} {Enter}')
  expect(address()).toBe('/stock/3')
})

it('reads a tree with its levels, closed below the only top row', async () => {
  const rows = stockRows(3).map((row, index) => ({ ...row, parentId: index === 0 ? null : String(index) }))
  renderList({
    plan: { tree: 'parentId', batchActions: [] },
    serve: ({ query }) => {
      expect(query.has('page')).toBe(false)
      return { records: rows, total: 3, page: 1, pageSize: 3 }
    },
  })
  const child = (await page.findByText('KC-0002')).closest('tr')
  expect(child?.getAttribute('aria-level')).toBe('2')
  // Wide enough for the value of the deepest row, which is moved in.
  const widthOf = (value: string): number => 16 + textWidth(value)
  expect(parseFloat(document.querySelector('col')?.style.width ?? '')).toBeGreaterThanOrEqual(widthOf('KC-0003') + 2 * 20 + 23)
  expect(page.queryByText('KC-0003')).toBeNull()
  await userEvent.click(page.getByLabelText('展开 KC-0002'))
  expect(page.getByText('KC-0003')).toBeDefined()
  await userEvent.click(page.getByLabelText(/^(收起|折叠) KC-0001/))
  expect(page.queryByText('KC-0002')).toBeNull()
  expect(page.getByRole('treegrid')).toBeDefined()
})

it('opens the rows that belong to a row, with the states of their own entity', async () => {
  const states = { DONE: { code: 'DONE', title: '已完成', color: 'success', initial: false, edit: false, delete: false } }
  const expand = {
    key: 'moves',
    entity: 'move',
    by: { stockId: 'id' },
    states,
    columns: [columnPlan(fields.name), columnPlan(fields.status)],
  }
  const response = { records: [{ id: '9', name: '入库', status: 'DONE' }], total: 1, page: 1, pageSize: 20 }
  const { asked } = renderList({
    plan: { expand },
    serve: (request) => (request.path.includes('/related/') ? response : serveStock(request)),
  })
  await userEvent.click(await page.findByLabelText('展开 KC-0002'))
  expect(await page.findByText('入库')).toBeDefined()
  expect(page.getByText('已完成').className).toBe('engine-tag engine-tag-success')
  expect(asked('/related/moves/2')).toHaveLength(1)
})

it('I6 exports by what is asked for now, all pages of it', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { asked } = renderPage(
    <ListPage
      screen={screenPlan({ actions: { export: { name: 'export', title: '导出', states: [], danger: false, does: { kind: 'export' } } } })}
      page={listPagePlan({ toolbar: ['export'], rowActions: [], batchActions: [] })}
    />,
    {
      address: '/stock?name=a&page=2&sortField=name&sortOrder=descend',
      serve: (request) =>
        request.path.endsWith('/export')
          ? new Response('x', { headers: { 'content-disposition': "attachment; filename*=UTF-8''%E5%BA%93%E5%AD%98.xlsx" } })
          : serveStock(request),
    },
  )
  await userEvent.click(await page.findByText('导出'))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('库存.xlsx')
  expect(asked('/export')[0]?.body).toEqual({ name: 'a', sortField: 'name', sortOrder: 'descend' })
})

describe('a list of very many rows', () => {
  /** Pages of 20 of 45 rows, whose cursors are the numbers of their first rows. */
  const serveByCursor = ({ path, query }: ServedRequest): unknown => {
    if (!path.endsWith('/list')) return {}
    const size = Number(query.get('pageSize') ?? 20)
    const from = Number(query.get('cursor') ?? 0)
    const rows = from > TOTAL ? [] : stockRows(TOTAL).slice(from, from + size)
    const next = from + size < TOTAL ? { next: String(from + size), last: String(TOTAL - size) } : {}
    return {
      records: rows,
      total: 10_000,
      beyond: true,
      page: 1,
      pageSize: size,
      ...next,
      ...(from > 0 ? { previous: String(Math.max(0, from - size)) } : {}),
    }
  }
  const renderKeyed = (setup: PageSetup & { plan?: Partial<ListPagePlan> } = {}) =>
    renderList({ serve: serveByCursor, ...setup, plan: { paging: 'cursor', ...setup.plan } })
  const cursors = (requests: ServedRequest[]) => requests.map(({ query }) => query.get('cursor'))
  const isDisabled = (name: string) => page.getByRole<HTMLButtonElement>('button', { name }).disabled

  it('says that it has more than are counted, numbers no row, and goes on by what the server answers', async () => {
    const { asked, address } = renderKeyed()
    expect(await page.findByText('共 10,000+ 条')).toBeDefined()
    expect([isDisabled('首页'), isDisabled('上一页'), isDisabled('下一页'), isDisabled('末页')]).toEqual([true, true, false, false])
    expect(page.queryByLabelText('跳至')).toBeNull()
    expect(page.queryByRole('columnheader', { name: '序号' })).toBeNull()
    await userEvent.click(page.getByLabelText('下一页'))
    await page.findByText('KC-0021')
    expect(address()).toContain('cursor=20')
    await userEvent.click(page.getByLabelText('末页'))
    await page.findByText('KC-0045')
    await userEvent.click(page.getByLabelText('上一页'))
    await page.findByText('KC-0006')
    await userEvent.click(page.getByLabelText('首页'))
    await page.findByText('KC-0001')
    expect(address()).not.toContain('cursor')
    expect(cursors(asked('/list')).slice(0, 4)).toEqual([null, '20', '25', '5'])
    expect(asked('/list').every(({ query }) => !query.has('page'))).toBe(true)
  })

  it('opens at the page of its address, and begins anew with another question, order or size', async () => {
    const { asked, address } = renderKeyed({ address: '/stock?cursor=20' })
    await page.findByText('KC-0021')
    await choosePageSize(50)
    await waitFor(() => expect(asked('/list').at(-1)?.query.get('pageSize')).toBe('50'))
    expect(cursors(asked('/list'))).toEqual(['20', null])
    await choosePageSize(20)
    await userEvent.click(await page.findByLabelText('下一页'))
    await waitFor(() => expect(address()).toContain('cursor=20'))
    await userEvent.click(page.getByRole('button', { name: '查询' }))
    await waitFor(() => expect(address()).not.toContain('cursor'))
  })

  it('shows the first page where the rows of a page are gone', async () => {
    const { asked } = renderKeyed({ address: '/stock?cursor=90' })
    await page.findByText('KC-0001')
    expect(cursors(asked('/list'))).toEqual(['90', null])
  })
})
