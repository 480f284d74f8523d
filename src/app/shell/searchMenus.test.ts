import { expect, it } from 'vitest'
import { menus } from '../testing/product'
import { menuTree } from '../routing/menuTree'
import { pagesOf, searchMenus } from './searchMenus'

const pages = pagesOf(menuTree(menus, undefined))
const found = (text: string) => searchMenus(pages, text).map(({ title }) => title)

it('shows all pages in menu order before anything is typed', () => {
  expect(found(' ')).toEqual(['商品', '汇率', '订单'])
})

it('finds a page by its name, its branch or its path, the name first', () => {
  expect(found('汇')).toEqual(['汇率'])
  expect(found('业务')).toEqual(['订单'])
  expect(found('GOODS')).toEqual(['商品'])
})

it('wants every word', () => {
  expect(found('主数据 率')).toEqual(['汇率'])
  expect(found('主数据 单')).toEqual([])
})

it('finds the one of 15 000 pages', () => {
  const many = Array.from({ length: 15_000 }, (_unused, index) => ({
    id: `${index}`,
    title: `菜单${index}`,
    trail: '主数据',
    href: `/m${index}`,
    blank: false,
  }))
  expect(searchMenus(many, '14999')).toHaveLength(1)
})

it.each(['fangkuan', 'fkgl', 'kuanguan', 'kg'])('finds 放款管理 by how it sounds: %s', (text) => {
  const payments = { id: '9-5', title: '放款管理', trail: '资金', href: '/financeLoan', blank: false }
  const spellings = { '9-5': 'fang kuan guan li' }
  expect(searchMenus([payments], text, spellings)).toEqual([payments])
  expect(searchMenus([payments], 'angkuan', spellings)).toEqual([])
})
