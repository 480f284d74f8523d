import { no } from '../../rules/guards'
import { entryOf, refuseLastAdministrator } from './administrators'
import type { ActionRule, RemoveRule, SavedRule } from './types'

/** A disabled user is out with the next request: the sessions end in the same transaction. */
export const disableUser: ActionRule<'appUser', 'disable'> = async (tools, { record }) => {
  if (record.id === tools.user.id) tools.refuseIf(no('user.self'))
  await refuseLastAdministrator(tools, { gone: record.id, roleIds: record.roleIds })
  await tools.trx.deleteFrom('session_token').where('user_id', '=', record.id).execute()
}

export const savedUser: SavedRule<'appUser'> = async (tools, { record, before }) => {
  if (!before || String(before.roleIds) === String(record.roleIds)) return
  await refuseLastAdministrator(tools, { roleIds: before.roleIds })
}

/** Only an account that never did anything may go; the others are disabled. */
export const removeUser: RemoveRule<'appUser'> = async (tools, { record }) => {
  if (record.id === tools.user.id) tools.refuseIf(no('user.self'))
  const acted = await tools.trx.selectFrom('document_history').select('id').where('operator_id', '=', record.id).limit(1).execute()
  if (acted.length > 0) tools.refuseIf(no('user.in-use'))
  await refuseLastAdministrator(tools, { gone: record.id, roleIds: record.roleIds })
  await tools.trx.deleteFrom('session_token').where('user_id', '=', record.id).execute()
  await tools.trx.deleteFrom('user_preference').where('user_id', '=', record.id).execute()
}

/** A role switched off gives nothing, and one switched on may shut the menu. */
export const savedRole: SavedRule<'role'> = async (tools, { record, before }) => {
  if (before && before.status !== record.status && entryOf(record.menuPermissions)) await refuseLastAdministrator(tools)
}

export const removeRole: RemoveRule<'role'> = async (tools, { record }) => {
  const users = await tools.find('appUser', { roleIds: record.id })
  if (users.length > 0) tools.refuseIf(no('role.in-use', { count: users.length }))
}
