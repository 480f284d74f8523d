/**
 * What a role sees, looked at by who gives roles their rights (issue of acceptance P6). A preview is a second, short token of the same
 * account, bound to the session that asked for it, so that it ends with that session, with the account and with the right to give rights.
 *
 * The page shows the role's menus and buttons. What the server answers is narrower: only reads, only what role and account both may open,
 * and the account's own rows. A role has no rows of its own: its data scope is the default for new users, and means something only together
 * with a person's department, enterprise or funding parties.
 */
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { mayDo, mayOpen, type SubMenu } from '../../../engine/core/permission'
import type { MenuPlan } from '../../../engine/core/plan'
import { bearerToken, userOf } from '../../../engine/server/authorise'
import { unauthorized } from '../../../engine/server/problem'
import { idParameter } from '../../../engine/server/routes/route'
import type { Services } from '../../../engine/server/services'
import { inTransaction } from '../../../engine/server/write/transaction'
import type { Tables } from '../generated/tables'
import { typed } from '../ruleTypes'
import { accountById, type Account } from './account'
import { subMenusOf } from './roleRights'
import { hashOf, newToken, type TokenLimits } from './tokens'

const previewMinutes = 30
const previewMs = previewMinutes * 60_000

/** The right to give roles their rights. */
export const assignPermission = 'userManage_assignPermission'

/** `POST /api/base/role/preview/{id}` answers a token for the role, which is told here and nowhere else. */
export function previewRoutes(app: FastifyInstance, services: Services): void {
  const { clock } = services
  app.post<{ Params: { id: string } }>(
    `/api/base/role/preview/${idParameter}`,
    { config: { permission: assignPermission } },
    async (request) => {
      const user = userOf(request)
      const session = bearerToken(request.headers.authorization)
      if (session === undefined) throw unauthorized()
      const token = newToken()
      const roleName = await inTransaction(services, user, async (untyped) => {
        const tools = typed(untyped)
        const role = await tools.load('role', request.params.id)
        await tools.trx
          .insertInto('role_preview')
          .values({ token_hash: hashOf(token), session_hash: hashOf(session), user_id: user.id, role_id: role.id, created_at: clock.now() })
          .execute()
        await tools.note('role', role.id, 'preview', '预览')
        return role.roleName
      })
      request.log.info({ userId: user.id, roleId: request.params.id }, 'role previewed')
      return { previewToken: token, roleName, until: endOf(clock.now()) }
    },
  )
}

/** The account behind a preview token as it may act, or undefined when the preview, its session or the right to it is over. */
export async function accountOfPreview(
  kysely: Kysely<Tables>,
  token: string,
  menus: MenuPlan[],
  now: Date,
  { lifetimeMs }: TokenLimits,
): Promise<Account | undefined> {
  const found = await kysely
    .selectFrom('role_preview as p')
    .innerJoin('session_token as s', 's.token_hash', 'p.session_hash')
    .innerJoin('role as r', 'r.id', 'p.role_id')
    .select(['p.user_id', 'p.created_at', 's.created_at as session_began', 'r.id', 'r.role_code', 'r.role_name', 'r.menu_permissions'])
    .where('p.token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!found) return undefined
  const age = (since: string): number => now.getTime() - Date.parse(since)
  if (age(found.created_at) > previewMs || age(found.session_began) > lifetimeMs) return undefined
  const account = await accountById(kysely, found.user_id, menus)
  if (!account || !mayDo(account.subMenus, assignPermission)) return undefined
  const role = { id: found.id, code: found.role_code, name: found.role_name }
  const shown = subMenusOf(found.menu_permissions ?? [], menus)
  return {
    ...account,
    subMenus: inBoth(shown, account.subMenus),
    roles: [role],
    readOnly: true,
    shown,
    preview: { roleName: role.name, until: endOf(found.created_at) },
  }
}

/** Ends a preview; another token is left alone. */
export async function endPreview(kysely: Kysely<Tables>, token: string): Promise<void> {
  await kysely.deleteFrom('role_preview').where('token_hash', '=', hashOf(token)).execute()
}

export async function purgePreviews(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - previewMs).toISOString()
  await kysely.deleteFrom('role_preview').where('created_at', '<', before).execute()
}

function inBoth(role: readonly SubMenu[], own: readonly SubMenu[]): SubMenu[] {
  return role
    .filter(({ menuName }) => mayOpen(own, menuName))
    .map((entry) => ({ ...entry, children: (entry.children ?? []).filter(({ menuName }) => mayDo(own, menuName)) }))
}

function endOf(beginning: string): string {
  return new Date(Date.parse(beginning) + previewMs).toISOString()
}
