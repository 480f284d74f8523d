import { insertRows } from '../../seed/insertRows'
import type { MenuPermission } from '../../session/roleRights'
import { hashPassword } from '../../session/password'
import type { AppUserState } from '../../generated/appUser'
import { typed } from '../../ruleTypes'
import type { World } from '../world'

const headquarters = { name: 'HQ', code: '01', title: '总部' }
const branches = [
  { name: 'EAST', code: '0101', title: '华东业务部' },
  { name: 'SOUTH', code: '0102', title: '华南业务部' },
  { name: 'RISK', code: '0103', title: '风控部' },
  { name: 'FINANCE', code: '0104', title: '财务部' },
  { name: 'CUSTOMS', code: '0105', title: '关务部' },
]

interface DemoAccount {
  userName: string
  realName: string
  roles: string[]
  scope: string
  department?: string
  enterprise?: string
  status?: AppUserState
}

/** The accounts of domain 80, H.3, in two parts: partners need their enterprise first. */
const staff: DemoAccount[] = [
  { userName: 'admin', realName: '系统管理员', roles: ['AD'], scope: 'ALL', department: 'HQ' },
  { userName: 'op01', realName: '林晓', roles: ['OP'], scope: 'DEPT', department: 'EAST' },
  { userName: 'op02', realName: '周扬', roles: ['OP'], scope: 'DEPT', department: 'SOUTH' },
  { userName: 'bm01', realName: '陈立', roles: ['BM'], scope: 'DEPT_TREE', department: 'HQ' },
  { userName: 'rk01', realName: '许静', roles: ['RK'], scope: 'ALL', department: 'RISK' },
  { userName: 'fn01', realName: '赵敏', roles: ['FN'], scope: 'ALL', department: 'FINANCE' },
  { userName: 'fm01', realName: '吴刚', roles: ['FM'], scope: 'ALL', department: 'FINANCE' },
  { userName: 'cu01', realName: '孙悦', roles: ['CU'], scope: 'ALL', department: 'CUSTOMS' },
  { userName: 'au01', realName: '审计员', roles: ['AU'], scope: 'ALL', department: 'HQ' },
  { userName: 'multi01', realName: '全能测试', roles: ['OP', 'BM', 'RK', 'FN', 'FM'], scope: 'ALL', department: 'HQ' },
  { userName: 'nomenu01', realName: '无菜单用户', roles: [], scope: 'SELF', department: 'HQ' },
  { userName: 'blocked01', realName: '禁入用户', roles: ['OP', 'BLOCKED'], scope: 'DEPT', department: 'EAST' },
  // Locked by an administrator; wrong passwords only slow an account down.
  { userName: 'locked01', realName: '锁定用户', roles: ['OP'], scope: 'DEPT', department: 'EAST', status: 'LOCKED' },
]

const partners: DemoAccount[] = [
  { userName: 'fp01', realName: '资金方专员', roles: ['FP'], scope: 'FUNDING', enterprise: '甲行' },
  { userName: 'wh01', realName: '仓管一', roles: ['WH'], scope: 'PARTNER', enterprise: '演示仓储一' },
  { userName: 'wh02', realName: '仓管二', roles: ['WH'], scope: 'PARTNER', enterprise: '演示仓储二' },
  { userName: 'br01', realName: '客户经办', roles: ['BR'], scope: 'PARTNER', enterprise: '演示乳品' },
  { userName: 'lg01', realName: '物流调度', roles: ['LG'], scope: 'PARTNER', enterprise: '演示物流' },
  { userName: 'ta01', realName: '代理报关', roles: ['TA'], scope: 'PARTNER', enterprise: '演示贸易代理' },
]

/** A menu that blocked01 may not open although its other role has it (domain 70, S32). */
const blockedMenu: MenuPermission = { menuName: 'base_exchangerate', permissionType: 0, buttons: [] }

export async function makeDepartments({ office, names }: World): Promise<void> {
  await office.system.write(async (context) => {
    const [root = ''] = await insertRows(context, 'department', [departmentRow(headquarters, null, 1)])
    const ids = await insertRows(
      context,
      'department',
      branches.map((department, index) => departmentRow(department, root, index + 2)),
    )
    names.remember('department', headquarters.name, root)
    branches.forEach(({ name }, index) => names.remember('department', name, ids[index] ?? ''))
  })
}

function departmentRow(department: typeof headquarters, parentId: string | null, seq: number) {
  return { values: { departmentCode: department.code, departmentName: department.title, parentId, seq } }
}

export async function makeStaff(world: World, password: string): Promise<void> {
  await world.office.system.write((context) =>
    insertRows(context, 'role', [
      {
        values: {
          roleCode: 'BLOCKED',
          roleName: '禁入样例',
          dataScope: 'DEPT',
          menuPermissions: [blockedMenu],
          remark: '演示：一个菜单被禁止进入',
        },
      },
    ]),
  )
  await makeAccounts(world, staff, 1, password)
}

export async function makePartners(world: World, password: string): Promise<void> {
  await makeAccounts(world, partners, staff.length + 1, password)
}

/** Written in bulk, because a page opens accounts without a password. `first` is the running number of the first one. */
async function makeAccounts({ office, names }: World, accounts: DemoAccount[], first: number, password: string): Promise<void> {
  // One for all of them; of the usual cost, or a wrong password would be refused sooner than an unknown name.
  const passwordHash = await hashPassword(password)
  const desk = first === 1 ? office.system : await office.as('admin')
  await desk.write(async (context) => {
    const roles = new Map((await typed(context.tools).find('role', {})).map((role) => [role.roleCode, role.id]))
    const rows = accounts.map(({ userName, realName, roles: codes, scope, department, enterprise, status }, index) => ({
      values: {
        userName,
        realName,
        // Numbers that begin with 10 belong to no one.
        mobile: `1000000${String(first + index).padStart(4, '0')}`,
        email: `${userName}@demo.example`,
        passwordHash,
        roleIds: codes.flatMap((code) => roles.get(code) ?? []),
        dataScope: scope,
        departmentId: department === undefined ? null : names.id('department', department),
        enterpriseId: enterprise === undefined ? null : names.id('enterprise', enterprise),
        fundingPartyIds: scope === 'FUNDING' && enterprise !== undefined ? [names.id('enterprise', enterprise)] : [],
        mustChangePwd: false,
        status,
      },
    }))
    const ids = await insertRows(context, 'appUser', rows)
    accounts.forEach(({ userName }, index) => names.remember('appUser', userName, ids[index] ?? ''))
  })
}
