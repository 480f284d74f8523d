import { expect, it } from 'vitest'
import {
  countsOf,
  grantedOf,
  groupsOf,
  isChanged,
  permissionsOf,
  shareOf,
  withButton,
  withMenu,
  withMenus,
  withPage,
  withShut,
  type MenuPermission,
  type PermissionMenu,
} from './permissions'

const goods: PermissionMenu = {
  menuName: 'base_goods',
  title: '商品',
  group: '主数据',
  buttons: [
    { code: 'add', title: '新增' },
    { code: 'export', title: '导出' },
  ],
}
const rate: PermissionMenu = { menuName: 'base_rate', title: '汇率', group: '主数据', buttons: [{ code: 'import', title: '导入' }] }
const order: PermissionMenu = { menuName: 'trade_order', title: '订单', group: '业务', buttons: [] }
const tree = [goods, rate, order]

const stored: MenuPermission[] = [{ menuName: 'base_goods', permissionType: 1, buttons: ['export'] }]
const before = grantedOf(stored)

it('writes back what it has read, and nothing that the tree does not know', () => {
  const old: MenuPermission = { menuName: 'gone_menu', permissionType: 1, buttons: [] }
  expect(permissionsOf(grantedOf([old, ...stored]), tree)).toEqual(stored)
})

it('gives a button together with its menu', () => {
  expect(permissionsOf(withButton(new Map(), rate, 'import', true), tree)).toEqual([
    { menuName: 'base_rate', permissionType: 1, buttons: ['import'] },
  ])
})

it('keeps the menu when its last button is taken', () => {
  expect(permissionsOf(withButton(before, goods, 'export', false), tree)).toEqual([
    { menuName: 'base_goods', permissionType: 1, buttons: [] },
  ])
})

it('takes the buttons together with the menu', () => {
  expect(permissionsOf(withPage(before, goods, false), tree)).toEqual([])
})

it('S2 shuts a menu with type 0 and keeps its buttons for when it opens again', () => {
  const shut = withShut(before, goods, true)
  expect(permissionsOf(shut, tree)).toEqual([{ menuName: 'base_goods', permissionType: 0, buttons: ['export'] }])
  expect(permissionsOf(withShut(shut, goods, false), tree)).toEqual(stored)
})

it('S2 leaves a shut menu shut when its group is given or taken, and counts it apart', () => {
  const shut = withShut(before, goods, true)
  expect(withMenus(shut, [goods, rate], true).get('base_goods')).toEqual(shut.get('base_goods'))
  expect(withMenus(shut, [goods, rate], false).get('base_goods')).toEqual(shut.get('base_goods'))
  expect(countsOf(shut)).toEqual({ open: 0, shut: 1 })
})

it('knows whether a group is given whole, in part or not at all', () => {
  expect(shareOf(before, [goods, rate])).toBe('some')
  expect(shareOf(withMenus(before, [goods, rate], true), [goods, rate])).toBe('all')
  expect(shareOf(withMenus(before, [goods, rate], false), [goods, rate])).toBe('none')
})

it('shows what differs from what is stored, and no more once it is taken back', () => {
  const changed = withButton(before, goods, 'add', true)
  expect(tree.filter((menu) => isChanged(before, changed, menu))).toEqual([goods])
  expect(isChanged(before, withButton(changed, goods, 'add', false), goods)).toBe(false)
  expect(isChanged(before, withMenu(before, rate, true), rate)).toBe(true)
})

it('finds menus by their name, their buttons or their group', () => {
  const titles = (text: string) => groupsOf(tree, text).map((group) => [group.title, ...group.menus.map((menu) => menu.title)])
  expect(titles('')).toEqual([
    ['主数据', '商品', '汇率'],
    ['业务', '订单'],
  ])
  expect(titles('导入')).toEqual([['主数据', '汇率']])
  expect(titles('业务')).toEqual([['业务', '订单']])
})
