import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListPagePlan } from '../../core/plan'
import { confirm } from '../testing/dialogs'
import { detailPage, fields, listPagePlan, movementScreen, screenPlan, stockRows } from '../testing/plans'
import { everything, Refusal, renderPage, type PageSetup, type ServedRequest } from '../testing/renderPage'
import { ListPage } from './ListPage'

// Chunks that come when they are needed; on a busy machine that alone may take longer than a test waits.
beforeAll(() => Promise.all([import('./SplitPane'), import('./RowRecord'), import('./RowList')]))
beforeEach(() => resize(1280))
afterEach(cleanup)

const movements = movementScreen({ split: { kind: 'record', page: 'detail' } }, { pages: { detail: detailPage } })
const toRecord: ListPagePlan['split'] = { kind: 'record', page: 'detail' }
const toList: ListPagePlan['split'] = { kind: 'list', screen: 'inventory/movement', page: 'list', by: { stockId: 'id' } }

function resize(width: number): void {
  window.innerWidth = width
  act(() => void window.dispatchEvent(new Event('resize')))
}

/** Three rows, of which a search finds none, one, or what it says; page 2 has three others. */
function response({ path, query }: ServedRequest): unknown {
  if (path === '/api/movement/list') {
    const of = query.get('stockId')
    return { records: [{ id: `7${of}`, reason: `流水${of}` }], total: 1, page: 1, pageSize: 20 }
  }
  if (path !== '/api/stock/list') return stockRows(1, Number(path.split('/').at(-1)))[0]
  const rows = query.get('page') === '2' ? stockRows(3, 21) : stockRows(3)
  const records = rows.filter(({ name }) => String(name).includes(query.get('name') ?? ''))
  return { records, total: 23, page: Number(query.get('page')), pageSize: 20 }
}

function render(split: ListPagePlan['split'], setup: PageSetup = {}) {
  const page = listPagePlan({ rowActions: [], batchActions: [], toolbar: [], split })
  const detail = {
    ...detailPage,
    sections: [{ title: '基本', items: [{ field: fields.name, span: 1 as const }] }],
    actions: ['approve', 'delete'],
  }
  const plan = screenPlan({ pages: { list: page, detail } })
  return renderPage(<ListPage screen={plan} page={page} />, { serve: response, screens: { 'inventory/movement': movements }, ...setup })
}
const rowOf = async (no: string) => (await within(await screen.findByRole('table', { name: '库存' })).findByText(no)).closest('tr')!
const pane = (name: string) => screen.findByRole('region', { name })
const chosen = () => document.querySelector('tr[aria-current="true"]')?.textContent
const rowIn = (address: string) => new URLSearchParams(address.split('?')[1]).get('_row')

describe('the record of the chosen row', () => {
  it('is that of the first row unless the address names another', async () => {
    const { address } = render(toRecord)
    expect(await within(await pane('KC-0001')).findByText('货物1')).toBeDefined()
    expect(chosen()).toContain('KC-0001')
    expect(rowIn(address())).toBe('1')
    cleanup()
    render(toRecord, { address: '/stock?_row=3' })
    expect(await within(await pane('KC-0003')).findByText('货物3')).toBeDefined()
    expect(chosen()).toContain('KC-0003')
  })

  it('follows a click, and the arrow keys where they rest', async () => {
    const { address, asked } = render(toRecord)
    await pane('KC-0001')
    await userEvent.click((await rowOf('KC-0002')).querySelector('td:nth-child(3)')!)
    await pane('KC-0002')
    expect(rowIn(address())).toBe('2')
    act(() => document.querySelector<HTMLElement>('tr[aria-current]')!.focus())
    await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
    await pane('KC-0003')
    expect(document.activeElement).toBe(await rowOf('KC-0003'))
    expect(asked('/api/stock/1')).toHaveLength(1)
    // Tab comes back to it.
    expect([...document.querySelectorAll('tr[tabindex="0"]')].map((row) => row.textContent)).toEqual([expect.stringContaining('KC-0003')])
  })

  it('is another one among other rows, and stays through what leaves them as they are', async () => {
    const { address } = render(toRecord, { address: '/stock?_row=3' })
    await pane('KC-0003')
    await userEvent.click(await screen.findByRole('button', { name: '刷新' }))
    expect(rowIn(address())).toBe('3')
    await userEvent.type(screen.getByLabelText('名称'), '货物2{Enter}')
    await pane('KC-0002')
    expect(rowIn(address())).toBe('2')
  })

  it('is named by the address even when the list shows other rows', async () => {
    const { address } = render(toRecord, { address: '/stock?page=2&_row=3' })
    expect(await screen.findByText('货物3')).toBeDefined()
    await rowOf('KC-0021')
    expect(rowIn(address())).toBe('3')
    expect(chosen()).toBeUndefined()
  })

  it('gives way to the row below when its own is gone', async () => {
    const gone = new Set<string>()
    const { services } = render(toRecord, {
      address: '/stock?_row=2',
      serve: (request) => {
        const body = response(request) as { records?: { id: string }[] }
        return body.records ? { ...body, records: body.records.filter(({ id }) => !gone.has(id)) } : body
      },
    })
    await pane('KC-0002')
    gone.add('2')
    await act(() => services.queries.invalidateQueries())
    await pane('KC-0003')
    gone.add('3')
    await act(() => services.queries.invalidateQueries())
    expect(await pane('KC-0001')).toBeDefined()
  })

  it('says that there is none where no row is found, and what went wrong with one that cannot be read', async () => {
    render(toRecord, { address: '/stock?name=nothing' })
    expect(await screen.findByText('没有选中的数据')).toBeDefined()
    cleanup()
    render(toRecord, {
      address: '/stock?_row=9',
      serve: (request) => (request.path === '/api/stock/9' ? new Refusal(404, { title: '不存在' }) : response(request)),
    })
    const failed = within(await screen.findByRole('alert'))
    await userEvent.click(failed.getByRole('button', { name: /返\s?回/ }))
    await pane('KC-0001')
  })

  it('has the buttons of its page, whose changes the list shows', async () => {
    const { asked } = render(toRecord, { address: '/stock?_row=1' })
    fireEvent.click(await within(await pane('KC-0001')).findByRole('button', { name: 'KC-0001 的更多操作' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '删除' }))
    await confirm()
    await waitFor(() => expect(asked('/api/stock/1').some(({ method }) => method === 'DELETE')).toBe(true))
    await waitFor(() => expect(asked('/api/stock/list')).toHaveLength(2))
  })
})

describe('the list of what belongs to the chosen row', () => {
  it('is fixed by it, with a search of its own that the address keeps, and has nothing beside it', async () => {
    const { asked, address } = render(toList)
    const first = within(await pane('KC-0001'))
    expect(await first.findByText('流水1')).toBeDefined()
    expect(first.getByRole('heading', { name: 'KC-0001 - 库存流水' })).toBeDefined()
    expect(first.queryByLabelText('库存')).toBeNull()
    expect(first.queryByRole('separator')).toBeNull()
    await userEvent.click((await rowOf('KC-0002')).querySelector('td:nth-child(3)')!)
    const second = within(await pane('KC-0002'))
    expect(await second.findByText('流水2')).toBeDefined()
    await userEvent.type(second.getByLabelText('原因'), '盘{Enter}')
    const query = { stockId: '2', reason: '盘' }
    await waitFor(() => expect(Object.fromEntries(asked('/api/movement/list').at(-1)!.query)).toMatchObject(query))
    const kept = address()
    cleanup()
    const again = render(toList, { address: kept })
    await pane('KC-0002')
    await waitFor(() => expect(Object.fromEntries(again.asked('/api/movement/list')[0]?.query ?? [])).toMatchObject(query))
  })

  it('is not there, asked for or offered where the user may not open its screen', async () => {
    const rights = { ...everything, opens: (menu: string) => menu !== 'inventory_movement' }
    const { requests, address } = render(toList, { rights, address: '/stock?_row=2&_pane=stockId%3D2' })
    await userEvent.click((await rowOf('KC-0003')).querySelector('td:nth-child(3)')!)
    expect(screen.queryByRole('separator')).toBeNull()
    expect(screen.queryByRole('region')).toBeNull()
    expect(chosen()).toBeUndefined()
    expect(requests.map(({ path }) => path)).toEqual(['/api/stock/list'])
    expect(rowIn(address())).toBe('2')
  })
})

describe('the width', () => {
  const separator = () => screen.findByRole('separator', { name: '调整左右宽度' })
  const key = 'list:inventory/stock:list:split'

  it('is moved by keys, within bounds, and kept for the user', async () => {
    const preferences = new Map<string, unknown>([[key, 40]])
    render(toRecord, { preferences })
    const splitter = await separator()
    expect(splitter.getAttribute('aria-valuenow')).toBe('40')
    expect((await pane('KC-0001')).style.flexBasis).toBe('60%')
    act(() => splitter.focus())
    await userEvent.keyboard('{ArrowRight}')
    expect(preferences.get(key)).toBe(42)
    expect((await pane('KC-0001')).style.flexBasis).toBe('58%')
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(preferences.get(key)).toBe(80)
    await userEvent.keyboard('{Home}{ArrowLeft}')
    expect(splitter.getAttribute('aria-valuenow')).toBe('20')
    await userEvent.dblClick(splitter)
    expect(preferences.get(key)).toBe(50)
  })

  it('is dragged, and kept when the hand lets go', async () => {
    const preferences = new Map<string, unknown>([[key, 'nonsense']])
    render(toRecord, { preferences })
    const splitter = await separator()
    expect(splitter.getAttribute('aria-valuenow')).toBe('50')
    const held = new Set<number>()
    splitter.setPointerCapture = (pointer) => void held.add(pointer)
    splitter.hasPointerCapture = (pointer) => held.has(pointer)
    vi.spyOn(splitter.parentElement!, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 1000, 600))
    fireEvent.pointerMove(splitter, { pointerId: 1, clientX: 800 })
    expect(splitter.getAttribute('aria-valuenow')).toBe('50')
    fireEvent.pointerDown(splitter, { pointerId: 1, button: 0 })
    fireEvent.pointerMove(splitter, { pointerId: 1, clientX: 400 })
    expect(splitter.getAttribute('aria-valuenow')).toBe('30')
    expect(preferences.get(key)).toBe('nonsense')
    fireEvent.lostPointerCapture(splitter, { pointerId: 1 })
    expect(preferences.get(key)).toBe(30)
  })
})

describe('where it is narrow (acceptance L2)', () => {
  beforeEach(() => resize(375))

  it('shows one after the other: the list, then what is pressed with a way back to its row', async () => {
    const { address } = render(toRecord)
    const row = await rowOf('KC-0002')
    expect(screen.queryByRole('region')).toBeNull()
    expect(rowIn(address())).toBeNull()
    act(() => row.focus())
    await userEvent.keyboard('{ArrowDown}{ArrowUp}')
    expect(rowIn(address())).toBeNull()
    await userEvent.keyboard('{Enter}')
    const shown = await pane('KC-0002')
    expect(shown.dataset['alone']).toBe('true')
    expect(screen.queryByRole('separator')).toBeNull()
    const back = within(shown).getByRole('button', { name: '返回列表' })
    await waitFor(() => expect(document.activeElement).toBe(back))
    await userEvent.click(back)
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
    expect(rowIn(address())).toBeNull()
    expect(document.activeElement).toBe(await rowOf('KC-0002'))
  })

  it('keeps what somebody has chosen when the window becomes narrow, and leaves what nobody has', async () => {
    resize(1280)
    const { address } = render(toRecord)
    await pane('KC-0001')
    resize(375)
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
    expect(rowIn(address())).toBeNull()

    resize(1280)
    await userEvent.click((await rowOf('KC-0002')).querySelector('td:nth-child(3)')!)
    await pane('KC-0002')
    resize(375)
    expect((await pane('KC-0002')).dataset['alone']).toBe('true')
    expect(rowIn(address())).toBe('2')
  })

  it('goes into the history, so that going back leads to the list; beside one another a choice does not', async () => {
    const page = render(toRecord)
    const navigate = vi.spyOn(page.services, 'navigate')
    await userEvent.click((await rowOf('KC-0002')).querySelector('td:nth-child(3)')!)
    await pane('KC-0002')
    expect(navigate).toHaveBeenLastCalledWith('/stock?_row=2', { replace: false })
    resize(1280)
    await userEvent.click((await rowOf('KC-0003')).querySelector('td:nth-child(3)')!)
    await pane('KC-0003')
    expect(navigate).toHaveBeenLastCalledWith('/stock?_row=3', { replace: true })
  })
})
