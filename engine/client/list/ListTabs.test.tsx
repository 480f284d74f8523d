import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { actionPlan, listPagePlan, movementScreen, screenPlan } from '../testing/plans'
import { everything, renderPage, type PageSetup } from '../testing/renderPage'
import { ListPage } from './ListPage'

beforeAll(() => import('./ListTabs'))
afterEach(cleanup)

const list = { screen: 'inventory/movement', page: 'list', by: {} }
const page = listPagePlan({ rowActions: [], toolbar: [], tabs: [{ title: '库存' }, { title: '流水', list }], stored: { sum: 'amount' } })
const batch = { ...page, batchActions: ['count'] }
const stockScreen = screenPlan({
  pages: { list: page },
  actions: { count: actionPlan('count', { kind: 'link', to: '/count?ids={ids}&day={day}&name={name}' }, { title: '盘点' }) },
})
const visits = movementScreen(
  { toolbar: ['export'] },
  { actions: { export: actionPlan('export', { kind: 'export' }, { title: '导出', permission: 'movement_export' }) } },
)

function render(setup: PageSetup = {}, plan = page) {
  const serve: PageSetup['serve'] = ({ path }) =>
    path === '/api/movement/list'
      ? { records: [{ id: '70', reason: '盘点' }], total: 1, page: 1, pageSize: 20 }
      : {
          records: [
            { id: '7', no: 'KC-7', status: 'DRAFT', amount: '10.50', name: '铜', day: '2026-11-20' },
            { id: '8', no: 'KC-8', status: 'DRAFT', amount: '2.25', name: '铝', day: '2026-11-20' },
          ],
          total: 2,
          page: 1,
          pageSize: 20,
        }
  return renderPage(<ListPage screen={stockScreen} page={plan} />, { serve, screens: { 'inventory/movement': visits }, ...setup })
}
const tab = (name: string) => screen.findByRole('tab', { name })

it('shows the lists of several screens on one page, each with its own search and buttons, and asks for the open one alone', async () => {
  const { asked } = render()
  await screen.findByText('KC-7')
  expect(asked('/api/movement/list')).toEqual([])
  await userEvent.click(await tab('流水'))
  expect(await screen.findByText('盘点')).toBeDefined()
  expect(screen.getByRole('button', { name: /导\s?出/ })).toBeDefined()
  expect(screen.queryByText('KC-7')).toBeNull()
  await userEvent.click(await tab('库存'))
  await screen.findByText('KC-7')
  expect(screen.queryByRole('button', { name: /导\s?出/ })).toBeNull()
})

it('keeps the open tab in the address with what is searched in it, and each list as it was left', async () => {
  const { address, asked } = render({ address: '/stock?name=%E9%93%9C' })
  await userEvent.click(await tab('流水'))
  await userEvent.type(await screen.findByLabelText('原因'), '盘{Enter}')
  await waitFor(() => expect(asked('/api/movement/list').at(-1)?.query.get('reason')).toBe('盘'))
  const kept = address()
  expect(Object.fromEntries(new URLSearchParams(kept.split('?')[1]))).toMatchObject({ _tab: '流水', _of: 'reason=%E7%9B%98', name: '铜' })
  await userEvent.click(await tab('库存'))
  await screen.findByText('KC-7')
  expect(address()).toBe('/stock?name=%E9%93%9C')
  await userEvent.click(await tab('流水'))
  await waitFor(() => expect(asked('/api/movement/list').at(-1)?.query.get('reason')).toBe('盘'))

  cleanup()
  const again = render({ address: kept })
  expect((await tab('流水')).getAttribute('aria-selected')).toBe('true')
  await waitFor(() => expect(again.asked('/api/movement/list')[0]?.query.get('reason')).toBe('盘'))
  expect(again.asked('/list').map(({ path }) => path)).toEqual(['/api/movement/list'])
})

it('has no tab for a list that may not be opened, and shows its own where the address names that one', async () => {
  const rights = { ...everything, opens: (menu: string) => menu !== 'inventory_movement' }
  const { asked } = render({ rights, address: '/stock?_tab=%E6%B5%81%E6%B0%B4' })
  await screen.findByText('KC-7')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(asked('/api/movement/list')).toEqual([])
})

it('says that a list is not there whose screen cannot be had', async () => {
  render({ screens: {}, address: '/stock?_tab=%E6%B5%81%E6%B0%B4' })
  expect((await screen.findByRole('alert')).textContent).toContain('inventory/movement')
})

it('keeps in the session store what the selected rows come to, and null once none is', async () => {
  const { services, address } = render({}, batch)
  await screen.findByText('KC-7')
  expect(services.storage.get('sum')).toBeNull()
  for (const no of ['KC-7', 'KC-8']) await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(`${no}$`) }))
  await waitFor(() => expect(Number(services.storage.get('sum'))).toBe(12.75))
  await userEvent.click(screen.getByRole('checkbox', { name: /KC-8$/ }))
  await waitFor(() => expect(Number(services.storage.get('sum'))).toBe(10.5))
  await userEvent.click(screen.getByRole('checkbox', { name: /KC-8$/ }))
  await userEvent.click(screen.getByRole('button', { name: '盘点' }))
  // What both have alike goes along; of the rest nothing is said.
  await waitFor(() => expect(address()).toBe('/count?ids=7%2C8&day=2026-11-20'))
})
