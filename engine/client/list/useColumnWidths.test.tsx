import { act, cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { columnPlan, fields, listPagePlan, screenPlan, stockRows } from '../testing/plans'
import { renderPage } from '../testing/renderPage'
import { ListPage } from './ListPage'

const LONG = '长'.repeat(30)

function turn(innerWidth: number): void {
  Object.assign(window, { innerWidth })
  act(() => void window.dispatchEvent(new Event('resize')))
}
const widthOf = (column: string) => document.querySelector<HTMLElement>(`col[data-column=${column}]`)?.style.width

/** @param names of the rows of each page @param widths that the user has given columns */
async function renderNames(names: readonly string[], widths?: Record<string, number>) {
  renderPage(
    <ListPage screen={screenPlan()} page={listPagePlan({ columns: [columnPlan(fields.no), columnPlan(fields.name)], search: [] })} />,
    {
      preferences: new Map(widths && [['list:inventory/stock:list:columns', { order: ['no', 'name'], off: [], widths }]]),
      serve({ path, query }) {
        const number = Number(query.get('page') ?? 1)
        if (!path.endsWith('/list')) return {}
        return { records: stockRows(1, number).map((row) => ({ ...row, name: names[number - 1] })), total: 40, page: number, pageSize: 20 }
      },
    },
  )
  await page.findByText('KC-0001')
}

beforeEach(() => turn(1500))
afterEach(cleanup)

it('gives a long text less room in a narrow window, and gives it back in a wide one', async () => {
  await renderNames([LONG])
  const [wide] = [widthOf('name')]
  turn(1000)
  expect(widthOf('name')).not.toBe(wide)
  const narrow = widthOf('name')
  turn(1500)
  expect(widthOf('name')).toBe(wide)
  turn(1000)
  expect(widthOf('name')).toBe(narrow)
})

it('keeps a width from page to page as long as the window stays', async () => {
  await renderNames([LONG, '短'])
  const first = widthOf('name')
  fireEvent.click(page.getByRole('button', { name: '第 2 页' }))
  await page.findByText('KC-0002')
  expect(widthOf('name')).toBe(first)
})

it('leaves a column as wide as the user has made it', async () => {
  await renderNames([LONG], { name: 400 })
  turn(1000)
  expect(widthOf('name')).toBe('400px')
})
