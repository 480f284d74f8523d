/**
 * Who may call a route. Every route says so in its config; one that does not stops the boot, so that nothing is open by being forgotten.
 * Only the Authorization header authenticates, and the account is looked up for each request, so that a revoked right is gone at once.
 */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { mayDo, mayOpen } from '../core/permission'
import type { ProductPlan } from '../core/plan'
import { forbidden, onlyLooking, passwordFirst, unauthorized } from './problem'
import { callOf } from './securityEvents'
import type { Authenticate, SessionUser } from './session'

/**
 * `open`: anybody; `session`: any signed-in account, for what is its own; a menu name (`<group>_<menu>`): whoever may open that menu; else
 * an action's code (`<menu>_<action>`).
 */
export type RoutePermission = 'open' | 'session' | (string & {})

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RoutePermission
    /** Changes nothing that an account which only looks may not change, though its method is not GET. */
    harmless?: boolean
    /** Of signing in, changing the password and signing out: answered to an account that must change its password too. */
    entry?: boolean
  }
  interface FastifyRequest {
    /** Undefined on open routes without a token. */
    user: SessionUser | undefined
  }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Registers the one hook that decides. It runs before a body is read, so that strangers cannot make the server work. */
export function authorise(app: FastifyInstance, plan: ProductPlan, authenticate: Authenticate): void {
  const menuNames = new Set(Object.values(plan.screens).map((screen) => screen.menuName))
  const menus = new Set(Object.values(plan.screens).map((screen) => screen.menu))

  app.decorateRequest('user', undefined)
  app.addHook('onRoute', (route) => {
    const problem = permissionProblem(route, menuNames, menus)
    if (problem) throw new TypeError(`route ${[route.method].flat().join(',')} ${route.url}: ${problem}`)
  })
  app.addHook('onRequest', async (request) => {
    const { permission, harmless = false, entry = false } = request.routeOptions.config
    // Unknown paths are answered by the handler of unknown paths.
    if (permission === undefined || permission === 'open') return
    const token = bearerToken(request.headers.authorization)
    const user = token === undefined ? undefined : await authenticate(token)
    if (!user) throw unauthorized()
    request.user = { ...user, call: callOf(request) }
    if (user.mustChangePassword && !entry) throw passwordFirst()
    if (user.readOnly && !harmless && !readingMethods.has(request.method)) throw onlyLooking()
    if (permission !== 'session' && !permits(user, permission, menuNames)) throw forbidden(permission)
  })
}

/** Whether an account has a right: a menu's, which `menuNames` holds, or an action's. It is all that a route's permission is asked for. */
export function permits({ subMenus }: Pick<SessionUser, 'subMenus'>, permission: string, menuNames: ReadonlySet<string>): boolean {
  return menuNames.has(permission) ? mayOpen(subMenus, permission) : mayDo(subMenus, permission)
}

/** The account of a request on a route that needs one. */
export function userOf(request: FastifyRequest): SessionUser {
  if (!request.user) throw unauthorized()
  return request.user
}

/** RFC 6750; tokens of any other scheme are none. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/=-]{1,512})$/i.exec(header ?? '')?.[1]
}

function permissionProblem(route: RouteOptions, menuNames: ReadonlySet<string>, menus: ReadonlySet<string>): string | undefined {
  const permission = route.config?.permission
  if (permission === undefined) return 'no permission in its config'
  if (permission === 'open' || permission === 'session') return undefined
  const isCode = menus.has(permission.slice(0, permission.indexOf('_')))
  if (menuNames.has(permission)) return isCode ? `permission ${permission} is both a menu name and an action's code` : undefined
  return isCode ? undefined : `permission ${permission} belongs to no menu`
}
