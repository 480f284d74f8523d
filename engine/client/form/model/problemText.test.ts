import { expect, it } from 'vitest'
import { movedTo, withoutRow } from './problemText'

const place = { lines: { name: 'goods', title: '明细' }, index: 2 }

it('needs no row named beside its cell', () => {
  expect(withoutRow('“明细”第 3 行的“数量”不能为空', '数量', place)).toBe('“数量”不能为空')
  expect(withoutRow('库存不足', '数量', place)).toBe('库存不足')
})
it('names the row where it is now', () => {
  const problem = { path: 'goods.2.qty', pointer: '/goods/2/qty', rule: 'required', detail: '“明细”第 3 行的“数量”不能为空' }
  expect(movedTo(problem, '数量', { ...place, index: 0 })).toMatchObject({ path: 'goods.0.qty', detail: '“明细”第 1 行的“数量”不能为空' })
})
