import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseExpression } from '../../../core/expression'
import type { FieldProblem } from '../../../core/wire'
import { useServices } from '../../context'
import type { InputProps } from '../../fieldDefinition'
import { columnPlan, dictionaries } from '../../testing/plans'
import { renderPage } from '../../testing/renderPage'
import { createFormView } from '../model/formView'
import type { LinesModel } from '../model/linesModel'
import { createFormModel } from '../model/model'
import type { FormModel } from '../model/formModel'
import { RecordForm } from './RecordForm'
import { fieldPlan, itemPlan, linesPlan } from '../../../core/testing/fieldPlans'
import type { Values } from '../../../core/record/values'

const name = fieldPlan('name', 'text', { title: '品名', required: true })
const kind = fieldPlan('kind', 'select', { title: '类型', dictionary: 'kind' })
const qty = fieldPlan('qty', 'digit', { title: '数量' })
const price = fieldPlan('price', 'money', { title: '单价' })
const amount = fieldPlan('amount', 'money', { title: '金额', value: parseExpression('qty * price'), readOnly: true })
const goods = linesPlan('goods', [name, kind, qty, price, amount], { title: '明细', maxRows: 120 })
const total = fieldPlan('total', 'money', { title: '总额', value: parseExpression('sum(goods.amount)'), readOnly: true })
const note = fieldPlan('note', 'text', { title: '备注' })

/** Renders of inputs by id. */
const renders = new Map<string, number>()
function Counted({ id = '', value, onChange, label }: InputProps) {
  renders.set(label ?? id, (renders.get(label ?? id) ?? 0) + 1)
  return (
    <input
      type="text"
      id={id}
      aria-label={label}
      value={(value as string | undefined) ?? ''}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface Given {
  rows?: Values[]
  counted?: boolean
}

/** What is on the page now. */
const drawn: { model?: FormModel; show?: (problems: FieldProblem[]) => void } = {}
const historyTab = () => ({ key: '历史', title: '历史', content: <p>history</p> })

function Form({ rows = [], counted = false }: Given) {
  const services = useServices()
  const as = counted ? { as: 'counted' } : {}
  const [view] = useState(() => {
    const model = createFormModel({
      plan: { sections: [{ title: '', items: [itemPlan(note, as), itemPlan(total)] }], lines: [goods], checks: [] },
      record: { id: '1', goods: rows },
      isNew: false,
      environment: { today: '2026-03-05', now: '2026-03-05T00:00:00Z' },
      formats: {},
    })
    drawn.model = model
    return createFormView({ model, services, context: { dictionaries }, base: '/api/stock', id: 'form' })
  })
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [tab, setTab] = useState<string>()
  drawn.show = setProblems
  return (
    <RecordForm
      view={view}
      label="单据"
      tabs={[
        { kind: 'history', title: '历史' },
        {
          kind: 'lines',
          title: '明细',
          lines: 'goods',
          columns: [name, kind, qty, price, amount].map((field) => columnPlan(field, { ...as, total: field === amount })),
        },
      ]}
      otherTab={historyTab}
      problems={problems}
      tab={tab ?? '明细'}
      onTab={setTab}
    />
  )
}

function open(given: Given = {}): LinesModel {
  renders.clear()
  renderPage(<Form {...given} />, { extensions: { inputs: { counted: Counted } } })
  const lines = drawn.model?.lines.get('goods')
  if (!lines) throw new Error('no lines')
  return lines
}

const rowsOf = (count: number): Values[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), name: `n${index}`, kind: null, qty: 1, price: '1.00', amount: '1.00' }))
const cell = (row: number, title: string) => page.getByLabelText<HTMLInputElement>(`第 ${row} 行${title}`)
async function useTool(row: number, title: string): Promise<void> {
  // Without coming near first, which would put another button in its place.
  fireEvent.click(page.getByRole('button', { name: `第 ${row} 行操作` }))
  const items = await page.findAllByRole('menuitem', { name: title })
  await act(async () => fireEvent.click(items.at(-1) as HTMLElement))
}
const plain = () => drawn.model?.values()['goods'] as Values[]
const paste = (target: HTMLElement, text: string) => fireEvent.paste(target, { clipboardData: { getData: () => text } })

afterEach(cleanup)

describe('the line table', () => {
  it('adds a row and puts the cursor into it', async () => {
    open()
    await userEvent.click(page.getByRole('button', { name: '新增一行' }))
    expect(document.activeElement).toBe(cell(1, '品名'))
  })

  it('inserts below and copies without the id of the row', async () => {
    open({ rows: rowsOf(2) })
    await useTool(1, '复制此行')
    expect(plain().map((row) => [row['id'], row['name']])).toEqual([
      ['0', 'n0'],
      [undefined, 'n0'],
      ['1', 'n1'],
    ])
    await useTool(1, '在下方插入')
    expect(plain().map((row) => row['name'])).toEqual(['n0', undefined, 'n0', 'n1'])
  })

  it('removes a row and puts it back where it was', async () => {
    open({ rows: rowsOf(3) })
    await useTool(2, '删除此行')
    expect(document.activeElement).toBe(cell(2, '品名'))
    expect(plain().map((row) => row['name'])).toEqual(['n0', 'n2'])
    expect(page.getByText('已删除第 2 行')).toBeTruthy()
    await userEvent.click(page.getByRole('button', { name: '撤销' }))
    expect(plain()).toEqual(rowsOf(3))
  })

  it('goes to the next row with Enter, and begins a new one at the end', async () => {
    open({ rows: rowsOf(2) })
    cell(1, '数量').focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(cell(2, '数量'))
    await userEvent.keyboard('{Enter}')
    expect(plain()).toHaveLength(3)
    expect(document.activeElement).toBe(cell(3, '品名'))
  })

  it('moves with the arrows, sideways only from the end of the text', async () => {
    open({ rows: rowsOf(2) })
    const start = cell(1, '数量')
    start.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(cell(2, '数量'))
    cell(2, '数量').setSelectionRange(1, 1)
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(cell(2, '单价'))
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(cell(1, '单价'))
  })

  it('says what is wrong with a cell that was left, but moves no button under a pressed mouse', async () => {
    const user = userEvent.setup()
    open({ rows: [{ id: '1', name: 'a', kind: null, qty: 1, price: '1.00', amount: '1.00' }] })
    const add = page.getByRole('button', { name: '新增一行' })
    await user.clear(cell(1, '品名'))
    await user.pointer({ target: add, keys: '[MouseLeft>]' })
    expect(document.activeElement).not.toBe(cell(1, '品名'))
    expect(page.queryByText('“品名”不能为空')).toBeNull()
    await user.pointer({ target: add, keys: '[/MouseLeft]' })
    expect(plain()).toHaveLength(2)
    expect(await page.findByText('“品名”不能为空')).toBeTruthy()
  })

  it('does not accuse a cell that was merely passed of being empty', async () => {
    open({ rows: [{ id: '1', name: '', kind: null, qty: 1, price: '1.00', amount: '1.00' }] })
    await userEvent.click(cell(1, '品名'))
    await userEvent.tab()
    expect(page.queryByText('“品名”不能为空')).toBeNull()
  })

  it('lists of its problems what is left, under the row where it now is', async () => {
    const lines = open({ rows: [...rowsOf(1), { id: '8', name: '' }, { id: '9', name: '' }] })
    act(() => lines.enter(lines.rows()[2] ?? {}, 'qty', '1.5'))
    act(() => drawn.show?.(drawn.model?.check() ?? []))
    const listed = () => page.queryByRole('alert')?.textContent
    expect(listed()).toBe('有 3 处需要修改“明细”第 2 行的“品名”不能为空“明细”第 3 行的“品名”不能为空“明细”第 3 行的“数量”应为整数')
    await userEvent.type(cell(2, '品名'), 'x')
    expect(listed()).toBe('有 2 处需要修改“明细”第 3 行的“品名”不能为空“明细”第 3 行的“数量”应为整数')
    await useTool(1, '删除此行')
    expect(listed()).toContain('“明细”第 2 行的“品名”不能为空')
    await userEvent.click(page.getByRole('button', { name: '“明细”第 2 行的“数量”应为整数' }))
    expect(document.activeElement).toBe(cell(2, '数量'))
    await useTool(2, '删除此行')
    expect(listed()).toBe('已全部修改')
  })

  it('takes a block of a spreadsheet: fills cells, adds rows, understands titles of codes and computes', () => {
    open({ rows: rowsOf(1) })
    paste(cell(1, '品名'), '甲\t原料\t3\t1,000.10\t\n乙\t成品\t2\t0.5\n')
    expect(plain()).toMatchObject([
      { id: '0', name: '甲', kind: 'A', qty: 3, price: '1000.10', amount: '3000.30' },
      { name: '乙', kind: 'B', qty: 2, price: '0.5', amount: '1.00' },
    ])
    expect(page.getByLabelText('总额').textContent).toBe('3,001.30')
  })

  it('passes over a heading that was copied along, keeps what it does not understand and says so', async () => {
    open({ rows: rowsOf(1) })
    paste(cell(1, '品名'), '品名\t类型\t数量\n甲\t不明\t5')
    expect(page.getByText('粘贴的“不明”未能识别，请重新填写')).toBeTruthy()
    expect(plain()).toMatchObject([{ name: '甲', kind: null, qty: 5 }])
    expect(await page.findByText('已读入 1 行；1 行的“类型”未能识别：不明')).toBeTruthy()
  })

  it('shows a number that it cannot read as it was pasted, marks it and names it', async () => {
    open({ rows: rowsOf(1) })
    paste(cell(1, '数量'), '3\t1.5E+5\n4\t1,000')
    expect(plain()).toMatchObject([
      { qty: 3, price: '1.5E+5' },
      { qty: 4, price: '1000' },
    ])
    expect(cell(1, '单价').value).toBe('1.5E+5')
    expect(page.getByText('“单价”应为数字')).toBeTruthy()
    expect(await page.findByText('已读入 2 行；1 行的“单价”未能识别：1.5E+5')).toBeTruthy()
  })

  it('names the first of many cells that it cannot read', async () => {
    open()
    await userEvent.click(page.getByRole('button', { name: '新增一行' }))
    paste(cell(1, '类型'), Array.from({ length: 7 }, (_, index) => `不明${index}\t1`).join('\n'))
    expect(await page.findByText('已读入 7 行；7 行的“类型”未能识别：不明0、不明1、不明2、不明3、不明4 等')).toBeTruthy()
    expect(within(page.getByRole('region', { name: '未读入的内容' })).getAllByRole('listitem')).toHaveLength(7)
  })

  it('says of a block of which nothing came in that nothing was pasted', async () => {
    open({ rows: rowsOf(2) })
    paste(cell(1, '类型'), '不明\n未知')
    expect(await page.findByText('没有读入任何内容；2 行的“类型”未能识别：不明、未知')).toBeTruthy()
    expect(plain()).toEqual(rowsOf(2))
  })

  it('follows a heading in any order, passes over what it computes, and names a column that it has not', async () => {
    open()
    await userEvent.click(page.getByRole('button', { name: '新增一行' }))
    paste(cell(1, '品名'), '序号\t单价*\t金额\tqty\t品名\n1\t１，２００.5\t9\t２\t甲\n2\t3\t9\t4\t乙')
    expect(plain()).toMatchObject([
      { name: '甲', qty: 2, price: '1200.5', amount: '2401.00' },
      { name: '乙', qty: 4, price: '3', amount: '12.00' },
    ])
    expect(await page.findByText('已读入 2 行；表中没有的列未读入：序号')).toBeTruthy()
  })

  it('makes no row of a line of which nothing was understood, and keeps its text to be read', async () => {
    open({ rows: rowsOf(1) })
    paste(cell(1, '类型'), '原料\n不明\n成品\n\n')
    expect(plain().map((row) => row['kind'])).toEqual(['A', 'B'])
    expect(await page.findByText('已读入 2 行；1 行的“类型”未能识别：不明')).toBeTruthy()
    const left = page.getByRole('region', { name: '未读入的内容' })
    expect(within(left).getByText('粘贴的第 2 行“类型”：不明（未加入表格）')).toBeTruthy()
    await userEvent.click(within(left).getByRole('button', { name: '关闭' }))
    expect(page.queryByRole('region', { name: '未读入的内容' })).toBeNull()
  })

  it('leads from what was not understood to its cell, until that is corrected', async () => {
    open({ rows: rowsOf(1) })
    paste(cell(1, '品名'), '甲\t原料\t1\n乙\t原料\t多')
    await userEvent.click(await page.findByRole('button', { name: '第 2 行“数量”：多' }))
    expect(document.activeElement).toBe(cell(2, '数量'))
    await userEvent.clear(cell(2, '数量'))
    await userEvent.type(cell(2, '数量'), '5')
    expect(page.queryByRole('region', { name: '未读入的内容' })).toBeNull()
  })

  it('moves a row up and down', async () => {
    open({ rows: rowsOf(3) })
    await useTool(1, '下移')
    expect(plain().map((row) => row['name'])).toEqual(['n1', 'n0', 'n2'])
    await useTool(3, '上移')
    expect(plain().map((row) => row['name'])).toEqual(['n1', 'n2', 'n0'])
  })

  it('goes with Tab from cell to cell, past the tools of the row, which a key opens', async () => {
    open({ rows: rowsOf(2) })
    cell(1, '单价').focus()
    await userEvent.tab()
    expect(document.activeElement).toBe(cell(2, '品名'))
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    expect(await page.findByRole('menuitem', { name: '删除此行' })).toBeTruthy()
  })

  it('fills a cell with what stands above it', async () => {
    open({ rows: [...rowsOf(1), { id: '8', name: 'b', price: '3.00' }] })
    cell(2, '数量').focus()
    await userEvent.keyboard('{Control>}d{/Control}')
    expect(plain()[1]).toMatchObject({ qty: 1, amount: '3.00' })
    cell(1, '品名').focus()
    await userEvent.keyboard('{Control>}d{/Control}')
    expect(plain()[0]).toMatchObject({ name: 'n0' })
  })

  it('leaves a single word to the input', () => {
    open({ rows: rowsOf(1) })
    expect(paste(cell(1, '品名'), 'word')).toBe(true)
    expect(plain()[0]?.['name']).toBe('n0')
  })

  it('says how many rows of a paste had no room', async () => {
    open({ rows: rowsOf(119) })
    await userEvent.click(page.getByRole('button', { name: '新增一行' }))
    paste(cell(120, '品名'), 'a\nb\nc')
    expect(plain()).toHaveLength(120)
    expect(await page.findByText('已读入 1 行；最多 120 行，超出的 2 行未粘贴')).toBeTruthy()
  })

  it('draws one page of many rows and sums all of them', () => {
    open({ rows: rowsOf(120) })
    expect(page.getAllByRole('button', { name: /^第 \d+ 行操作$/ })).toHaveLength(50)
    expect(page.getByText('第 1–50 行，共 120 行')).toBeTruthy()
    expect(page.getByText('合计').closest('tr')?.textContent).toContain('120.00')
  })

  it('leads to a mistake in a row of another page and another tab', async () => {
    const rows = rowsOf(120)
    rows[103] = { ...rows[103], name: '' }
    open({ rows })
    await userEvent.click(page.getByRole('tab', { name: '历史' }))
    expect(page.queryByLabelText('第 1 行品名')).toBeTruthy()
    act(() => drawn.show?.(drawn.model?.check() ?? []))
    await waitFor(() => expect(document.activeElement).toBe(cell(104, '品名')))
    expect(page.getByText('第 101–120 行，共 120 行')).toBeTruthy()
    expect(cell(104, '品名').getAttribute('aria-invalid')).toBe('true')
    expect(page.getByRole('tab', { name: /明细/ }).getAttribute('aria-selected')).toBe('true')
  })
})

describe('a keystroke', () => {
  it('renders its cell alone, of all cells and fields', async () => {
    open({ rows: rowsOf(20), counted: true })
    renders.clear()
    await userEvent.type(cell(3, '数量'), '5')
    expect([...renders]).toEqual([['第 3 行数量', 1]])
    expect(page.getByText('15.00')).toBeTruthy()
  })

  it('in a field renders that field alone', async () => {
    open({ rows: rowsOf(20), counted: true })
    renders.clear()
    await userEvent.type(page.getByLabelText('备注'), 'x')
    expect([...renders]).toEqual([['form-note', 1]])
  })
})
