import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { PrintChoice, PrintPlan } from '../../core/plan'
import { fieldPlan } from '../../core/testing/fieldPlans'
import type { RecordValues } from '../../core/wire'
import { columnPlan, fields, screenPlan } from '../testing/plans'
import { Refusal, renderPage, type PageSetup } from '../testing/renderPage'
import { PrintPreview } from './PrintPreview'

const print = vi.fn<() => void>()
beforeEach(() => void vi.stubGlobal('print', print))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  print.mockReset()
})

const author = fieldPlan('authorId', 'ref', {
  title: '作者',
  ref: { entity: 'author', display: 'authorName', title: '作者', label: 'authorName', multiple: false },
})
const qty = fieldPlan('qty', 'digit', { title: '数量' })
const slip: PrintPlan = {
  name: 'slip',
  title: '借书单',
  when: parseExpression("status == 'AUDITING'"),
  paper: { size: 'A5', landscape: true, margin: 10 },
  copies: ['存根联', '读者联'],
  reads: { fields: [], lines: {} },
  parts: [
    {
      kind: 'fields',
      title: '读者',
      across: 3,
      items: [
        { field: author, title: '作者', span: 2 },
        { field: fields.amount, title: '金额', span: 2 },
      ],
    },
    {
      kind: 'lines',
      title: '书目',
      lines: 'books',
      columns: [columnPlan(fieldPlan('bookTitle', 'text', { title: '书名' })), columnPlan(qty, { total: true, align: 'right' })],
    },
    { kind: 'text', text: '{authorName} 押金 {amount}，{nothing}', align: 'start', fields: { amount: fields.amount } },
    { kind: 'text', text: '不该出现', align: 'start', fields: {}, when: parseExpression('amount > 5000') },
    { kind: 'sign', who: ['馆员', '读者'] },
  ],
}
const card: PrintPlan = {
  ...slip,
  name: 'card',
  title: '书卡',
  when: undefined,
  copies: [],
  parts: [{ kind: 'sign', who: ['馆员'] }],
}
const choices: PrintChoice[] = [slip, card].map(({ name, title, when }) => ({ name, title, ...(when ? { when } : {}) }))

const rows: RecordValues[] = [
  { id: '1', no: 'JY1', status: 'AUDITING' },
  { id: '2', no: 'JY2', status: 'DRAFT' },
]
const stored = (id: string): RecordValues => ({
  id,
  no: `JY${id}`,
  status: 'AUDITING',
  authorId: '9',
  authorName: '鲁迅',
  amount: '1234.50',
  books: [
    { id: 'a', bookTitle: '野草', qty: 2 },
    { id: 'b', bookTitle: '呐喊', qty: 3 },
  ],
})

function render(records: RecordValues[], setup: PageSetup = {}) {
  const serve: PageSetup['serve'] = ({ method, path, query, body }) => {
    if (method === 'POST') return { ids: body['ids'] }
    const ids = query.get('ids')?.split(',') ?? []
    return { print: path.endsWith('/slip') ? slip : card, records: ids.map(stored), by: '王馆员', at: '2026-11-20T04:00:00.000Z' }
  }
  const onClose = vi.fn<() => void>()
  const onDone = vi.fn<() => void>()
  const page = renderPage(<PrintPreview screen={screenPlan()} templates={choices} records={records} onDone={onDone} onClose={onClose} />, {
    serve,
    ...setup,
  })
  return { ...page, onClose, onDone }
}
const sheets = () => screen.findAllByRole('article', { name: /第 \d+ 页 共 \d+ 页/ })
const printButton = () => screen.getByRole('button', { name: /打\s?印/ })

it('shows a sheet of each copy as it is printed: fields, lines with sums, text with its holes filled, who signs, who prints and which page it is', async () => {
  render(rows.slice(0, 1))
  const [desk, reader, ...others] = await sheets()
  expect(others).toEqual([])
  expect(within(reader!).getByText('读者联')).toBeDefined()
  const sheet = within(desk!)
  for (const text of ['借书单', 'JY1', '审批中', '存根联', '鲁迅', '1,234.50', '第 1 页 共 1 页'])
    expect(sheet.getByText(text)).toBeDefined()
  expect(sheet.getByText('鲁迅 押金 1,234.50，{nothing}')).toBeDefined()
  expect(sheet.getByText(/^打印人：王馆员.*打印时间：2026-11-20 12:00:00$/)).toBeDefined()
  expect(sheet.queryByText('不该出现')).toBeNull()
  expect(sheet.getAllByRole('row').map((row) => row.textContent)).toEqual(['序号书名数量', '1野草2', '2呐喊3', '合计5'])
})

it('prints the chosen copies once the history has been told, and stays', async () => {
  const { asked, onDone, onClose } = render(rows.slice(0, 1))
  await sheets()
  await userEvent.click(screen.getByRole('checkbox', { name: '存根联' }))
  expect(await sheets()).toHaveLength(1)
  await userEvent.click(printButton())
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  // As a browser does.
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(
    asked('/print/slip')
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => body),
  ).toEqual([{ ids: ['1'] }])
  expect(onDone).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

it('prints nothing without a copy, or when the server says no', async () => {
  const { asked } = render(rows.slice(0, 1), {
    serve: ({ method }) =>
      method === 'POST'
        ? new Refusal(417, { message: '不可' })
        : { print: slip, records: [stored('1')], by: 'x', at: '2026-11-20T04:00:00.000Z' },
  })
  await sheets()
  await userEvent.click(printButton())
  await waitFor(() => expect(asked('/print/slip')).toHaveLength(2))
  expect(print).not.toHaveBeenCalled()
  for (const name of slip.copies) await userEvent.click(screen.getByRole('checkbox', { name }))
  expect((printButton() as HTMLButtonElement).disabled).toBe(true)
})

it("tells the server, too, when the browser's own key prints", async () => {
  const { asked } = render(rows.slice(0, 1))
  await sheets()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  await waitFor(() => expect(asked('/print/slip').filter(({ method }) => method === 'POST')).toHaveLength(1))
})

it('prints several records at once, those that the template is for, and says how many are left out', async () => {
  const { asked } = render(rows)
  await sheets()
  expect(asked('/print/slip')[0]?.query.get('ids')).toBe('1')
  expect(screen.getByText('所选数据中有 1 条不适用“借书单”，不在其中')).toBeDefined()
  await userEvent.click(screen.getByText('书卡'))
  await waitFor(() => expect(asked('/print/card')[0]?.query.get('ids')).toBe('1,2'))
  await waitFor(async () =>
    expect((await sheets()).map((sheet) => within(sheet).getByRole('heading').textContent)).toEqual(['书卡', '书卡']),
  )
})

it('says what went wrong, and asks again', async () => {
  let works = false
  render(rows.slice(0, 1), {
    serve: () =>
      works
        ? { print: card, records: [stored('1')], by: 'x', at: '2026-11-20T04:00:00.000Z' }
        : new Refusal(404, { message: '记录不存在' }),
  })
  const alert = await screen.findByRole('alert')
  works = true
  await userEvent.click(within(alert).getByRole('button', { name: /重\s?试/ }))
  expect(await sheets()).toHaveLength(1)
})

it('closes with Esc', async () => {
  const { onClose } = render(rows.slice(0, 1))
  await sheets()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
