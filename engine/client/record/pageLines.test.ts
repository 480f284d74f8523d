import { expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { TabPlan } from '../../core/plan'
import { fieldPlan, linesPlan } from '../../core/testing/fieldPlans'
import { inWordsOfPage, pageLines } from './pageLines'

const goods = linesPlan('goods', [fieldPlan('qty', 'digit', { title: '数量' })], { title: '入库商品' })
const fees = linesPlan('fees', [], { title: '费用明细' })
const screen = { lines: { goods, fees } }
const tab = (title: string, lines: string, visible?: string): TabPlan => ({
  kind: 'lines',
  title,
  lines,
  columns: [],
  ...(visible === undefined ? {} : { visible: parseExpression(visible) }),
})
const tabs = [tab('商品', 'goods', "type == 'REAL'"), tab('虚拟仓商品', 'goods', "type == 'VIRTUAL'"), tab('费用', 'fees')]
const environment = { today: '2026-03-05', now: '2026-03-05T00:00:00Z' }
const linesOf = (type: string) => pageLines(screen, { tabs }, { type }, environment)

it('calls a table as the tab does that shows it, and has it once', () => {
  expect(linesOf('VIRTUAL').map(({ name, title }) => [name, title])).toEqual([
    ['goods', '虚拟仓商品'],
    ['fees', '费用'],
  ])
  expect(linesOf('OTHER').map(({ title }) => title)).toEqual(['费用', '商品'])
})

it('tells what the server refuses in the words of the page', () => {
  const refused = [
    ['goods.0.qty', '“入库商品”第 1 行的“数量”不能小于 1'],
    ['goods', '“入库商品”至少需要 1 行'],
    ['qty', '“入库商品”不足'],
  ].map(([path = '', detail = '']) => ({ path, detail, pointer: '', rule: 'min' }))
  expect(inWordsOfPage(refused, screen, linesOf('REAL')).map(({ detail }) => detail)).toEqual([
    '“商品”第 1 行的“数量”不能小于 1',
    '“商品”至少需要 1 行',
    '“入库商品”不足',
  ])
})
