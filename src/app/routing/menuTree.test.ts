import { describe, expect, it } from 'vitest'
import { menuOfClerk } from '../testing/fakeAccount'
import { menus } from '../testing/product'
import { ancestorsOf, menuOfPath, menuTree, selectedId, toggledOpenKeys, type MenuNode } from './menuTree'

const names = (nodes: readonly MenuNode[]): unknown[] =>
  nodes.map(({ menu, children }) => [menu.name, ...children.map((child) => child.menu.name)])

it('L8 builds the sidebar from the flat list in menu order, without hidden pages', () => {
  expect(names(menuTree(menus, undefined))).toEqual([
    ['主数据', '商品', '汇率'],
    ['业务', '订单'],
  ])
})

it('G2 shows only what the account may see, and no branch without a page', () => {
  expect(names(menuTree(menus, menuOfClerk.subMenu.slice(1)))).toEqual([['主数据', '汇率']])
})

describe('the selected entry', () => {
  it.each([
    ['/goods', '1-2'],
    ['/goods/edit', '1-2'],
    ['/goods/17', '1-2'],
    ['/goods/17/unknown', '1-2'],
    ['/order', '2-10'],
    ['/nowhere', ''],
  ])('L8 of %s is %s', (path, id) => {
    expect(selectedId(menuOfPath(menus, path))).toBe(id)
  })
})

describe('open branches', () => {
  it('L8 are one at a time', () => {
    expect(toggledOpenKeys(menus, ['1'], '2')).toEqual(['2'])
  })

  it('L8 keep the chain they lie in', () => {
    expect(toggledOpenKeys(menus, ['1'], '1-2')).toEqual(['1', '1-2'])
    expect(toggledOpenKeys(menus, ['1', '1-2'], '1-2')).toEqual(['1'])
  })

  it('are those above the page', () => {
    expect(ancestorsOf(menus, '1-2-1')).toEqual(['1', '1-2'])
  })
})
