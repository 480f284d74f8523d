import type { ActionRule, RemoveRule } from '../../../engine/server/extensions'
import { no } from '../../rules/guards'

/** A disabled user is out with the next request: the sessions end in the same transaction. */
export const disableUser: ActionRule = async (tools, { record }) => {
  if (record.id === tools.user.id) tools.refuseIf(no('user.self'))
  await tools.trx.deleteFrom('session_token').where('user_id', '=', record.id).execute()
}

/** Only an account that never did anything may go; the others are disabled. */
export const removeUser: RemoveRule = async (tools, { record }) => {
  if (record.id === tools.user.id) tools.refuseIf(no('user.self'))
  const acted = await tools.trx.selectFrom('document_history').select('id').where('operator_id', '=', record.id).limit(1).execute()
  if (acted.length > 0) tools.refuseIf(no('user.in-use'))
  await tools.trx.deleteFrom('session_token').where('user_id', '=', record.id).execute()
  await tools.trx.deleteFrom('user_preference').where('user_id', '=', record.id).execute()
}

export const removeRole: RemoveRule = async (tools, { record }) => {
  const users = await tools.find('appUser', { roleIds: record.id })
  if (users.length > 0) tools.refuseIf(no('role.in-use', { count: users.length }))
}
