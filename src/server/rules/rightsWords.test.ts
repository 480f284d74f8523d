import { expect, it } from 'vitest'
import { rightsWords } from './rightsWords'

const tree = [
  {
    menuName: 'loans_loansmgr',
    title: '融资管理',
    parents: [],
    buttons: [
      { code: 'add', title: '新增' },
      { code: 'approve', title: '审批' },
    ],
  },
  { menuName: 'base_goodsinf', title: '商品', parents: [], buttons: [] },
] as never
const item = (code: string, title: string) => ({ code, title })
const dictionaries = {
  dataScope: { items: [item('DEPT', '本部门'), item('ALL', '全部')] },
  enableStatus: { items: [item('ENABLED', '启用'), item('DISABLED', '停用')] },
} as never
const words = rightsWords(tree, dictionaries)

const account = {
  userName: 'op02',
  roleIds: ['1'],
  roleNames: ['业务操作员'],
  dataScope: 'DEPT',
  departmentName: '华南业务部',
  enterpriseName: null,
  fundingPartyIds: null,
  fundingPartyNames: null,
}
const role = {
  roleName: '关务',
  dataScope: 'ALL',
  status: 'ENABLED' as const,
  menuPermissions: [{ menuName: 'loans_loansmgr', permissionType: 1 as const, buttons: ['add'] }],
}

it('says what a new account may do', () => {
  expect(words.account(undefined, account)).toBe('用户 op02：角色 业务操作员；数据范围 本部门；部门 华南业务部')
})

it('says what has changed of an account, and nothing where its rights have not', () => {
  expect(words.account(account, { ...account })).toBeUndefined()
  expect(words.account(account, { ...account, roleNames: ['业务操作员', '系统管理员'], dataScope: 'ALL', departmentName: null })).toBe(
    '用户 op02：角色 业务操作员 改为 业务操作员、系统管理员；数据范围 本部门 改为 全部；部门 华南业务部 改为 无',
  )
})

it('says what a role gives more and less, and what it shuts', () => {
  expect(words.role(undefined, role)).toBe('角色 关务：名称 关务；状态 启用；数据范围 全部；增加 融资管理、融资管理·新增')
  expect(words.role(role, { ...role })).toBeUndefined()
  expect(words.role(role, { ...role, status: 'DISABLED' })).toBe('角色 关务：状态 启用 改为 停用')
  const menuPermissions = [
    { menuName: 'loans_loansmgr', permissionType: 1 as const, buttons: ['approve'] },
    { menuName: 'base_goodsinf', permissionType: 0 as const, buttons: [] },
  ]
  expect(words.role(role, { ...role, menuPermissions })).toBe('角色 关务：增加 融资管理·审批、禁入商品；减少 融资管理·新增')
})
