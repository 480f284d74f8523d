import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { columnPlan, fields, listPagePlan, screenPlan, searchPlan, stockRows } from '../testing/plans'
import { renderPage } from '../testing/renderPage'
import { ListPage } from './ListPage'

const partner = fieldPlan('partner', 'ref', {
  title: '客户',
  ref: { entity: 'partner', display: 'name', title: '客户', label: 'no', multiple: false },
})

function renderColumns() {
  const plan = listPagePlan({
    search: [searchPlan(fields.status), searchPlan(fields.kind, { as: 'multiple' }), searchPlan(fields.used), searchPlan(partner)],
    columns: [
      columnPlan(fields.no),
      columnPlan(fields.status),
      columnPlan(fields.kind, { sort: undefined }),
      columnPlan(fields.used),
      columnPlan(partner),
    ],
  })
  return renderPage(<ListPage screen={screenPlan()} page={plan} />, {
    serve: ({ path }) =>
      path.endsWith('/list') ? { records: stockRows(2), total: 2, page: 1, pageSize: 20 } : [{ value: 'P1', label: '甲公司' }],
  })
}

const head = (title: string) => within(page.getByRole('columnheader', { name: title }))
const sign = (title: string) => head(title).getByTitle(`筛选${title}`)
const titleOf = (title: string) => head(title).getByRole('button', { name: title })
const panel = (title: string) => within(page.getByRole('dialog', { name: `筛选${title}` }))
const queryPanel = () => page.queryByRole('dialog', { name: /^筛选/ })

beforeEach(() => {
  Object.assign(window, { innerWidth: 1500 })
})
afterEach(cleanup)

it('applies a state at once: one press opens the choices, the next one chooses', async () => {
  const { asked } = renderColumns()
  await page.findByText('KC-0001')
  await userEvent.click(sign('状态'))
  await userEvent.click(panel('状态').getByRole('button', { name: '草稿' }))
  await waitFor(() => expect(asked('/list').at(-1)?.query.get('status')).toBe('DRAFT'))
  expect(queryPanel()).toBeNull()
  expect(document.activeElement).toBe(titleOf('状态'))
  expect(titleOf('状态').title).toBe('按状态排序（按住 Shift 加入多列排序），按 Alt + ↓ 筛选状态（已筛选）')

  await userEvent.click(sign('启用'))
  await userEvent.click(panel('启用').getByRole('button', { name: '否' }))
  await waitFor(() => expect(asked('/list').at(-1)?.query.get('used')).toBe('false'))

  // Pressed again it is taken back.
  await userEvent.click(sign('状态'))
  expect(document.activeElement).toBe(panel('状态').getByRole('button', { name: '草稿', pressed: true }))
  await userEvent.click(panel('状态').getByRole('button', { name: '草稿' }))
  await waitFor(() => expect(asked('/list').at(-1)?.query.has('status')).toBe(false))
  expect(asked('/list').at(-1)?.query.get('used')).toBe('false')
})

it('stays for more where a column is searched by several values, each of which shows at once', async () => {
  const { asked } = renderColumns()
  await page.findByText('KC-0001')
  await userEvent.click(sign('类型'))
  await userEvent.click(panel('类型').getByRole('button', { name: '原料' }))
  await waitFor(() => expect(asked('/list').at(-1)?.query.getAll('kind')).toHaveLength(1))
  await userEvent.click(panel('类型').getByRole('button', { name: '成品' }))
  await waitFor(() => expect(asked('/list').at(-1)?.query.getAll('kind')).toHaveLength(2))
  expect(panel('类型').getAllByRole('button', { pressed: true })).toHaveLength(2)
  fireEvent.pointerDown(document.body)
  expect(queryPanel()).toBeNull()
})

it('opens what a reference is chosen from, and takes the choice', async () => {
  const { asked } = renderColumns()
  await page.findByText('KC-0001')
  await userEvent.click(sign('客户'))
  const choice = await waitFor(() => {
    const found = document.querySelector('.ant-select-item-option')
    if (!found) throw new Error('No choices')
    return found
  })
  await userEvent.click(choice)
  await waitFor(() => expect(asked('/list').at(-1)?.query.get('partner')).toBe('P1'))
  expect(queryPanel()).toBeNull()
})

it('is reached and left by keys, and closed by its sign', async () => {
  const { asked } = renderColumns()
  await page.findByText('KC-0001')
  act(() => titleOf('状态').focus())
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  // A form may not be a dialog itself.
  expect(page.getByRole('dialog').tagName).toBe('DIV')
  const [first, second] = panel('状态').getAllByRole('button')
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('{ArrowDown}{Escape}')
  expect(queryPanel()).toBeNull()
  expect(document.activeElement).toBe(titleOf('状态'))

  // The title of a column that does not sort opens the filter.
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(panel('类型').getAllByRole('button').length).toBeGreaterThan(1)
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(titleOf('类型'))

  await userEvent.click(sign('状态'))
  await userEvent.click(sign('状态'))
  expect(queryPanel()).toBeNull()
  expect(asked('/list')).toHaveLength(1)
})
