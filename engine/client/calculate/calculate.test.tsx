import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { CalculationPlan } from '../../core/plan'
import { fieldPlan, itemPlan, linesPlan } from '../../core/testing/fieldPlans'
import type { RecordValues } from '../../core/wire'
import { ActionButton } from '../actions/ActionButton'
import { ActionScope } from '../actions/ActionScope'
import { RecordView } from '../record/RecordView'
import { createGate } from '../testing/gate'
import { actionPlan, detailPage, screenPlan } from '../testing/plans'
import { everything, Refusal, renderPage, type PageSetup } from '../testing/renderPage'

// Chunks of their own; on a busy machine they alone may take longer than a test waits.
beforeAll(async () => Promise.all([import('./CalculateDialog'), import('./CalculateTab'), import('../dialogs/ActionDialogs')]))
afterEach(cleanup)

const amount = fieldPlan('amount', 'money', { title: '金额', required: true })
const day = fieldPlan('day', 'date', { title: '日期', default: '2026-11-22' })
const qty = fieldPlan('qty', 'digit', { title: '数量', required: true })
const worth = fieldPlan('worth', 'money', { title: '价值', readOnly: true })
const fee = fieldPlan('fee', 'money', { title: '费用', unit: '元' })
const days = fieldPlan('days', 'digit', { title: '天数' })
const plan: CalculationPlan = {
  method: 'POST',
  url: '/api/stock/cost',
  items: [itemPlan(amount), itemPlan(day)],
  lines: [{ of: 'goods', table: linesPlan('rows', [qty, worth], { title: '明细', minRows: 1 }), answered: 'answered' }],
  figures: [
    { field: fee, note: '共 {days} 天', tone: [{ tone: 'danger', when: parseExpression('fee > 50'), says: '偏高' }] },
    { field: fieldPlan('rest', 'money', { title: '余额' }) },
  ],
  answer: [fee, days],
}
const cost = actionPlan('cost', { kind: 'calculate', ...plan }, { title: '算费用' })
const base = screenPlan()
const screen = { ...base, actions: { ...base.actions, cost } }
const record: RecordValues = { id: '7', version: 1, no: 'KC-0007', status: 'DRAFT', amount: '10.00' }
const whole = {
  ...record,
  goods: [
    { id: '1', qty: 2, worth: '99.00' },
    { id: '2', qty: 3, worth: '98.00' },
  ],
}

function open({ of, ...setup }: PageSetup & { of?: RecordValues } = {}) {
  return renderPage(
    <ActionScope screen={screen}>
      <ActionButton action={cost} record={of} />
    </ActionScope>,
    setup,
  )
}
const dialog = async () => page.findByRole('dialog')
async function openDialog(): Promise<HTMLElement> {
  await userEvent.click(await page.findByRole('button', { name: '算费用' }))
  return dialog()
}
const ask = async () => userEvent.click(within(await dialog()).getByRole('button', { name: '算费用' }))
const cells = (name: string) => page.getAllByLabelText<HTMLInputElement>(new RegExp(`^第 \\d 行${name}$`)).map(({ value }) => value)
const responses = () => Array.from(document.querySelectorAll('tbody tr'), (row) => row.children[2]?.textContent)

describe('a calculation behind a button', () => {
  it('begins with the record, its rows as they can be typed, and shows what is answered beside them', async () => {
    const { asked } = open({
      of: record,
      serve: ({ path }) => (path.endsWith('/cost') ? { fee: '60.00', days: 3, answered: [{ worth: '5.00' }, {}] } : whole),
    })
    const shown = await openDialog()
    expect(within(shown).getByText('算费用：KC-0007')).toBeDefined()
    expect(within(shown).getByLabelText<HTMLInputElement>('金额*').value).toBe('10.00')
    expect([cells('数量'), responses()]).toEqual([
      ['2', '3'],
      ['-', '-'],
    ])

    await ask()
    const figures = await page.findByLabelText('算费用结果')
    expect(asked('/cost').map(({ body }) => body)).toEqual([{ amount: '10.00', day: '2026-11-22', rows: [{ qty: 2 }, { qty: 3 }] }])
    // A note with all its fields, a tone in words; what is not answered is not there.
    expect(Array.from(figures.querySelectorAll('dt'), (each) => each.textContent)).toEqual(['偏高：费用'])
    expect(Array.from(figures.querySelectorAll('dd'), (each) => each.textContent)).toEqual(['60.00元', '共 3 天', '偏高'])
    expect(responses()).toEqual(['5.00', '-'])
    expect(page.getByText('以当前数据计算，不保存')).toBeDefined()

    // An answered value belongs to its row, wherever that is.
    fireEvent.click(page.getByRole('button', { name: '第 1 行操作' }))
    fireEvent.click(await page.findByRole('menuitem', { name: '在下方插入' }))
    expect(responses()).toEqual(['5.00', '-', '-'])
    expect(page.getByText('条件已修改，结果是修改前的')).toBeDefined()
  })

  it('begins with defaults and a row before there is a record, asks with Enter, and begins anew when it is opened again', async () => {
    const { asked } = open({ serve: () => ({ fee: '1.00' }) })
    await openDialog()
    await userEvent.type(page.getByLabelText('第 1 行数量'), '4')
    await userEvent.type(page.getByLabelText('金额*'), '3{Enter}')
    const figures = await page.findByLabelText('算费用结果')
    expect(asked('/cost').map(({ body }) => body)).toEqual([{ amount: '3', day: '2026-11-22', rows: [{ qty: 4 }] }])
    expect(Array.from(figures.querySelectorAll('dd'), (each) => each.textContent)).toEqual(['1.00元'])

    await userEvent.click(within(await dialog()).getByText('关闭', { selector: 'button' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await openDialog()
    expect(page.getByLabelText<HTMLInputElement>('金额*').value).toBe('')
    expect([cells('数量'), page.queryByLabelText('算费用结果')]).toEqual([[''], null])
  })

  it('asks before Esc gives up what was typed into it', async () => {
    open()
    await openDialog()
    await userEvent.type(page.getByLabelText('金额*'), '3')
    await userEvent.keyboard('{Escape}')
    expect(await page.findByText('放弃后，本次填写的内容不会保留。')).toBeTruthy()
    expect(page.getByLabelText<HTMLInputElement>('金额*').value).toBe('3.00')
    await userEvent.click(page.getByRole('button', { name: '放 弃' }))
    await waitFor(() => expect(page.queryByLabelText('金额*')).toBeNull())
    cleanup()
    open()
    await openDialog()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  })

  it('is checked first, in its rows too', async () => {
    const { asked } = open()
    await openDialog()
    await ask()
    expect((await page.findByRole('alert')).textContent).toBe('有 2 处需要修改请填写：金额“明细”至少需要 1 行')
    expect(asked('/cost')).toEqual([])
  })

  it('keeps what was typed and marks what the server refuses', async () => {
    const refused = { path: 'rows.0.qty', pointer: '/rows/0/qty', rule: 'max', detail: '“明细”第 1 行“数量”不能大于 5' }
    open({
      of: record,
      serve: ({ path }) => (path.endsWith('/cost') ? new Refusal(422, { status: 422, detail: 'x', errors: [refused] }) : whole),
    })
    await openDialog()
    await ask()
    await waitFor(() => expect(page.getByLabelText('第 1 行数量').getAttribute('aria-invalid')).toBe('true'))
    expect(cells('数量')).toEqual(['2', '3'])
  })

  it('shows the response to the newest request, whichever comes last', async () => {
    const gates = [createGate(), createGate()]
    let count = 0
    open({
      of: record,
      serve: async ({ path }) => {
        if (!path.endsWith('/cost')) return whole
        const mine = count++
        await gates[mine]!.opened
        return { fee: `${mine + 1}.00` }
      },
    })
    await openDialog()
    await ask()
    await ask()
    gates[1]!.open()
    expect((await page.findByLabelText('算费用结果')).textContent).toContain('2.00')
    gates[0]!.open()
    await Promise.resolve()
    await waitFor(() => expect(page.getByLabelText('算费用结果').textContent).toContain('2.00'))
  })
})

describe('a calculation in a tab', () => {
  const tab = { ...detailPage, tabs: [{ kind: 'calculate' as const, title: '费用', action: 'cost' }] }
  const given = { ...cost, does: { kind: 'calculate' as const, ...plan, alone: ['day'], lines: [], given: { stockId: 'id' } } }
  const withGiven = { ...screen, actions: { ...screen.actions, cost: given } }
  const show = (setup: PageSetup) =>
    renderPage(
      <ActionScope screen={withGiven}>
        <RecordView
          screen={withGiven}
          page={tab}
          record={{ ...record, day: '2020-01-01' }}
          approving={false}
          tab={undefined}
          onTab={() => undefined}
        />
      </ActionScope>,
      setup,
    )

  it('sends what is given of the record with what is typed; what only bears the same name is not taken from it', async () => {
    const { asked } = show({ serve: () => ({ fee: '1.00' }) })
    await userEvent.type(await page.findByLabelText('金额*'), '{Enter}')
    await page.findByLabelText('算费用结果')
    expect(asked('/cost').map(({ body }) => body)).toEqual([{ amount: '10.00', day: '2026-11-22', stockId: '7' }])
  })

  it('is not there for who may not ask', async () => {
    show({ rights: { ...everything, can: (code) => code !== 'stock_cost' } })
    expect(page.queryByRole('tab')).toBeNull()
  })
})
