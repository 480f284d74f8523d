import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { fieldPlan, itemPlan, linesPlan } from '../../core/testing/fieldPlans'
import { inRouter } from '../form/testing/inRouter'
import { columnPlan, detailPage, screenPlan } from '../testing/plans'
import { renderPage } from '../testing/renderPage'
import { RecordPage } from './RecordPage'

const mask = { keep: [3, 4] as const, unless: 'showCards' }
// What is shown does not fit what may be stored.
const card = fieldPlan('card', 'text', { title: '卡号', required: true, maxLength: 20, pattern: '\\d{12}', mask })
const note = fieldPlan('note', 'text', { title: '备注', maxLength: 20 })
const phone = fieldPlan('phone', 'text', { title: '电话', maxLength: 20, pattern: '\\d+', mask })
const who = fieldPlan('who', 'text', { title: '联系人', maxLength: 20 })
const contacts = linesPlan('contacts', [who, phone], { title: '联系人' })
const edit: RecordPagePlan = {
  ...detailPage,
  name: 'edit',
  title: '编辑',
  route: '/stock/edit',
  mode: 'edit',
  sections: [{ title: '基本', items: [itemPlan(card), itemPlan(note)] }],
  tabs: [{ kind: 'lines', title: '联系人', lines: 'contacts', columns: [columnPlan(who), columnPlan(phone)] }],
  actions: ['edit'],
}
const base = screenPlan()
const screen: BrowserScreenPlan = { ...base, pages: { ...base.pages, edit }, lines: { contacts } }
const stored: RecordValues = {
  id: '7',
  version: 3,
  card: '622****7890',
  note: '旧',
  status: 'DRAFT',
  contacts: [{ id: '70', who: '甲', phone: '138****1234' }],
}

function open() {
  const { element } = inRouter(<RecordPage screen={screen} page={edit} />)
  const { requests } = renderPage(element, { address: '/stock/edit?id=7', serve: () => structuredClone(stored) })
  return () => requests.find(({ method }) => method === 'PATCH')?.body
}

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

it('shows a form the part, lets it stand, and does not send it when something else was changed', async () => {
  const sent = open()
  expect((await page.findByLabelText<HTMLInputElement>('卡号*')).value).toBe('622****7890')
  fireEvent.change(page.getByLabelText('备注'), { target: { value: '新' } })
  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  await waitFor(() => expect(sent()).toEqual({ note: '新', version: 3 }))
})

it('sends a new value that was typed in its place, and checks that one', async () => {
  const sent = open()
  const input = await page.findByLabelText<HTMLInputElement>('卡号*')
  fireEvent.change(input, { target: { value: '12' } })
  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  expect((await page.findAllByText(/卡号.*格式不正确/)).length).toBeGreaterThan(0)
  expect(sent()).toBeUndefined()
  fireEvent.change(input, { target: { value: '123456789012' } })
  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  await waitFor(() => expect(sent()).toEqual({ card: '123456789012', version: 3 }))
})
