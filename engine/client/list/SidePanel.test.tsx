import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fields, listPagePlan, screenPlan, searchPlan, stockRows } from '../testing/plans'
import { Refusal, renderPage, type PageSetup, type ServedRequest } from '../testing/renderPage'
import { ListPage } from './ListPage'

const values = [
  { value: 'A', title: 'A', count: 3 },
  { value: 'B', title: 'B', count: 4 },
]

function serve({ path, query }: ServedRequest): unknown {
  if (path.endsWith('/side')) return { values }
  const rows = stockRows(7).slice(0, query.get('kind') === 'A' ? 3 : 7)
  return { records: query.get('name') === 'nothing' ? [] : rows, total: rows.length, page: 1, pageSize: 20 }
}

function renderBeside(setup: PageSetup = {}) {
  const side = { filter: searchPlan(fields.kind), heading: '类型' }
  const plan = listPagePlan({ search: [searchPlan(fields.name, { as: 'contains' })], side })
  return renderPage(<ListPage screen={screenPlan()} page={plan} />, { serve, ...setup })
}

const panel = () => page.findByRole('navigation', { name: '类型' })
const kinds = () => within(page.getByRole('navigation', { name: '类型' })).getAllByRole('button')

beforeEach(() => Object.assign(window, { innerWidth: 1500 }))
afterEach(cleanup)

describe('the values beside the rows', () => {
  it('are shown by their titles and numbers, and all of them first', async () => {
    renderBeside()
    await panel()
    await waitFor(() => expect(kinds().map((button) => button.textContent)).toEqual(['全部7', '原料3', '成品4']))
    expect(kinds()[0]?.getAttribute('aria-current')).toBe('true')
  })

  it('filter the rows, stand in the address, and come from there', async () => {
    const { asked, address } = renderBeside({ address: '/stock?page=2' })
    await userEvent.click(await within(await panel()).findByRole('button', { name: /^原料/ }))
    await waitFor(() => expect(asked('/list').at(-1)?.query.get('kind')).toBe('A'))
    expect(address()).toBe('/stock?kind=A')
    cleanup()
    renderBeside({ address: '/stock?kind=B' })
    expect((await within(await panel()).findByRole('button', { name: /^成品/ })).getAttribute('aria-current')).toBe('true')
    await userEvent.click(page.getByRole('button', { name: /^全部/ }))
    await waitFor(() => expect(kinds()[0]?.getAttribute('aria-current')).toBe('true'))
  })

  it('stay chosen when the search form is filled in, reset, and cleared for finding nothing', async () => {
    const { asked, address } = renderBeside({ address: '/stock?kind=A' })
    await panel()
    fireEvent.change(page.getByLabelText('名称'), { target: { value: 'nothing' } })
    fireEvent.submit(page.getByRole('search'))
    await waitFor(() => expect(address()).toBe('/stock?name=nothing&kind=A'))
    await userEvent.click(await page.findByRole('button', { name: '清空查询条件' }))
    await waitFor(() => expect(address()).toBe('/stock?kind=A'))
    await userEvent.click(page.getByRole('button', { name: '重置' }))
    expect(asked('/list').at(-1)?.query.get('kind')).toBe('A')
    expect(address()).toBe('/stock?kind=A')
  })

  it('are found by title and by code, and walked through with the arrow keys', async () => {
    renderBeside()
    const search = await within(await panel()).findByRole('searchbox', { name: '搜索类型' })
    await within(await panel()).findByText('原料')
    await userEvent.type(search, 'b')
    expect(kinds().map((button) => button.textContent)).toEqual(['成品4'])
    await userEvent.clear(search)
    await userEvent.type(search, '成')
    expect(kinds().map((button) => button.textContent)).toEqual(['成品4'])
    await userEvent.type(search, '?')
    expect(await page.findByText('没有匹配的类型')).toBeTruthy()
    await userEvent.clear(search)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('原料3')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(search)
  })

  it('are a select above the rows on a phone', async () => {
    Object.assign(window, { innerWidth: 375 })
    const { asked } = renderBeside()
    const select = await page.findByRole('combobox', { name: '类型' })
    await within(select).findByText('原料（3）')
    await userEvent.selectOptions(select, 'A')
    await waitFor(() => expect(asked('/list').at(-1)?.query.get('kind')).toBe('A'))
    expect(page.queryByRole('navigation', { name: '类型' })).toBeNull()
  })

  it('can be asked for again when they did not come', async () => {
    let refused = true
    const failing = (request: ServedRequest): unknown =>
      request.path.endsWith('/side') && refused ? new Refusal(400, { error: '坏了' }) : serve(request)
    renderBeside({ serve: failing })
    const again = await page.findByRole('complementary', { name: '类型' })
    refused = false
    await userEvent.click(within(again).getByRole('button'))
    expect(await within(await panel()).findByText('原料')).toBeTruthy()
  })
})
