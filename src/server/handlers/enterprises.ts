import { refused } from '../../../engine/server/problem'
import { openPartnerAccount } from '../partnerAccount'
import type { Handler, HandlerContext } from '../rules/types'

/** Products in force; for an enterprise those that the client files of it admit that the user sees. */
export const enterpriseProducts: Handler<'enterpriseProducts'> = async (call) => {
  const { kysely, visible } = call
  const { enterpriseId } = call.query
  const products = visible(
    'product',
    'p',
    kysely
      .selectFrom('product as p')
      .select(['p.id', 'p.product_code', 'p.product_name', 'p.biz_mode', 'p.annual_rate', 'p.term_days'])
      .where('p.status', '=', 'ACTIVE')
      .orderBy('p.id'),
  )
  const rows = await products.execute()
  const admitted = enterpriseId === undefined ? undefined : await admittedProducts(call, enterpriseId)
  return {
    result: rows
      .filter((row) => admitted === undefined || admitted.has(String(row['id'])))
      .map((row) => ({
        id: String(row['id']),
        productCode: row['product_code'],
        productName: row['product_name'],
        bizMode: row['biz_mode'],
        annualRate: row['annual_rate'],
        termDays: row['term_days'],
      })),
  }
}

async function admittedProducts({ kysely, visible }: HandlerContext, enterpriseId: string): Promise<Set<string>> {
  const files = kysely.selectFrom('client as c').select('c.product_ids').where('c.enterprise_id', '=', enterpriseId)
  const clients = await visible('client', 'c', files.where('c.effective_status', '=', 'ACTIVE')).execute()
  return new Set(clients.flatMap((client) => (client['product_ids'] as string[] | null) ?? []).map(String))
}

/** Partner accounts of enterprises that registered themselves, for who sees the enterprise: whoever reviewed it looks for them. */
export const registeredAccounts: Handler<'registeredAccounts'> = async ({ kysely, visible }) => {
  const accounts = kysely
    .selectFrom('enterprise as e')
    .innerJoin('app_user as u', 'u.enterprise_id', 'e.id')
    .select(['e.enterprise_no', 'e.enterprise_name', 'u.user_name', 'u.real_name', 'u.mobile', 'u.status'])
    .where('e.source', '=', 'REGISTER')
    .orderBy('e.id')
  const rows = await visible('enterprise', 'e', accounts).execute()
  return {
    result: rows.map((row) => ({
      enterpriseNo: row['enterprise_no'],
      enterpriseName: row['enterprise_name'],
      userName: row['user_name'],
      realName: row['real_name'],
      mobile: row['mobile'],
      status: row['status'],
    })),
  }
}

export const enterpriseUsers: Handler<'enterpriseUsers'> = async ({ kysely, body, visible }) => {
  const rows = await visible(
    'appUser',
    'u',
    kysely
      .selectFrom('app_user as u')
      .select(['u.id', 'u.user_name', 'u.real_name', 'u.mobile', 'u.email', 'u.last_login_at', 'u.status'])
      .where('u.enterprise_id', '=', body.enterpriseId)
      .orderBy('u.id'),
  ).execute()
  return {
    result: rows.map((row) => ({
      id: String(row['id']),
      userName: row['user_name'],
      realName: row['real_name'],
      mobile: row['mobile'],
      email: row['email'],
      lastLoginAt: row['last_login_at'],
      status: row['status'],
    })),
  }
}

/** Opens the partner administrator's account of an enterprise whose review did not; an admin then sets the first password. */
export const openEnterpriseAccount: Handler<'openEnterpriseAccount'> = async ({ body, tools }) => {
  const enterprise = await tools.load('enterprise', body.enterpriseId, { lock: true })
  if (enterprise.effectiveStatus !== 'ACTIVE') throw refused('只有正常状态的企业可以开立账号')
  const user = await openPartnerAccount(tools, enterprise, enterprise.enterpriseRoles)
  if (!user) throw refused('该企业已有登录账号，或没有可登录的伙伴角色，或联系手机已被使用')
  return { userName: user.userName }
}
