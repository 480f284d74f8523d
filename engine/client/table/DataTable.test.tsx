import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RecordValues } from '../../core/wire'
import { stockRows } from '../testing/plans'
import { renderPage } from '../testing/renderPage'
import { DataTable, type DataTableProps } from './DataTable'
import type { TableColumn } from './tableColumn'

afterEach(cleanup)

const text = (key: string) => (row: RecordValues) => String(row[key])

function columnsWith(cell: TableColumn<RecordValues>['cell'] = text('no')): TableColumn<RecordValues>[] {
  return [
    { key: 'no', title: '单号', width: 160, align: 'left', className: 'engine-pinned engine-pinned-first', cell },
    { key: 'name', title: '名称', width: 120, align: 'left', className: '', sort: 'name', cell: text('name') },
  ]
}

function renderTable(props: Partial<DataTableProps<RecordValues>> = {}) {
  return renderPage(<DataTable label="库存" columns={columnsWith()} rows={stockRows(3)} nameOf={text('no')} {...props} />)
}

const rowsDrawn = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')]

it('draws again only the row that has changed', () => {
  const drawn = vi.fn<(row: RecordValues) => string>(text('no'))
  const columns = columnsWith(drawn)
  const before = stockRows(20)
  const list: { change?: (rows: RecordValues[]) => void } = {}
  function List() {
    const [rows, setRows] = useState(before)
    list.change = setRows
    return <DataTable label="库存" columns={columns} rows={rows} nameOf={text('no')} />
  }
  renderPage(<List />)
  expect(drawn).toHaveBeenCalledTimes(20)
  act(() => list.change?.(before.map((row) => (row.id === '5' ? { ...row, no: '新单号' } : row))))
  expect(screen.getByText('新单号')).toBeDefined()
  expect(drawn).toHaveBeenCalledTimes(21)
})

describe('many rows', () => {
  it('draws all of a hundred', () => {
    renderTable({ rows: stockRows(100) })
    expect(rowsDrawn()).toHaveLength(100)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBeNull()
  })

  it('draws only those in sight of more, with room for the others, and says how many there are', () => {
    renderTable({ rows: stockRows(1000) })
    expect(rowsDrawn().length).toBeLessThan(100)
    const table = screen.getByRole('table')
    expect(table.getAttribute('aria-rowcount')).toBe('1001')
    expect(table.querySelector<HTMLElement>('.engine-table-spacer td')?.style.height).toBe(`${(1000 - rowsDrawn().length) * 46}px`)
  })

  it('follows the scrolling', () => {
    renderTable({ rows: stockRows(1000) })
    const scroller = screen.getByRole('table').parentElement as HTMLElement
    Object.defineProperty(scroller, 'clientHeight', { value: 460 })
    scroller.scrollTop = 500 * 46
    fireEvent.scroll(scroller)
    const drawn = rowsDrawn().map((row) => Number(row.dataset['row']))
    expect(drawn).toContain(501)
    expect(drawn).toContain(510)
    expect(drawn).not.toContain(1)
    expect(rowsDrawn()[0]?.getAttribute('aria-rowindex')).toBe(String((drawn[0] ?? 0) + 1))
  })
})

describe('while there are no rows', () => {
  it('says that they are on their way, and what there is in place of them', () => {
    renderTable({ rows: [], loading: true })
    expect(screen.getByRole('status').textContent).toBe('加载中…')
    cleanup()
    renderTable({ rows: [], notice: '没有数据' })
    expect(screen.getByText('没有数据')).toBeDefined()
  })
})

describe('by keyboard', () => {
  it('is reached by one Tab and walked through by arrows, Home and End', async () => {
    renderTable()
    await userEvent.tab()
    const rows = rowsDrawn()
    const at = (): number => rows.indexOf(document.activeElement as HTMLElement)
    const places = [at()]
    for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{End}', '{Home}']) {
      await userEvent.keyboard(key)
      places.push(at())
    }
    expect(places).toEqual([0, 1, 2, 2, 1, 2, 0])
  })

  it('is reached without rows too, so that keys can scroll its titles', async () => {
    renderTable({ rows: [] })
    await userEvent.tab()
    expect(document.activeElement).toBe(document.querySelector('.engine-table-scroller'))
    expect(document.activeElement?.getAttribute('aria-label')).toBe(screen.getByRole('table').getAttribute('aria-label'))
  })

  it('comes back by Tab to the row that was left', async () => {
    renderTable()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    expect(rowsDrawn().map((row) => row.tabIndex)).toEqual([-1, 0, -1])
  })

  it('leaves the keys of a control inside a row to the control', async () => {
    const onOpen = vi.fn<(row: RecordValues) => void>()
    renderTable({ onOpen, rowActions: () => <button type="button">查看</button> })
    screen.getAllByText('查看')[0]?.focus()
    await userEvent.keyboard('{Enter}{ArrowDown}')
    expect(onOpen).not.toHaveBeenCalled()
  })
})

it('names rows in the names of their boxes, and half-checks the box for all', () => {
  renderTable({ selected: new Set(['2']), onSelect: vi.fn<() => void>() })
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择 KC-0002' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '全选本页' }).indeterminate).toBe(true)
})

it('copies a text with the button beside it', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })
  renderTable({
    columns: columnsWith((row) => (
      <button type="button" data-copy={String(row['no'])}>
        复制{row.id}
      </button>
    )),
  })
  fireEvent.click(screen.getByText('复制2'))
  expect(write).toHaveBeenCalledExactlyOnceWith('KC-0002')
  expect(await screen.findByText('已复制')).toBeDefined()
})

it('turns a click on a link into navigation, and leaves a click for another window to the browser', async () => {
  const { address } = renderTable({
    columns: columnsWith((row) => (
      <a data-nav="" href={`/stock/${row.id}`}>
        {String(row['no'])}
      </a>
    )),
  })
  const link = screen.getByText('KC-0002')
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true)
  expect(address()).toBe('/stock')
  fireEvent.click(link)
  expect(address()).toBe('/stock/2')
})

it('gets the page of a link on which the pointer or the focus rests, and of none that it only passes', () => {
  vi.useFakeTimers()
  const { prefetched } = renderTable({
    columns: columnsWith((row) => (
      <a data-nav="" href={`/stock/${row.id}`}>
        {String(row['no'])}
      </a>
    )),
  })
  fireEvent.mouseOver(screen.getByText('KC-0001'))
  fireEvent.pointerLeave(screen.getByText('KC-0001'))
  fireEvent.mouseOver(screen.getByText('KC-0002'))
  vi.advanceTimersByTime(100)
  expect(prefetched).toEqual(['/stock/2'])
  act(() => screen.getByText('KC-0003').focus())
  vi.advanceTimersByTime(100)
  expect(prefetched).toEqual(['/stock/2', '/stock/3'])
  vi.useRealTimers()
})

it('does not take the clicks of a table inside an opened row for its own', () => {
  const onSelect = vi.fn<() => void>()
  const inner = (
    <DataTable
      label="内"
      columns={columnsWith()}
      rows={stockRows(1)}
      nameOf={text('no')}
      selected={new Set()}
      onSelect={vi.fn<() => void>()}
    />
  )
  renderTable({ onSelect, selected: new Set(), expand: () => inner, expanded: new Set(['1']), onExpand: vi.fn<() => void>() })
  fireEvent.click(within(screen.getByRole('table', { name: '内' })).getByLabelText('选择 KC-0001'))
  expect(onSelect).not.toHaveBeenCalled()
})

it('gives a cut text as title when pointed at, and only then', () => {
  renderTable()
  const cell = screen.getByText('货物1')
  expect(cell.title).toBe('')
  Object.defineProperty(cell, 'scrollWidth', { value: 200 })
  fireEvent.mouseOver(cell)
  expect(cell.title).toBe('货物1')
  // Beside its button a text that can be copied is cut inside of its cell.
  const code = screen.getByText('KC-0001')
  const copied = code.closest('td')
  const part = document.createElement('span')
  part.className = 'engine-copyable-text'
  part.append(...(copied?.childNodes ?? []))
  copied?.append(part)
  Object.defineProperty(part, 'scrollWidth', { value: 200 })
  fireEvent.mouseOver(code)
  expect(copied?.title).toBe('KC-0001')
})

it('has two rows of titles where columns are grouped, and counts rows after both', () => {
  const onSort = vi.fn<() => void>()
  const [no, name] = columnsWith() as [TableColumn<RecordValues>, TableColumn<RecordValues>]
  renderTable({
    columns: [no, { ...name, group: '商品' }, { ...name, key: 'kind', title: '类型', group: '商品' }],
    rows: stockRows(1000),
    onSort,
  })
  const heads = screen.getAllByRole<HTMLTableCellElement>('columnheader')
  expect(heads.map((head) => [head.textContent, head.scope, head.rowSpan, head.colSpan])).toEqual([
    ['单号', 'col', 2, 1],
    ['商品', 'colgroup', 1, 2],
    ['名称', 'col', 1, 1],
    ['类型', 'col', 1, 1],
  ])
  fireEvent.click(screen.getByRole('button', { name: '名称' }))
  expect(onSort).toHaveBeenCalledWith({ field: 'name', order: 'ascend' })
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1002')
  expect(rowsDrawn()[0]?.getAttribute('aria-rowindex')).toBe('3')
})

describe('widths of columns', () => {
  const widthOf = (key: string): string | undefined => document.querySelector<HTMLElement>(`col[data-column="${key}"]`)?.style.width

  it('are those that were given, and the columns’ own without', () => {
    renderTable({ widths: { no: 90 } })
    expect([widthOf('no'), widthOf('name')]).toEqual(['90px', '120px'])
  })

  it('are changed from the title with Alt and the arrows, without sorting', () => {
    const onResize = vi.fn<(column: string, width: number | undefined) => void>()
    const onSort = vi.fn<() => void>()
    renderTable({ onResize, onSort })
    const title = screen.getByRole('button', { name: '名称' })
    fireEvent.keyDown(title, { key: 'ArrowRight' })
    expect(onResize).not.toHaveBeenCalled()
    fireEvent.keyDown(title, { key: 'ArrowRight', altKey: true })
    // Nothing has a width where there is no layout, and no column is narrower than its least.
    expect(onResize).toHaveBeenCalledWith('name', 48)
    expect(onSort).not.toHaveBeenCalled()
  })

  it('are those of the content again after a double click on the edge of the title', () => {
    const onResize = vi.fn<(column: string, width: number | undefined) => void>()
    renderTable({ onResize })
    fireEvent.doubleClick(document.querySelectorAll('[data-resizer]')[1] as Element)
    expect(onResize).toHaveBeenCalledWith('name', undefined)
  })
})

describe('cards of a phone', () => {
  const { innerWidth } = window
  afterEach(() => {
    window.innerWidth = innerWidth
  })
  const carded = (): TableColumn<RecordValues>[] =>
    columnsWith().map((column, index) => ({ ...column, card: index === 0 ? 'number' : 'fact' }))
  const isCards = (): boolean => screen.getByRole('table').classList.contains('engine-table-cards')

  it('have the parts that the plan names, facts with their titles', () => {
    renderTable({ columns: carded() })
    expect(isCards()).toBe(true)
    const cells = [...(rowsDrawn()[0]?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
    expect(cells.map(({ dataset }) => [dataset['card'], dataset['title']])).toEqual([
      ['number', undefined],
      ['fact', '名称'],
    ])
  })

  it.each(['name', 'about', 'fact'] as const)('leave out a %s that there is not', (card) => {
    const named = carded().map((column) => (column.card === 'fact' ? { ...column, card, cell: () => '-' } : column))
    renderTable({ columns: named })
    const cells = [...(rowsDrawn()[0]?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
    expect(cells.map(({ dataset }) => dataset['card'])).toEqual(['number'])
  })

  it('say once of a row what its name and another line both say', () => {
    const repeats = ({ id }: RecordValues): boolean => id === '1'
    const named = carded().map((column) => (column.card === 'fact' ? { ...column, card: 'about' as const, repeats } : column))
    renderTable({ columns: named })
    const [first, second] = rowsDrawn().map((row) =>
      [...row.querySelectorAll<HTMLElement>('[data-card]')].map(({ dataset }) => dataset['card']),
    )
    expect([first, second]).toEqual([['number'], ['number', 'about']])
  })

  it('open as rows do', () => {
    renderTable({ columns: carded(), expand: () => 'more', expanded: new Set(['1']), onExpand: vi.fn<() => void>() })
    expect(isCards()).toBe(true)
    expect(screen.getByText('more')).toBeDefined()
  })

  it.each([
    [375, 1],
    [1440, 0],
  ])('are opened by a press anywhere but on what has a meaning of its own: in a window of %s px', (width, times) => {
    window.innerWidth = width
    const onOpen = vi.fn<() => void>()
    renderTable({ columns: carded(), onOpen, onSelect: vi.fn<() => void>(), selected: new Set() })
    fireEvent.click(screen.getAllByRole('checkbox')[1] as Element)
    expect(onOpen).not.toHaveBeenCalled()
    fireEvent.click(rowsDrawn()[0]?.querySelector('[data-card="fact"]') as Element)
    expect(onOpen).toHaveBeenCalledTimes(times)
  })

  it.each<[string, Partial<DataTableProps<RecordValues>>]>([
    ['whose plan names none', { columns: columnsWith() }],
    ['of which only those in sight are drawn', { columns: carded(), rows: stockRows(1000) }],
  ])('are not made of rows %s', (_what, props) => {
    renderTable(props)
    expect(isCards()).toBe(false)
  })
})
