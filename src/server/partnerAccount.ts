import { formats } from '../rules/formats'
import type { AppUser } from './generated/appUser'
import type { Enterprise } from './generated/enterprise'
import type { Tools } from './ruleTypes'

/** Which standard role an enterprise's own administrator gets, by what the enterprise is to the platform. */
const partnerRoles: Record<string, string> = { BORROWER: 'BR', FUNDING: 'FP', WAREHOUSE: 'WH', LOGISTICS: 'LG', TRADE_AGENT: 'TA' }

/**
 * Creates the administrator of a partner enterprise, without a password until an admin sets one. Undefined, and nothing done, when the
 * enterprise has no role that signs in, has an account already, or its contact's mobile cannot be one.
 *
 * The platform opens it, whoever reviews: the rights are those of the standard role and the rows the enterprise's own, and nobody can use it
 * before somebody who may give these rights has set its password.
 */
export async function openPartnerAccount(tools: Tools, enterprise: Enterprise, enterpriseRoles: string[]): Promise<AppUser | undefined> {
  const codes = enterpriseRoles.flatMap((role) => partnerRoles[role] ?? [])
  const mobile = enterprise.contactMobile
  if (codes.length === 0 || formats['mobile']?.test(mobile) !== true) return undefined
  const known = [
    ...(await tools.find('appUser', { enterpriseId: enterprise.id }, { limit: 1 })),
    ...(await tools.find('appUser', { mobile }, { limit: 1 })),
  ]
  if (known.length > 0) return undefined
  const roles = await tools.find('role', { roleCode: codes })
  const funding = codes.includes('FP')
  return tools.system.create('appUser', {
    userName: enterprise.enterpriseNo.toLowerCase(),
    realName: enterprise.contactName,
    mobile,
    enterpriseId: enterprise.id,
    roleIds: roles.map((role) => role.id),
    dataScope: funding ? 'FUNDING' : 'PARTNER',
    fundingPartyIds: funding ? [enterprise.id] : [],
    mustChangePwd: true,
  })
}
