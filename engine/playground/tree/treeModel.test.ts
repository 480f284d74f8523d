import { expect, it } from 'vitest'
import type { ProductPlan } from '../../core/plan'
import { searched, treeOf } from './treeModel'

const plan = {
  menus: [
    { id: '1', pid: '', name: '图书' },
    { id: '2', pid: '1', name: '藏书', menuName: 'base_book' },
  ],
  screens: { 'base/book': { menuName: 'base_book' } },
} as unknown as ProductPlan

const files = [
  { path: 'schemas/menus.json', text: '{}' },
  { path: 'schemas/entities/base/book.entity.json', text: '{ "title": "图书档案" }' },
  { path: 'schemas/screens/base/book.screen.json', text: '{ "title": "藏书管理"' },
  { path: 'schemas/screens/base/loose.screen.json', text: '{' },
]

it('puts screens below their menus, then kinds, then single files', () => {
  const groups = treeOf(files, plan)
  expect(groups.map(({ title, items }) => [title, items.map((item) => item.title)])).toEqual([
    ['图书', ['藏书管理']],
    ['页面', ['base/loose']],
    ['实体', ['图书档案']],
    ['产品', ['menus']],
  ])
})

it('finds by title, name and menu', () => {
  const groups = treeOf(files, plan)
  const found = (text: string) => searched(groups, text).flatMap(({ items }) => items.map(({ path }) => path))
  expect(found('藏书')).toEqual([files[2]!.path])
  expect(found('图书 screen')).toEqual([files[2]!.path])
  expect(found('BOOK')).toEqual([files[2]!.path, files[1]!.path])
  expect(found('没有')).toEqual([])
  expect(found('  ')).toHaveLength(4)
})
