import { no } from '../../rules/guards'
import { entryOf, refuseLastAdministrator } from './administrators'
import type { Giving } from './giving'
import type { ActionRule, Extensions, RemoveRule, SavedRule } from './types'

/** Rules of accounts and roles. */
export function userRulesOf(giving: Giving) {
  /** A disabled user is out with the next request: the sessions end in the same transaction. */
  const disableUser: ActionRule<'appUser', 'disable'> = async (tools, { record }) => {
    if (record.id === tools.user.id) tools.refuseIf(no('user.self'))
    await giving.refuseAccount(tools, record)
    await refuseLastAdministrator(tools, { gone: record.id, roleIds: record.roleIds })
    await tools.trx.deleteFrom('session_token').where('user_id', '=', record.id).execute()
  }

  /** Whoever lets an account in gives it its rights. */
  const enableUser: ActionRule<'appUser', 'enable'> = (tools, { record }) => giving.refuseAccount(tools, record)
  const unlockUser: ActionRule<'appUser', 'unlock'> = (tools, { record }) => giving.refuseAccount(tools, record)

  const savedUser: SavedRule<'appUser'> = async (tools, { record, before }) => {
    await giving.refuseAccountChange(tools, record, before)
    // Who is bound to an enterprise that does not work, works as little as who has not the role.
    if (before && (String(before.roleIds) !== String(record.roleIds) || before.enterpriseId !== record.enterpriseId))
      await refuseLastAdministrator(tools, { roleIds: before.roleIds })
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
  }

  /** A role switched off gives nothing, and one switched on may shut the menu. */
  const savedRole: SavedRule<'role'> = async (tools, { record, before }) => {
    // As it was and as it is: neither its code nor its default scope can be taken from, or given to, who has more.
    if (before) await giving.refuseRole(tools, before)
    await giving.refuseRole(tools, record)
    if (before && before.status !== record.status && entryOf(record.menuPermissions)) await refuseLastAdministrator(tools)
  }

  const removeRole: RemoveRule<'role'> = async (tools, { record }) => {
    const users = await tools.find('appUser', { roleIds: record.id })
    if (users.length > 0) tools.refuseIf(no('role.in-use', { count: users.length }))
    await giving.refuseRole(tools, record)
  }

  return {
    action: { disableUser, enableUser, unlockUser },
    saved: { savedUser, savedRole },
    remove: { removeUser, removeRole },
  } satisfies {
    [Kind in 'action' | 'saved' | 'remove']: Partial<Extensions[Kind]>
  }
}
