import { refused } from '../../../engine/server/problem'
import { accountColumns } from '../accountColumns'
import { openPartnerAccount } from '../partnerAccount'
import type { Handler, HandlerContext } from '../ruleTypes'

/** Products in force; for an enterprise those that the client files of it admit that the user sees. */
export const enterpriseProducts: Handler<'enterpriseProducts'> = async (call) => {
  const { kysely, visible } = call
  const { enterpriseId } = call.query
  const inForce = kysely
    .selectFrom('product as p')
    .select([
      'p.id',
      'p.product_code as productCode',
      'p.product_name as productName',
      'p.biz_mode as bizMode',
      'p.annual_rate as annualRate',
      'p.term_days as termDays',
    ])
    .where('p.status', '=', 'ACTIVE')
    .orderBy('p.id')
  const products = await visible('product', 'p', inForce).execute()
  if (enterpriseId === undefined) return { result: products }
  const admitted = await admittedProducts(call, enterpriseId)
  return { result: products.filter(({ id }) => admitted.has(id)) }
}

async function admittedProducts({ kysely, visible }: HandlerContext, enterpriseId: string): Promise<Set<string>> {
  const files = kysely.selectFrom('client as c').select('c.product_ids').where('c.enterprise_id', '=', enterpriseId)
  const clients = await visible('client', 'c', files.where('c.effective_status', '=', 'ACTIVE')).execute()
  return new Set(clients.flatMap((client) => client.product_ids ?? []))
}

/** Accounts in use that the user sees, of an enterprise or in a currency; the usual ones first. */
export const enterpriseAccounts: Handler<'enterpriseAccounts'> = async ({ kysely, query, visible }) => {
  const { enterpriseId, currency } = query
  let accounts = kysely
    .selectFrom('ent_account as a')
    .innerJoin('enterprise as e', 'e.id', 'a.enterprise_id')
    .select([
      'a.id',
      'a.enterprise_id as enterpriseId',
      'e.enterprise_name as enterpriseName',
      'a.account_name as accountName',
      'a.account_no as accountNo',
      'a.bank_name as bankName',
      'a.bank_branch as bankBranch',
      'a.bank_code as bankCode',
      'a.swift_code as swiftCode',
      'a.currency',
      'a.account_type as accountType',
      'a.is_default as isDefault',
    ])
    .where('a.status', '=', 'ENABLED')
    .orderBy('a.is_default', 'desc')
    .orderBy('a.id')
  if (enterpriseId !== undefined) accounts = accounts.where('a.enterprise_id', '=', enterpriseId)
  if (currency !== undefined) accounts = accounts.where('a.currency', '=', currency)
  return { result: await visible('entAccount', 'a', accounts).execute() }
}

/** Partner accounts of enterprises that registered themselves, for who sees the enterprise: whoever reviewed it looks for them. */
export const registeredAccounts: Handler<'registeredAccounts'> = async ({ kysely, visible }) => {
  const accounts = kysely
    .selectFrom('enterprise as e')
    .innerJoin('app_user as u', 'u.enterprise_id', 'e.id')
    .select([
      'e.enterprise_no as enterpriseNo',
      'e.enterprise_name as enterpriseName',
      'u.user_name as userName',
      'u.real_name as realName',
      'u.mobile',
      'u.status',
    ])
    .where('e.source', '=', 'REGISTER')
    .orderBy('e.id')
  return { result: await visible('enterprise', 'e', accounts).execute() }
}

export const enterpriseUsers: Handler<'enterpriseUsers'> = async ({ kysely, body, visible }) => {
  const users = kysely
    .selectFrom('app_user as u')
    .select([...accountColumns, 'u.last_login_at as lastLoginAt', 'u.status'])
    .where('u.enterprise_id', '=', body.enterpriseId)
    .orderBy('u.id')
  return { result: await visible('appUser', 'u', users).execute() }
}

/** Opens the partner administrator's account of an enterprise whose review did not; an admin then sets the first password. */
export const openEnterpriseAccount: Handler<'openEnterpriseAccount'> = async ({ body, tools }) => {
  const enterprise = await tools.load('enterprise', body.enterpriseId, { lock: true })
  if (enterprise.effectiveStatus !== 'ACTIVE') throw refused('只有正常状态的企业可以开立账号')
  const user = await openPartnerAccount(tools, enterprise, enterprise.enterpriseRoles)
  if (!user) throw refused('该企业已有登录账号，或没有可登录的伙伴角色，或联系手机已被使用')
  return { userName: user.userName }
}
