import { expect, it } from 'vitest'
import { placeTitle, tabTitle } from './pageTitle'

it.each([
  ['a new record', { mode: 'add', screenTitle: '商品', name: undefined }, '新增商品'],
  ['a record that is on its way', { mode: 'view', screenTitle: '商品', name: undefined }, '商品详情'],
  ['a record', { mode: 'view', screenTitle: '商品', name: '电解铜' }, '电解铜'],
  ['a record that is edited', { mode: 'edit', screenTitle: '商品', name: '电解铜' }, '编辑 电解铜'],
  ['a record to edit that is on its way', { mode: 'edit', screenTitle: '商品', name: undefined }, '编辑商品'],
  ['a list', { mode: undefined, screenTitle: '商品', name: undefined }, '商品详情'],
  ['a page whose plan is on its way', { mode: 'add', screenTitle: undefined, name: undefined }, '商品详情'],
] as const)('the tab of %s says which it is', (_name, facts, title) => {
  expect(tabTitle('商品详情', { forEditing: false, ...facts })).toBe(title)
})

it.each([
  ['view', '商品详情'],
  ['add', '新增商品'],
  ['edit', '编辑商品'],
] as const)('L4 the breadcrumb says what is done on a page: %s', (mode, title) => {
  expect(placeTitle('商品详情', { mode, forEditing: false, screenTitle: '商品' })).toBe(title)
})

it('L4 the breadcrumb of a page for editing that shows a record says so', () => {
  expect(placeTitle('销售订单编辑', { mode: 'view', forEditing: true, screenTitle: '销售订单' })).toBe('销售订单详情')
  expect(placeTitle('销售订单编辑', { mode: 'edit', forEditing: true, screenTitle: '销售订单' })).toBe('编辑销售订单')
})
