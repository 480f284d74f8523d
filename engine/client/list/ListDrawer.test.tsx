import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { actionPlan, columnPlan, listPagePlan, movementScreen, screenPlan } from '../testing/plans'
import { everything, renderPage, type PageSetup } from '../testing/renderPage'
import { ListPage } from './ListPage'

// Chunks that come when they are needed; on a busy machine that alone may take longer than a test waits.
beforeAll(() => import('./ListDrawer'))
afterEach(cleanup)

const visits = movementScreen(
  { toolbar: ['export'] },
  { actions: { export: actionPlan('export', { kind: 'export' }, { title: '导出', permission: 'movement_export' }) } },
)
const flows = actionPlan('flows', { kind: 'list', screen: 'inventory/movement', page: 'list', by: { stockId: 'id' } }, { title: '流水' })
const page = listPagePlan({ rowActions: ['flows'], toolbar: [], batchActions: [] })
const stockScreen = screenPlan({ pages: { list: page }, actions: { flows } })

function render(setup: PageSetup = {}) {
  const serve: PageSetup['serve'] = ({ path }) =>
    path.startsWith('/api/movement/options/')
      ? [{ value: '7', label: 'KC-7' }]
      : path === '/api/movement/list'
        ? { records: [{ id: '70', reason: '盘点' }], total: 1, page: 1, pageSize: 20 }
        : { records: [{ id: '7', no: 'KC-7', status: 'DRAFT' }], total: 1, page: 1, pageSize: 20 }
  return renderPage(<ListPage screen={stockScreen} page={page} />, { serve, screens: { 'inventory/movement': visits }, ...setup })
}
const drawer = () => screen.findByRole('dialog')
const open = async () => userEvent.click(await screen.findByRole('button', { name: '流水' }))

it('shows the list of the other screen with its own columns and buttons, fixed by the row, which the search form does not offer', async () => {
  const { asked, address } = render()
  await open()
  const inside = within(await drawer())
  expect(await inside.findByText('盘点')).toBeDefined()
  expect(asked('/api/movement/list')[0]?.query.get('stockId')).toBe('7')
  expect(inside.getByRole('button', { name: /导\s?出/ })).toBeDefined()
  expect(inside.getByLabelText('原因')).toBeDefined()
  expect(inside.queryByLabelText('库存')).toBeNull()
  expect(new URLSearchParams(address().split('?')[1]).get('_list')).toBe('inventory/movement:list:stockId')
})

it('says of which row it is, also when only its address is left', async () => {
  const { address } = render()
  await open()
  expect(await within(await drawer()).findByText('KC-7 - 库存流水')).toBeDefined()
  const kept = address()
  cleanup()
  const { asked } = render({ address: kept })
  expect(await screen.findByText('KC-7 - 库存流水')).toBeDefined()
  expect(asked('/api/movement/options/search%3AstockId')[0]?.query.getAll('values')).toEqual(['7'])
})

it('keeps what is searched in it in the address, with which it is found again', async () => {
  const { asked, address } = render()
  await open()
  const inside = within(await drawer())
  await userEvent.type(await inside.findByLabelText('原因'), '盘{Enter}')
  await waitFor(() => expect(asked('/api/movement/list').at(-1)?.query.get('reason')).toBe('盘'))
  expect(asked('/api/movement/list').at(-1)?.query.get('stockId')).toBe('7')
  const kept = address()
  cleanup()
  const again = render({ address: kept })
  await drawer()
  await waitFor(() =>
    expect(Object.fromEntries(again.asked('/api/movement/list')[0]?.query ?? [])).toMatchObject({ stockId: '7', reason: '盘' }),
  )
})

it('closes with Esc, gives the focus back, and goes with the address', async () => {
  const { address, goTo } = render()
  await open()
  await drawer()
  const kept = address()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/stock')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('流水'))
  act(() => goTo(kept))
  await drawer()
  // What going back does.
  act(() => goTo('/stock'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('has no button, and shows and asks for nothing, where the user may not open the other screen', async () => {
  const rights = { ...everything, opens: (menu: string) => menu !== 'inventory_movement' }
  const { asked } = render({ rights, address: '/stock?_list=inventory%2Fmovement%3Alist%3AstockId&_query=stockId%3D7' })
  expect((await screen.findByRole('alert')).textContent).toContain('无权查看')
  expect(screen.queryByRole('button', { name: '流水' })).toBeNull()
  expect(asked('/api/movement/list')).toEqual([])
})

describe('a number that opens the list it counts', () => {
  const counted = fieldPlan('count', 'digit', { title: '流水数' })
  const listed = listPagePlan({
    rowActions: [],
    toolbar: [],
    batchActions: [],
    columns: [
      columnPlan(fieldPlan('no', 'text', { title: '单号' })),
      columnPlan(counted, { opens: { screen: 'inventory/movement', page: 'list', by: { stockId: 'stock' } } }),
    ],
  })
  const renderCounts = (setup: PageSetup = {}) =>
    renderPage(<ListPage screen={screenPlan({ pages: { list: listed }, actions: {} })} page={listed} />, {
      serve: ({ path }) =>
        path === '/api/movement/list'
          ? { records: [{ id: '70', reason: '盘点' }], total: 1, page: 1, pageSize: 20 }
          : {
              records: [
                { id: '1', no: 'KC-1', count: 12, stock: '7' },
                { id: '2', no: 'KC-2', count: 34, stock: null },
                { id: '3', no: 'KC-3', count: null, stock: '9' },
              ],
              total: 3,
              page: 1,
              pageSize: 20,
            },
      screens: { 'inventory/movement': visits },
      ...setup,
    })

  it('fixed by the row, and reads as text where the row has no such list', async () => {
    const { asked, address } = renderCounts()
    const numbers = await screen.findAllByRole('button', { name: /查看列表/ })
    expect(numbers.map((number) => number.textContent)).toEqual(['12'])
    expect(screen.getByText('34')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: '流水数 12，查看列表' }))
    expect(await within(await drawer()).findByText('盘点')).toBeDefined()
    expect(asked('/api/movement/list')[0]?.query.get('stockId')).toBe('7')
    expect(new URLSearchParams(address().split('?')[1]).get('_list')).toBe('inventory/movement:list:stockId')
  })

  it('is a number and nothing else where the user may not open that list', async () => {
    renderCounts({ rights: { ...everything, opens: (menu) => menu !== 'inventory_movement' } })
    expect(await screen.findByText('12')).toBeDefined()
    expect(screen.queryByRole('button', { name: /查看列表/ })).toBeNull()
  })
})
