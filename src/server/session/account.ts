import { sql, type Expression, type InferResult, type Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { SubMenu } from '../../../engine/core/permission'
import type { MenuPlan } from '../../../engine/core/plan'
import type { SessionUser } from '../../../engine/server/session'
import type { AppUserState } from '../generated/appUser'
import type { Tables } from '../generated/tables'
import { roleRights, roleState } from './roleRights'

/** A user with everything that decides what they may do; read anew for each request, so that a change acts at once. */
export interface Account extends SessionUser {
  userName: string
  status: AppUserState
  passwordHash: string
  mustChangePassword: boolean
  departmentId?: string
  enterpriseId?: string
  /** The partner enterprise is frozen or cancelled: its people cannot work (domain 40, enterpriseStatus.freeze). */
  enterpriseInactive: boolean
  fundingPartyIds: string[]
  roles: { id: string; code: string; name: string }[]
  /** The account looks at the product as a role sees it. */
  preview?: Preview
}

export interface Preview {
  roleName: string
  /** ISO 8601. */
  until: string
}

const columns = [
  'u.id',
  'u.user_name',
  'u.real_name',
  'u.status',
  'u.password_hash',
  'u.must_change_pwd',
  'u.department_id',
  'u.enterprise_id',
  'u.funding_party_ids',
  'u.data_scope',
] as const

/** Accounts with all that decides what they may do but the rights of their roles: it is asked before every request. `toAccount` reads its rows. */
export function accounts(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('app_user as u')
    .leftJoin('enterprise as e', 'e.id', 'u.enterprise_id')
    .select(columns)
    .select('e.effective_status')
    .select((row) => [
      jsonArrayFrom(
        row
          .selectFrom('role as r')
          .select((role) => [sql<string>`${role.ref('r.id')}::text`.as('id'), 'r.role_code', 'r.role_name', roleState.as('state')])
          .where('r.id', '=', row.fn.any('u.role_ids'))
          .where('r.status', '=', sql.lit('ENABLED'))
          .orderBy('r.id'),
      ).as('roles'),
      sql<string[] | null>`case when ${row.ref('u.data_scope')} = 'DEPT_TREE'
        then array(${departmentTree(kysely, row.ref('u.department_id'))}) end`.as('departments'),
    ])
}

type AccountRow = InferResult<ReturnType<typeof accounts>>[number]

export async function accountById(kysely: Kysely<Tables>, id: string, menus: MenuPlan[]): Promise<Account | undefined> {
  const row = await accounts(kysely).where('u.id', '=', id).executeTakeFirst()
  return row && toAccount(row, await roleRights(kysely, menus)(row.roles))
}

type Accounts = ReturnType<typeof accounts>

/** @param narrowed leaves those that the asking account may see; without it every account is found */
export async function accountByName(
  kysely: Kysely<Tables>,
  userName: string,
  menus: MenuPlan[],
  narrowed: (query: Accounts) => Accounts = (query) => query,
): Promise<Account | undefined> {
  const row = await narrowed(accounts(kysely).where('u.user_name', '=', userName)).executeTakeFirst()
  return row && toAccount(row, await roleRights(kysely, menus)(row.roles))
}

/** What signing in asks about a name, in one query, so that the time of the response does not tell what became of it. */
export async function credentialsOf(
  kysely: Kysely<Tables>,
  userName: string,
): Promise<{ id: string; passwordHash: string; usable: boolean } | undefined> {
  const row = await kysely
    .selectFrom('app_user as u')
    .leftJoin('enterprise as e', 'e.id', 'u.enterprise_id')
    .select(['u.id', 'u.password_hash', 'u.status', 'u.enterprise_id', 'e.effective_status'])
    .where('u.user_name', '=', userName)
    .executeTakeFirst()
  if (!row) return undefined
  const enterpriseInactive = row.enterprise_id !== null && row.effective_status !== 'ACTIVE'
  return { id: row.id, passwordHash: row.password_hash ?? '', usable: mayWork({ status: row.status, enterpriseInactive }) }
}

/** Whether the account may do anything at all now. */
export function mayWork({ status, enterpriseInactive }: Pick<Account, 'status' | 'enterpriseInactive'>): boolean {
  return status === 'ENABLED' && !enterpriseInactive
}

/** @param subMenus what the roles of the row give */
export function toAccount(row: AccountRow, subMenus: readonly SubMenu[]): Account {
  const account = {
    id: row.id,
    name: row.real_name,
    userName: row.user_name,
    status: row.status,
    passwordHash: row.password_hash ?? '',
    mustChangePassword: row.must_change_pwd,
    enterpriseInactive: row.enterprise_id !== null && row.effective_status !== 'ACTIVE',
    fundingPartyIds: row.funding_party_ids ?? [],
    roles: row.roles.map((role) => ({ id: role.id, code: role.role_code, name: role.role_name })),
    subMenus,
    departmentId: row.department_id ?? undefined,
    enterpriseId: row.enterprise_id ?? undefined,
    outside: partnerOf(row),
  }
  return { ...account, scope: scopeOf(account, row.data_scope, row.departments ?? []) }
}

/** Whose account it is, when it is a partner's. One that is bound to no partner is nobody's, and sees nothing internal either. */
function partnerOf({
  enterprise_id: enterpriseId,
  data_scope: dataScope,
}: Pick<AccountRow, 'enterprise_id' | 'data_scope'>): string | undefined {
  return enterpriseId ?? (dataScope === 'PARTNER' || dataScope === 'FUNDING' ? nobody : undefined)
}

/** In place of the ids of a dimension: no row is anybody's of this id. */
export const nobody = '0'

/**
 * Whose rows the account sees: by data scope, and by funding parties when it is bound to some (domain conventions, 数据归属).
 * @param departments its own and all under it, where it sees those
 */
export function scopeOf(
  account: Pick<Account, 'id' | 'departmentId' | 'enterpriseId' | 'fundingPartyIds'>,
  dataScope: string,
  departments: string[],
): SessionUser['scope'] {
  const { id, departmentId, enterpriseId, fundingPartyIds } = account
  // A bound account without its binding sees nothing rather than everything.
  const none = [nobody]
  const funding: SessionUser['scope'] = fundingPartyIds.length > 0 ? { fundingParty: fundingPartyIds } : {}
  switch (dataScope) {
    case 'ALL':
      return funding
    case 'DEPT':
      return { ...funding, department: departmentId ? [departmentId] : none }
    case 'DEPT_TREE':
      return { ...funding, department: departments.length > 0 ? departments : none }
    case 'FUNDING':
      return { fundingParty: fundingPartyIds.length > 0 ? fundingPartyIds : enterpriseId ? [enterpriseId] : none }
    case 'PARTNER':
      return { enterprise: enterpriseId ? [enterpriseId] : none }
    default:
      return { ...funding, owner: [id] }
  }
}

/** A department and all under it. */
export async function departmentsBelow(kysely: Kysely<Tables>, id: string): Promise<string[]> {
  const rows = await departmentTree(kysely, sql.val(id)).execute()
  return rows.map((row) => row.id)
}

function departmentTree(kysely: Kysely<Tables>, root: Expression<string | null>) {
  return kysely
    .withRecursive('below', (tables) =>
      tables
        .selectFrom('department')
        .select('id')
        .where('id', '=', root)
        .union(tables.selectFrom('department as child').innerJoin('below', 'below.id', 'child.parent_id').select('child.id')),
    )
    .selectFrom('below')
    .select('id')
}
