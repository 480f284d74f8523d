import { act as actOn, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ListPagePlan, RoutePlan } from '../../core/plan'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { ListPage } from '../list/ListPage'
import { columnPlan, fields, listPagePlan, screenPlan, searchPlan, stockRows } from '../testing/plans'
import { Refusal, renderPage, type PageSetup } from '../testing/renderPage'

const firm = fieldPlan('firmId', 'ref', {
  title: '货主',
  ref: { entity: 'firm', display: 'firmName', title: '货主', label: 'name', multiple: false },
})
const firmHome: RoutePlan = {
  route: '/firm/:id',
  screen: 'base/firm',
  page: 'detail',
  title: '企业',
  menuName: 'base_firm',
  open: false,
  entity: 'firm',
}
const firmScreen = screenPlan({
  id: 'base/firm',
  entity: 'firm',
  label: 'name',
  base: '/api/firm',
  summary: { about: fieldPlan('city', 'text', { title: '城市' }), figures: [] },
})

function renderFirms({ split, ...setup }: PageSetup & Pick<ListPagePlan, 'split'> = {}) {
  const plan = listPagePlan({
    columns: [columnPlan(fields.no, { link: 'detail' }), columnPlan(firm, { key: 'firmName', display: true })],
    search: [searchPlan(firm)],
    rowActions: [],
    ...(split && { split }),
  })
  const own = screenPlan({ summary: { about: fields.name, figures: [] } })
  return renderPage(<ListPage screen={own} page={plan} />, {
    homes: (entity) => (entity === 'firm' ? [firmHome] : []),
    screens: { 'base/firm': firmScreen, [own.id]: own },
    ...setup,
    serve(request) {
      if (request.path.endsWith('/list')) {
        const records = stockRows(2).map((row, index) => ({ ...row, firmId: String(index + 5), firmName: `演示${index + 1}号` }))
        return { records, total: 2, page: 1, pageSize: 20 }
      }
      if (request.path === '/api/firm/5') return { id: '5', name: '演示1号', city: '上海', status: 'DRAFT' }
      if (request.path === '/api/stock/1') return { ...stockRows(1)[0], name: '铝锭' }
      return new Refusal(404, { message: '记录不存在' })
    },
  })
}
const linkOf = (name: string) => page.getByRole('link', { name })

beforeEach(() => {
  Object.assign(window, { innerWidth: 1500 })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

/** Does something and lets a second pass, of which nothing but the waiting of the page is played. */
function rest(act: () => void): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act()
  actOn(() => void vi.advanceTimersByTime(1000))
  vi.useRealTimers()
}
const over = (name: string, pointerType = 'mouse') => fireEvent.pointerOver(linkOf(name), { pointerType })
const queryCard = () => page.queryByRole('tooltip')

it('leads to its record for who may open that, without another stop for the tabulator', async () => {
  const { address } = renderFirms()
  await page.findByText('KC-0001')
  expect([linkOf('演示1号').getAttribute('href'), linkOf('演示1号').tabIndex]).toEqual(['/firm/5', -1])
  await userEvent.click(linkOf('演示2号'))
  expect(address()).toBe('/firm/6')
})

it('is a text for who may not read its screen', async () => {
  renderFirms({ rights: { can: () => true, opens: (menu) => menu !== 'base_firm' } })
  expect((await page.findByText('演示1号')).closest('a')).toBeNull()
})

it('is a text where a press on a row chooses it', async () => {
  renderFirms({ split: { kind: 'record', page: 'detail' } })
  expect((await page.findByText('演示2号')).closest('a')).toBeNull()
})

it('is filtered by from the menu of its cell, as a text is', async () => {
  renderFirms()
  await page.findByText('KC-0001')
  fireEvent.contextMenu(linkOf('演示1号'))
  expect(page.getByRole('menuitem').textContent).toBe('只看货主：演示1号')
})

it('shows what its record is about once the mouse has rested there, and asks for it only then and only once', async () => {
  const { asked } = renderFirms()
  await page.findByText('KC-0001')
  rest(() => {
    over('演示1号')
    fireEvent.pointerLeave(linkOf('演示1号'))
    over('演示1号', 'touch')
  })
  expect([queryCard(), asked('/api/firm/5').length]).toEqual([null, 0])

  rest(() => over('演示1号'))
  expect((await page.findByRole('tooltip')).textContent).toContain('上海')
  rest(() => fireEvent.pointerLeave(linkOf('演示1号')))
  expect(queryCard()).toBeNull()
  rest(() => over('演示1号'))
  expect((await page.findByRole('tooltip')).textContent).toContain('上海')
  expect(asked('/api/firm/5')).toHaveLength(1)
  // In the card somebody reads on.
  rest(() => {
    fireEvent.pointerLeave(linkOf('演示1号'))
    fireEvent.pointerEnter(queryCard()!.parentElement!)
  })
  expect(queryCard()).toBeTruthy()
})

it('shows nothing of a record that may not be read', async () => {
  const { asked } = renderFirms()
  await page.findByText('KC-0001')
  rest(() => over('演示2号'))
  await waitFor(() => expect(asked('/api/firm/6')).toHaveLength(1))
  await waitFor(() => expect(document.querySelector('.engine-link-card')?.childElementCount).toBe(0))
  expect(document.body.textContent).not.toContain('不存在')
})

it('shows it for keys too, on the link of the row itself, until a key is pressed', async () => {
  renderFirms()
  await page.findByText('KC-0001')
  rest(() => linkOf('KC-0001').focus())
  expect((await page.findByRole('tooltip')).textContent).toContain('铝锭')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(queryCard()).toBeNull()
})

it('shows nothing to who has pressed the link meanwhile', async () => {
  const { asked } = renderFirms()
  await page.findByText('KC-0001')
  rest(() => {
    over('演示1号')
    fireEvent.click(linkOf('演示1号'), { ctrlKey: true })
  })
  expect([queryCard(), asked('/api/firm/5').length]).toEqual([null, 0])
})
