import { expect, it } from 'vitest'
import { rightsOf } from '../../../engine/core/rights'
import { withButtonList } from './buttonList'

const subMenus = [
  { menuName: 'loans_loansmgr', menuId: '3-1', permissionType: 1, children: [{ menuName: 'loansmgr_view' }, { menuName: 'loansmgr_add' }] },
  { menuName: 'loans_stockin', menuId: '3-2', permissionType: 1, children: [{ menuName: 'stockin_view' }] },
  { menuName: 'base_goodsinf', menuId: '1-2', permissionType: 1, children: [{ menuName: 'goodsinf_add' }] },
]
const rights = rightsOf(subMenus, '7')

it('P3 hides what the list of the parent does not name, in its permission group', () => {
  const { can, userId } = withButtonList(rights, { permissionGroup: 'loans', buttons: ['loansmgr_view'] }, subMenus)
  expect(['loansmgr_view', 'loansmgr_add', 'stockin_view'].map(can)).toEqual([true, false, false])
  expect(can('goodsinf_add')).toBe(true)
  expect(userId).toBe('7')
})

it('P3 gives nothing that the account has not', () => {
  const { can } = withButtonList(rights, { permissionGroup: 'loans', buttons: ['loansmgr_approve', 'goodsinf_delete'] }, subMenus)
  expect(['loansmgr_approve', 'goodsinf_delete'].map(can)).toEqual([false, false])
})

it('leaves the rights alone without a list', () => {
  expect(withButtonList(rights, undefined, subMenus)).toBe(rights)
})
