import { expect, it } from 'vitest'
import { menus } from '../testing/product'
import { breadcrumb } from './breadcrumbTrail'

const trail = (path: string, checking = false) => breadcrumb(menus, '平台', path, checking)

it('L4 goes from the platform through the menu entries to the page', () => {
  expect(trail('/goods/edit')).toEqual([
    { title: '平台', href: '/' },
    { title: '主数据' },
    { title: '商品', href: '/goods' },
    { title: '商品新增/编辑' },
  ])
})

it('L4 calls a page below a menu as the page calls itself, and a menu as the menu table does', () => {
  expect(breadcrumb(menus, '平台', '/goods/edit', false, '新增商品').at(-1)).toEqual({ title: '新增商品' })
  expect(breadcrumb(menus, '平台', '/goods', false, '商品一览').at(-1)).toEqual({ title: '商品' })
})

it('L4 ends in “未找到页面” where there is none', () => {
  expect(trail('/*').map(({ title }) => title)).toEqual(['平台', '未找到页面'])
})

it('L4 calls a page by its corrected name on check-type addresses', () => {
  expect(trail('/goods/7').at(-1)?.title).toBe('商品详情')
  expect(trail('/goods/7', true).at(-1)?.title).toBe('商品审核')
})
