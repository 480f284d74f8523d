import { expect, it } from 'vitest'
import type { MenuPlan } from '../../../engine/core/plan'
import { subMenusOf } from './roleRights'

const menus: MenuPlan[] = [
  { id: '4-1', pid: '4', mpid: '4', name: '融资管理', router: '/loansmgr', seq: 1, menuName: 'loans_loansmgr' },
  { id: '4-1-1', pid: '4-1', mpid: '4-1', name: '融资详情', router: '/loansmgr/detail', seq: 1, menuName: 'loans_loansmgr', hidden: true },
]

it('P2 joins the buttons of several roles under the menu itself', () => {
  const permissions = [
    { menuName: 'loans_loansmgr', permissionType: 1 as const, buttons: ['add', 'submit'] },
    { menuName: 'loans_loansmgr', permissionType: 1 as const, buttons: ['submit', 'approve'] },
  ]
  expect(subMenusOf(permissions, menus)).toEqual([
    {
      menuName: 'loans_loansmgr',
      menuId: '4-1',
      permissionType: 1,
      children: [{ menuName: 'loansmgr_add' }, { menuName: 'loansmgr_submit' }, { menuName: 'loansmgr_approve' }],
    },
  ])
})

it('S2 keeps a menu closed that one role forbids', () => {
  const permissions = [
    { menuName: 'loans_loansmgr', permissionType: 0 as const, buttons: [] },
    { menuName: 'loans_loansmgr', permissionType: 1 as const, buttons: ['add'] },
  ]
  expect(subMenusOf(permissions, menus)[0]?.permissionType).toBe(0)
})

it('gives no rights without roles', () => {
  expect(subMenusOf([], menus)).toEqual([])
})
