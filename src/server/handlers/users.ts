import { mayDo } from '../../../engine/core/permission'
import type { ProductPlan } from '../../../engine/core/plan'
import { fieldProblem, forbidden, invalid, refused } from '../../../engine/server/problem'
import { refuseStale } from '../../../engine/server/record/guards'
import type { Giving } from '../rules/giving'
import type { Handler, HandlerCall } from '../ruleTypes'
import { forgetAttempts } from '../session/attempts'
import { hashPassword, weakness } from '../session/password'
import { loadSeen } from './loadSeen'

type Plans = Pick<ProductPlan, 'entities'>

/**
 * A user the caller may see, by id, as the caller has seen it.
 * @throws HttpProblem 404, the same for one that is absent or invisible; 409 for one that somebody has changed since
 */
async function seenUser({ entities }: Plans, call: HandlerCall<'setUserStatus' | 'resetUserPassword'>) {
  const user = await loadSeen(call, 'appUser', call.params.id, { lock: true })
  if (entities['appUser']) refuseStale(entities['appUser'], { ...user }, call.body.version)
  return user
}

/** Numbers of users by status, department and enterprise. */
export const userSummary: Handler<'userSummary'> = async ({ kysely, visible }) => {
  const rows = await visible(
    'appUser',
    'u',
    kysely
      .selectFrom('app_user as u')
      .leftJoin('department as d', 'd.id', 'u.department_id')
      .leftJoin('enterprise as e', 'e.id', 'u.enterprise_id')
      .select(['d.department_name', 'e.enterprise_name', 'u.status']),
  ).execute()
  const countBy = (column: 'status' | 'department_name' | 'enterprise_name') =>
    rows.reduce<Record<string, number>>((counts, row) => {
      const name = row[column]
      return name === null ? counts : { ...counts, [name]: (counts[name] ?? 0) + 1 }
    }, {})
  return {
    total: rows.length,
    byStatus: countBy('status'),
    byDepartment: countBy('department_name'),
    byEnterprise: countBy('enterprise_name'),
  }
}

/**
 * The specification's spelling of enable, disable and unlock: the entity's own actions do the work, with their rules. Each needs the right
 * to its button; the endpoint itself cannot know which of them is meant.
 */
export const setUserStatus =
  (plan: Plans): Handler<'setUserStatus'> =>
  async (call) => {
    const wanted = call.body.status
    const may = (action: string): boolean => mayDo(call.user?.subMenus, `userManage_${action}`)
    const meant = wanted === 'DISABLED' ? ['disable'] : ['enable', 'unlock']
    if (!meant.some(may)) throw forbidden(meant.map((action) => `userManage_${action}`).join(' or '))
    const user = await seenUser(plan, call)
    const action = wanted === 'DISABLED' ? 'disable' : user.status === 'LOCKED' ? 'unlock' : 'enable'
    if (!may(action)) throw forbidden(`userManage_${action}`)
    if (user.status === wanted) return {}
    await call.tools.perform('appUser', user.id, action)
    return {}
  }

/**
 * Sets a temporary password that its owner must change; whoever is signed in with the old one is out. Whoever sets it could use the account, so he
 * must be allowed to give its rights.
 */
export function resetUserPassword(
  plan: Plans,
  giving: Pick<Giving, 'refuseAccount'>,
  refusedPasswords: readonly string[],
): Handler<'resetUserPassword'> {
  return async (call) => {
    const user = await seenUser(plan, call)
    const password = call.body.newPassword
    const weak = await weakness(password, user.userName, refusedPasswords)
    if (weak !== undefined) throw invalid([fieldProblem('newPassword', 'check', weak)])
    if (user.id === call.tools.user.id) throw refused('请在右上角“修改密码”中修改自己的密码')
    await giving.refuseAccount(call.tools, user)
    await call.tools.set('appUser', user.id, { passwordHash: await hashPassword(password), mustChangePwd: true })
    await forgetAttempts(call.tools.trx, user.userName)
    await call.tools.trx.deleteFrom('session_token').where('user_id', '=', user.id).execute()
    await call.tools.note('appUser', user.id, 'resetPwd', '重置密码')
    call.tools.securityEvent('password', `重置 ${user.userName} 的密码`)
    return {}
  }
}
