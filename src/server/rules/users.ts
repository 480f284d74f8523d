import { no } from '../../rules/guards'
import type { AppUserRow } from '../generated/appUser'
import { entryOf, refuseLastAdministrator } from './administrators'
import type { Giving } from './giving'
import type { RightsWords } from './rightsWords'
import type { ActionRule, Extensions, RemoveRule, SavedRule, Tools } from '../ruleTypes'

/** Rules of accounts and roles. */
export function userRulesOf(giving: Giving, words: RightsWords) {
  /** Out with the next request: the sessions end in the same transaction. */
  async function shutOut(tools: Tools, user: AppUserRow, how: string): Promise<void> {
    if (user.id === tools.user.id) tools.refuseIf(no('user.self'))
    await giving.refuseAccount(tools, user)
    await refuseLastAdministrator(tools, { gone: user.id, roleIds: user.roleIds })
    await tools.trx.deleteFrom('session_token').where('user_id', '=', user.id).execute()
    tools.securityEvent('lock', `${how} ${user.userName}`)
  }
  const disableUser: ActionRule<'appUser', 'disable'> = (tools, { record }) => shutOut(tools, record, '停用')
  const lockUser: ActionRule<'appUser', 'lock'> = (tools, { record }) => shutOut(tools, record, '锁定')

  /** Whoever lets an account in gives it its rights. */
  async function letIn(tools: Tools, user: AppUserRow, how: string): Promise<void> {
    await giving.refuseAccount(tools, user)
    tools.securityEvent('unlock', `${how} ${user.userName}`)
  }
  const enableUser: ActionRule<'appUser', 'enable'> = (tools, { record }) => letIn(tools, record, '启用')
  const unlockUser: ActionRule<'appUser', 'unlock'> = (tools, { record }) => letIn(tools, record, '解锁')

  function tellRights(tools: Tools, detail: string | undefined): void {
    if (detail !== undefined) tools.securityEvent('rights', detail)
  }

  const savedUser: SavedRule<'appUser'> = async (tools, { record, before }) => {
    await giving.refuseAccountChange(tools, record, before)
    // Who is bound to an enterprise that does not work, works as little as who has not the role.
    if (before && (String(before.roleIds) !== String(record.roleIds) || before.enterpriseId !== record.enterpriseId))
      await refuseLastAdministrator(tools, { roleIds: before.roleIds })
    tellRights(tools, words.account(before, record))
  }

  /** Only an account that never did anything may go; the others are disabled. */
  const removeUser: RemoveRule<'appUser'> = async (tools, { record }) => {
    if (record.id === tools.user.id) tools.refuseIf(no('user.self'))
    await giving.refuseAccount(tools, record)
    const acted = await tools.trx.selectFrom('document_history').select('id').where('operator_id', '=', record.id).limit(1).execute()
    if (acted.length > 0) tools.refuseIf(no('user.in-use'))
    await refuseLastAdministrator(tools, { gone: record.id, roleIds: record.roleIds })
    await tools.trx.deleteFrom('session_token').where('user_id', '=', record.id).execute()
    await tools.trx.deleteFrom('user_preference').where('user_id', '=', record.id).execute()
    await tools.trx.deleteFrom('list_view').where('owner_id', '=', record.id).execute()
    tools.securityEvent('rights', `删除用户 ${record.userName}`)
  }

  /** A role switched off gives nothing, and one switched on may shut the menu. */
  const savedRole: SavedRule<'role'> = async (tools, { record, before }) => {
    // As it was and as it is: neither its code nor its default scope can be taken from, or given to, who has more.
    if (before) await giving.refuseRole(tools, before)
    await giving.refuseRole(tools, record)
    if (before && before.status !== record.status && entryOf(record.menuPermissions)) await refuseLastAdministrator(tools)
    tellRights(tools, words.role(before, record))
  }

  const removeRole: RemoveRule<'role'> = async (tools, { record }) => {
    const users = await tools.find('appUser', { roleIds: record.id })
    if (users.length > 0) tools.refuseIf(no('role.in-use', { count: users.length }))
    await giving.refuseRole(tools, record)
    tools.securityEvent('rights', `删除角色 ${record.roleName}`)
  }

  return {
    action: { disableUser, enableUser, lockUser, unlockUser },
    saved: { savedUser, savedRole },
    remove: { removeUser, removeRole },
  } satisfies {
    [Kind in 'action' | 'saved' | 'remove']: Partial<Extensions[Kind]>
  }
}
