import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import type { RecordValues, TryResponse } from '../../core/wire'
import { fieldPlan, itemPlan, linesPlan } from '../../core/testing/fieldPlans'
import { inRouter } from '../form/testing/inRouter'
import { createGate } from '../testing/gate'
import { columnPlan, editPage, screenPlan } from '../testing/plans'
import { Refusal, renderPage, type PageSetup } from '../testing/renderPage'
import { RecordPage } from './RecordPage'

const name = fieldPlan('name', 'text', { title: '名称', required: true, maxLength: 20 })
const fee = fieldPlan('fee', 'money', { title: '费用', min: '0' })
const rate = fieldPlan('rate', 'money', { title: '费率', readOnly: true })
const total = fieldPlan('total', 'money', { title: '总额', value: parseExpression('sum(goods.worth)'), readOnly: true })
const qty = fieldPlan('qty', 'digit', { title: '数量', required: true })
const worth = fieldPlan('worth', 'money', { title: '估值', readOnly: true })
const goods = linesPlan('goods', [qty, worth], { title: '明细' })
const edit: RecordPagePlan = {
  ...editPage,
  live: ['fee', 'goods'],
  sections: [{ title: '基本', items: [name, fee, rate, total].map((field) => itemPlan(field)) }],
  tabs: [{ kind: 'lines', title: '明细', lines: 'goods', columns: [qty, worth].map((field) => columnPlan(field)) }],
  actions: ['edit'],
}
const base = screenPlan()
const screen: BrowserScreenPlan = { ...base, pages: { ...base.pages, edit }, lines: { goods } }
const stored: RecordValues = {
  id: '7',
  version: 3,
  name: '旧名',
  fee: '1.00',
  rate: '0.10',
  total: '2.00',
  status: 'DRAFT',
  goods: [{ id: '70', qty: 2, worth: '2.00' }],
}
const response = (given: Partial<TryResponse>): TryResponse => ({ asOf: '2026-11-20T02:00:00.000Z', problems: [], ...given })

function open(serve: NonNullable<PageSetup['serve']>) {
  const { element } = inRouter(<RecordPage screen={screen} page={edit} />)
  const shown = renderPage(element, {
    address: '/stock/edit?id=7',
    serve: (request) => (request.method === 'GET' && request.path === '/api/stock/7' ? structuredClone(stored) : serve(request)),
  })
  return { ...shown, tried: () => shown.requests.filter(({ path }) => path === '/api/stock/try/7') }
}
const textOf = (title: string) => page.getByLabelText(title).textContent
const worthOf = (row: number) => page.getAllByRole('row')[row]?.textContent

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

it('shows what the server computes while one types, and sends none of it', async () => {
  const { tried, requests } = open(({ path }) =>
    path.includes('/try/')
      ? response({ values: { rate: '0.25', fee: '99.00' }, lines: { goods: [{ worth: '7.50', qty: 99 }] } })
      : { ...stored, version: 4 },
  )
  const input = await page.findByLabelText<HTMLInputElement>('费用')
  expect(tried()).toEqual([])
  await userEvent.clear(input)
  await userEvent.type(input, '5')
  await waitFor(() => expect(textOf('费率')).toBe('0.25'))
  // Formulas over what came are the browser's own; what is typed stays, and so does the cursor.
  expect(textOf('总额')).toBe('7.50')
  expect(worthOf(1)).toContain('7.50')
  expect(input.value).toBe('5')
  expect(document.activeElement).toBe(input)
  expect(await page.findByText('计算结果以保存时为准')).toBeDefined()
  expect(tried().at(-1)?.body).toEqual({ fee: '5', version: 3 })
  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ fee: '5', version: 3 })
})

it('shows the rows that rules alone fill, of a new record too, and drops none while it asks again', async () => {
  const part = fieldPlan('part', 'money', { title: '份额', readOnly: true })
  const shares = linesPlan('shares', [part], { title: '分摊', system: true })
  const sum = fieldPlan('sum', 'money', { title: '分摊合计', value: parseExpression('sum(shares.part)'), readOnly: true })
  const given: RecordPagePlan = {
    ...edit,
    sections: [{ title: '基本', items: [fee, sum].map((field) => itemPlan(field)) }],
    tabs: [{ kind: 'lines', title: '分摊', lines: 'shares', columns: [columnPlan(part)] }],
  }
  const slow = createGate()
  renderPage(
    inRouter(<RecordPage screen={{ ...screen, lines: { shares }, pages: { ...screen.pages, edit: given } }} page={given} />).element,
    {
      address: '/stock/edit',
      serve: async ({ body }) => {
        if (body['fee'] === '2') await slow.opened
        return response({ lines: { shares: [{ part: body['fee'] === '2' ? '8.88' : '7.77' }, { part: '1.00' }] } })
      },
    },
  )
  const fees = await page.findByLabelText<HTMLInputElement>('费用')
  expect(page.queryByRole('button', { name: '新增一行' })).toBeNull()
  fireEvent.change(fees, { target: { value: '1' } })
  expect(await page.findByText('7.77')).toBeDefined()
  expect(textOf('分摊合计')).toBe('8.77')
  fireEvent.change(fees, { target: { value: '2' } })
  await page.findByText('正在计算…')
  expect(page.getByText('7.77')).toBeDefined()
  await act(async () => slow.open())
  expect(await page.findByText('8.88')).toBeDefined()
  expect(page.queryByText('7.77')).toBeNull()
  expect(textOf('分摊合计')).toBe('9.88')
})

it('asks for its fields alone, and once for what is typed in one go', async () => {
  const { tried } = open(() => response({ values: { rate: '0.30' } }))
  await userEvent.type(await page.findByLabelText('名称*'), '新')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(tried()).toEqual([])
  const fees = page.getByLabelText<HTMLInputElement>('费用')
  for (const value of ['1', '12', '12.5']) fireEvent.change(fees, { target: { value } })
  await waitFor(() => expect(textOf('费率')).toBe('0.30'))
  expect(tried().map(({ body }) => body['fee'])).toEqual(['12.5'])
})

it('hears the newest answer alone', async () => {
  const slow = createGate()
  const { tried } = open(async ({ body }) => {
    if (body['fee'] !== '2') return response({ values: { rate: '0.33' } })
    await slow.opened
    return response({ values: { rate: '0.22' } })
  })
  const fees = await page.findByLabelText<HTMLInputElement>('费用')
  fireEvent.change(fees, { target: { value: '2' } })
  await waitFor(() => expect(tried()).toHaveLength(1))
  expect(page.getByText('正在计算…')).toBeDefined()
  fireEvent.change(fees, { target: { value: '3' } })
  await waitFor(() => expect(textOf('费率')).toBe('0.33'))
  expect(tried()[0]?.signal?.aborted).toBe(true)
  await act(async () => slow.open())
  expect(textOf('费率')).toBe('0.33')
})

it('marks what would be refused, but not what is still to come, and takes the mark back', async () => {
  const problems = [
    { pointer: '/fee', path: 'fee', rule: 'rule', detail: '费用过高' },
    { pointer: '/name', path: 'name', rule: 'required', detail: '“名称”不能为空' },
    { pointer: '', path: '', rule: 'refused', detail: '已冻结' },
  ]
  open(({ body }) => response({ problems: body['fee'] === '9' ? problems : [], values: { rate: '0.50' } }))
  const fees = await page.findByLabelText<HTMLInputElement>('费用')
  fireEvent.change(fees, { target: { value: '9' } })
  expect(await page.findByText('费用过高')).toBeDefined()
  expect(textOf('费率')).toBe('0.50')
  expect(page.queryByText('“名称”不能为空')).toBeNull()
  expect(await page.findByText('按现在填写的内容不能保存：已冻结')).toBeDefined()
  fireEvent.change(fees, { target: { value: '8' } })
  await waitFor(() => expect(page.queryByText('费用过高')).toBeNull())
})

it('leaves everything as it is when the server cannot be asked, and asks again with the next change', async () => {
  let isDown = true
  const { tried } = open(() => (isDown ? new Refusal(503) : response({ values: { rate: '0.40' } })))
  const fees = await page.findByLabelText<HTMLInputElement>('费用')
  fireEvent.change(fees, { target: { value: '4' } })
  expect(await page.findByText('暂时无法计算，保存时会重新计算')).toBeDefined()
  expect([textOf('费率'), fees.value]).toEqual(['0.10', '4'])
  isDown = false
  fireEvent.change(fees, { target: { value: '5' } })
  await waitFor(() => expect(textOf('费率')).toBe('0.40'))
  expect(tried()).toHaveLength(2)
})

it('gives way to another page of the same user, and asks once more', async () => {
  let asked = 0
  const { tried } = open(() => {
    asked += 1
    return asked === 1 ? new Refusal(409, { code: 100414, detail: 'x' }) : response({ values: { rate: '0.60' } })
  })
  fireEvent.change(await page.findByLabelText('费用'), { target: { value: '6' } })
  await waitFor(() => expect(textOf('费率')).toBe('0.60'))
  expect(tried()).toHaveLength(2)
})
