import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { columnPlan, fields, listPagePlan, screenPlan, searchPlan, stockRows } from '../testing/plans'
import { renderPage } from '../testing/renderPage'
import { ListPage } from './ListPage'

beforeEach(() => {
  Object.assign(window, { innerWidth: 1500 })
})
afterEach(cleanup)

function render() {
  const plan = listPagePlan({
    columns: [fields.no, fields.name, fields.kind, fields.used, fields.status].map((field) => columnPlan(field)),
    search: [
      searchPlan(fields.name, { as: 'contains' }),
      searchPlan(fields.kind, { as: 'multiple' }),
      searchPlan(fields.used),
      searchPlan(fields.status),
    ],
  })
  return renderPage(<ListPage screen={screenPlan()} page={plan} />, {
    address: '/stock?name=a&page=2',
    serve: () => ({ records: stockRows(3), total: 43, page: 2, pageSize: 20 }),
  })
}
const row = async () => (await page.findByText('KC-0002')).closest('tr')!
const choices = () => within(page.getByRole('menu', { name: '按值筛选' })).getAllByRole('menuitem')

it('narrows the list to the value of a cell, beside what it asks for, from its first page', async () => {
  const { address, asked } = render()
  fireEvent.contextMenu(within(await row()).getByText('审批中'))
  expect(choices().map(({ textContent }) => textContent)).toEqual(['只看状态：审批中'])
  await userEvent.click(choices()[0]!)
  await waitFor(() => expect(address()).toBe('/stock?name=a&status=AUDITING'))
  expect(asked('/list').at(-1)?.query.get('status')).toBe('AUDITING')
  expect(page.queryByRole('menu')).toBeNull()
})

it('asks by a list where several may be asked for, and by what a switch means', async () => {
  const { address } = render()
  fireEvent.contextMenu(within(await row()).getByText('原料'))
  await userEvent.click(choices()[0]!)
  await waitFor(() => expect(address()).toBe('/stock?name=a&kind=A'))
})

it('offers all values of a row to the keyboard, which goes through them and back to the row', async () => {
  const { address } = render()
  const second = await row()
  second.focus()
  fireEvent.contextMenu(second)
  expect(choices().map(({ textContent }) => textContent?.split('：')[0])).toEqual(['只看类型', '只看启用', '只看状态'])
  expect(document.activeElement).toBe(choices()[0])
  await userEvent.keyboard('{Escape}')
  expect([page.queryByRole('menu'), document.activeElement]).toEqual([null, second])
  fireEvent.contextMenu(second)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(address()).toBe('/stock?name=a&used=true'))
})

it('leaves the menu of the browser to what the list cannot be asked for', async () => {
  render()
  const isShown = (element: Element): boolean => fireEvent.contextMenu(element)
  expect(isShown(within(await row()).getByText('货物2'))).toBe(true)
  expect(page.queryByRole('menu')).toBeNull()
})

it('goes when something else is pressed', async () => {
  render()
  fireEvent.contextMenu(within(await row()).getByText('审批中'))
  fireEvent.pointerDown(document.body)
  await waitFor(() => expect(page.queryByRole('menu')).toBeNull())
})
