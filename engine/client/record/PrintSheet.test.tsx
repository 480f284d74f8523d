import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fieldPlan, itemPlan } from '../../core/testing/fieldPlans'
import { columnPlan, detailPage, screenPlan } from '../testing/plans'
import { renderPage } from '../testing/renderPage'
import { PrintSheet } from './PrintSheet'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const qty = fieldPlan('qty', 'digit', { title: '数量' })
const lines = (title: string, name: string) => ({
  kind: 'lines' as const,
  title,
  lines: name,
  columns: [columnPlan(fieldPlan('goodsName', 'text', { title: '商品' })), columnPlan(qty, { total: true, align: 'right' })],
})
const page = {
  ...detailPage,
  sections: [{ title: '基本', items: [itemPlan(fieldPlan('keeper', 'text', { title: '保管员' }))] }],
  tabs: [lines('明细', 'goods'), { kind: 'history' as const, title: '审批记录' }, lines('赠品', 'gifts')],
}
const record = {
  id: '7',
  version: 1,
  keeper: '王',
  goods: [
    { id: '1', goodsName: '红酒', qty: 2 },
    { id: '2', goodsName: '茶', qty: 3 },
  ],
  gifts: [],
}

function renderSheet(values: object = {}) {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const onClose = vi.fn<() => void>()
  renderPage(<PrintSheet screen={screenPlan()} page={page} record={{ ...record, ...values }} onClose={onClose} />)
  return { print, onClose }
}

it('lays out the sections and all line tables one after another, with every row and the sums', () => {
  const { print } = renderSheet()
  expect(print).toHaveBeenCalledOnce()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('库存')
  expect(screen.getByText('保管员')).toBeDefined()
  const [goods, gifts, ...others] = screen.getAllByRole('table')
  expect(
    within(goods as HTMLElement)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['序号商品数量', '1红酒2', '2茶3', '合计5'])
  expect(within(gifts as HTMLElement).getAllByRole('row')).toHaveLength(2)
  expect(others).toEqual([])
})

it('puts the title, the values and the sum of a column below each other', () => {
  renderSheet()
  const [goods] = screen.getAllByRole('table')
  const looks = within(goods as HTMLElement)
    .getAllByRole('row')
    .map((row) => Array.from(row.children, ({ className }) => className.replace('engine-cell-', '')))
  expect(looks).toEqual([
    ['center', 'left', 'right'],
    ['center', 'left', 'right'],
    ['center', 'left', 'right'],
    ['', 'left', 'right'],
  ])
})

it('goes when printing is over', () => {
  const { onClose } = renderSheet()
  expect(onClose).not.toHaveBeenCalled()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(onClose).toHaveBeenCalledOnce()
})
