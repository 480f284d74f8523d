import type { SelectExpression } from 'kysely'
import type { Tables } from './generated/tables'

/** Who has an account and how to reach them, of `app_user as u`, as pages know it. */
export const accountColumns = [
  'u.id',
  'u.user_name as userName',
  'u.real_name as realName',
  'u.mobile',
  'u.email',
] as const satisfies SelectExpression<{ u: Tables['app_user'] }, 'u'>[]
