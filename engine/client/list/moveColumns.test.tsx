import { cleanup, createEvent, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { columnPlan, fields, listPagePlan, screenPlan, stockRows } from '../testing/plans'
import { renderPage } from '../testing/renderPage'
import { ListPage } from './ListPage'

beforeEach(() => {
  Object.assign(window, { innerWidth: 1500 })
})
afterEach(cleanup)

const columns = [fields.no, fields.name, fields.amount].map((field) => columnPlan(field))
const head = (name: string) => within(page.getByRole('table')).getByRole('columnheader', { name })
const heads = () =>
  within(page.getByRole('table'))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)

/** With the pointer over the first or the second half. */
function drag(
  kind: 'dragStart' | 'dragOver' | 'drop' | 'dragLeave',
  over: Element,
  at: 'before' | 'behind',
  data: Map<string, string>,
): void {
  const event = createEvent[kind](over)
  over.getBoundingClientRect = () => ({ left: 100, width: 100 }) as DOMRect
  Object.assign(event, {
    clientX: at === 'before' ? 110 : 190,
    dataTransfer: {
      get types() {
        return [...data.keys()]
      },
      setData: (type: string, value: string) => data.set(type, value),
      getData: (type: string) => data.get(type) ?? '',
    },
  })
  fireEvent(over, event)
}

it('moves a column to where its title is dropped, for this user', async () => {
  const preferences = new Map<string, unknown>()
  renderPage(<ListPage screen={screenPlan()} page={listPagePlan({ columns })} />, {
    preferences,
    serve: () => ({ records: stockRows(2), total: 2, page: 1, pageSize: 20 }),
  })
  await page.findByText('KC-0002')
  const data = new Map<string, string>()
  drag('dragStart', head('金额'), 'before', data)
  drag('dragOver', head('名称'), 'before', data)
  expect(head('名称').dataset['drop']).toBe('before')
  drag('dragLeave', head('名称'), 'before', data)
  expect(head('名称').dataset['drop']).toBeUndefined()
  drag('drop', head('名称'), 'before', data)
  await waitFor(() => expect(heads().slice(2, 5)).toEqual(['单号', '金额', '名称']))
  expect(preferences.get('list:inventory/stock:list:columns')).toEqual({ order: ['no', 'amount', 'name'], off: [] })
  drag('dragStart', head('单号'), 'before', data)
  drag('drop', head('名称'), 'behind', data)
  await waitFor(() => expect(heads().slice(2, 5)).toEqual(['金额', '名称', '单号']))
})

it('takes nothing else that is dragged over it', async () => {
  renderPage(<ListPage screen={screenPlan()} page={listPagePlan({ columns })} />, {
    serve: () => ({ records: stockRows(2), total: 2, page: 1, pageSize: 20 }),
  })
  await page.findByText('KC-0002')
  const file = new Map([['Files', '']])
  drag('dragOver', head('名称'), 'before', file)
  drag('drop', head('名称'), 'before', file)
  expect([head('名称').dataset['drop'], heads().slice(2, 5)]).toEqual([undefined, ['单号', '名称', '金额']])
})
