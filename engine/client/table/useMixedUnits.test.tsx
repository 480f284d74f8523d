import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { columnPlan, fields, listPagePlan, screenPlan, stockRows } from '../testing/plans'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { renderPage } from '../testing/renderPage'
import { ListPage } from '../list/ListPage'

const currency = fieldPlan('currency', 'text', { title: '币种' })

/** @param currencies of the rows of each page @param summary what all rows add up to */
function renderAmounts(currencies: readonly (readonly string[])[], summary?: Record<string, unknown>) {
  const plan = listPagePlan({
    columns: [
      columnPlan(fields.no),
      columnPlan(fields.amount, { align: 'right', unitWhereMixed: 'currency', ...(summary && { total: true, totalBy: currency }) }),
    ],
    search: [],
  })
  return renderPage(<ListPage screen={screenPlan()} page={plan} />, {
    serve({ path, query }) {
      if (!path.endsWith('/list')) return {}
      const number = Number(query.get('page') ?? 1)
      const units = currencies[number - 1] ?? []
      const records = stockRows(units.length, number * 10).map((row, index) => ({ ...row, amount: '1500.00', currency: units[index] }))
      return { records, total: 40, page: number, pageSize: 20, summary }
    },
  })
}

const amounts = () => [...document.querySelectorAll('tbody .engine-cell-right')].map(({ textContent }) => textContent)

beforeEach(() => {
  Object.assign(window, { innerWidth: 1500 })
})
afterEach(cleanup)

it('says nothing of the currency of amounts that are all in one', async () => {
  renderAmounts([['CNY', 'CNY']])
  await page.findByText('KC-0010')
  expect(amounts()).toEqual(['1,500.00', '1,500.00'])
})

it('says it beside each amount where they are not, and from then on on other pages too', async () => {
  renderAmounts([['CNY', 'NZD'], ['CNY']])
  await page.findByText('KC-0010')
  expect(amounts()).toEqual(['1,500.00 CNY', '1,500.00 NZD'])
  act(() => void fireEvent.click(page.getByRole('button', { name: '第 2 页' })))
  await page.findByText('KC-0020')
  await waitFor(() => expect(amounts()).toEqual(['1,500.00 CNY']))
})

it('says it where other pages have another, as far as the totals know', async () => {
  renderAmounts([['CNY']], { amount: { CNY: '6000.00', NZD: '1500.00' } })
  await page.findByText('KC-0010')
  expect(amounts()).toContain('1,500.00 CNY')
})
