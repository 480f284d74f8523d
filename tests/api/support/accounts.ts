import { sql } from 'kysely'
import { issueToken } from '../../../src/server/session/tokens'
import { permissionTreeOf } from '../../../src/server/permissionTree'
import type { ProductPlan } from '../../../engine/core/plan'
import { Session } from './client'
import type { Platform } from './platform'

/** Menu name → codes of its buttons. */
export type Rights = Readonly<Record<string, readonly string[]>>

/** Every right that can be given. */
export function everyRight(plan: ProductPlan): Rights {
  return Object.fromEntries(permissionTreeOf(plan).map(({ menuName, buttons }) => [menuName, buttons.map(({ code }) => code)]))
}

let made = 0

/** Accounts that see all rows, each with a role of its own that gives just these rights; signed in. */
export async function accountsWith(platform: Platform, many: readonly Rights[]): Promise<Session[]> {
  const { kysely } = platform.database
  const columns = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass('app_user') and attnum > 0 and not attisdropped
      and attname <> all(array['id', 'user_name', 'mobile', 'role_ids', 'data_scope', 'status', 'must_change_pwd'])`.execute(kysely)
  const others = sql.raw(columns.rows.map(({ name }) => `"${name}"`).join())
  const sessions: Session[] = []
  for (const rights of many) {
    made++
    const code = `TEST${made}`
    const permissions = Object.entries(rights).map(([menuName, buttons]) => ({ menuName, permissionType: 1, buttons }))
    const { rows: roles } = await sql<{ id: string }>`
      insert into role (role_code, role_name, data_scope, menu_permissions, status, version, created_at, updated_at)
      values (${code}, ${code}, 'ALL', ${JSON.stringify(permissions)}, 'ENABLED', 1, now(), now()) returning id`.execute(kysely)
    const { rows: users } = await sql<{ id: string }>`
      insert into app_user (user_name, mobile, role_ids, data_scope, status, must_change_pwd, ${others})
      select ${code.toLowerCase()}, ${String(13_900_000_000 + made)}, array[${roles[0]?.id}::bigint], 'ALL', 'ENABLED', false, ${others}
      from app_user where user_name = 'admin' returning id`.execute(kysely)
    const token = await issueToken(kysely, String(users[0]?.id), new Date(platform.clock.now()))
    sessions.push(new Session(platform.guest.address, code.toLowerCase(), token))
  }
  return sessions
}
