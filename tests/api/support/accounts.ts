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
  const others = (from: string) => sql.raw(columns.rows.map(({ name }) => `${from}"${name}"`).join())
  const wanted = many.map((rights) => {
    made++
    const permissions = Object.entries(rights).map(([menuName, buttons]) => ({ menuName, permissionType: 1, buttons }))
    return { code: `TEST${made}`, name: `test${made}`, mobile: String(13_900_000_000 + made), permissions }
  })
  // Together, because a test may need one for each right that there is.
  const { rows: users } = await sql<{ id: string; name: string }>`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(code text, name text, mobile text, permissions jsonb)),
    roles as (
      insert into role (role_code, role_name, data_scope, menu_permissions, status, version, created_at, updated_at)
      select code, code, 'ALL', permissions, 'ENABLED', 1, now(), now() from wanted returning id, role_code)
    insert into app_user (user_name, mobile, role_ids, data_scope, status, must_change_pwd, ${others('')})
    select w.name, w.mobile, array[roles.id], 'ALL', 'ENABLED', false, ${others('a.')}
    from wanted as w join roles on roles.role_code = w.code, app_user as a where a.user_name = 'admin'
    returning id, user_name as name`.execute(kysely)
  const ids = new Map(users.map(({ id, name }) => [name, id]))
  const sessions: Session[] = []
  for (const { name } of wanted) {
    const token = await issueToken(kysely, String(ids.get(name)), new Date(platform.clock.now()))
    sessions.push(new Session(platform.guest.address, name, token))
  }
  return sessions
}
