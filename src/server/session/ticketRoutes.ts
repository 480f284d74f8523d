/** How a user gets from one program of the house to another without a token in the address (acceptance L3, R10, C1). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayOpen } from '../../../engine/core/permission'
import { bearerToken, userOf } from '../../../engine/server/authorise'
import { forbidden, notFound, refused } from '../../../engine/server/problem'
import { limitRequests } from '../../../engine/server/requestLimit'
import { callOf, type SecurityEvent } from '../../../engine/server/securityEvents'
import type { Services } from '../../../engine/server/services'
import type { Authenticate } from '../../../engine/server/session'
import type { Config } from '../config'
import { accountById, mayWork } from './account'
import { bindTicket, issueTicket, takeTicket, ticketAccompanies, ticketLifetimeMs } from './tickets'
import { issueToken } from './tokens'

/** From one address; nobody opens this many windows. */
const redeemings = { name: 'ticket', max: 60, minutes: 1 }

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const body = (properties: Record<string, object>) => ({
  body: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
})

export function ticketRoutes(
  app: FastifyInstance,
  { database, clock, plan, log, securityEvents }: Services,
  { subApps, subAppsTest }: Pick<Config, 'subApps' | 'subAppsTest'>,
  authenticate: Authenticate,
): void {
  const { kysely } = database
  const now = () => new Date(clock.now())
  const tell = (request: FastifyRequest, kind: string, user: SecurityEvent['user']): void =>
    securityEvents?.record({ kind, user, call: callOf(request), detail: '通过登录链接' })

  /** A ticket for one entry of the menu and the application that it opens in. `accessToken` is what the old platform calls it. */
  app.post<{ Body: { path: string; origin: string } }>(
    '/api/keju/token',
    { schema: body({ path: text(200), origin: text(200) }), config: { permission: 'session' } },
    async (request) => {
      const user = userOf(request)
      const { path, origin } = request.body
      const menu = plan.menus.find((entry) => entry.router === path && entry.externalApp !== undefined)
      // A ticket goes to nobody but the applications of the configuration.
      const origins = menu?.externalApp === undefined ? [] : [subApps[menu.externalApp], subAppsTest[menu.externalApp]]
      if (!menu?.menuName || !origins.includes(origin)) throw notFound()
      if (!mayOpen(user.subMenus, menu.menuName)) throw forbidden(menu.menuName)
      return { accessToken: await issueTicket(kysely, { userId: user.id, path, origin }, now()), expiresIn: ticketLifetimeMs / 1000 }
    },
  )

  /**
   * Redeems a ticket for a session of its own. Asked by the page that the ticket has opened, or by that application's server, with the
   * application's origin in the Origin header. Whatever is wrong with the ticket, the answer is the same.
   */
  app.post<{ Body: { ticket: string; path: string } }>(
    '/api/keju/ticket',
    {
      schema: body({ ticket: text(100), path: text(200) }),
      config: { permission: 'open' },
      onRequest: limitRequests(database, redeemings),
    },
    async (request) => {
      const { ticket, path } = request.body
      const target = await takeTicket(kysely, ticket, now())
      if (!target || target.path !== path || target.origin !== request.headers.origin) {
        log.info({ known: target !== undefined, origin: request.headers.origin }, 'ticket refused')
        tell(request, 'signInRefused', target && { id: target.userId })
        throw refused(useless)
      }
      const present = await userOfBearer(request)
      // A link must not put another user in the place of who is signed in.
      if (present !== undefined && present !== target.userId) throw refused(anotherUser)
      const account = await accountById(kysely, target.userId, plan.menus)
      if (!account || !mayWork(account)) {
        tell(request, 'signInRefused', account ?? { id: target.userId })
        throw refused(useless)
      }
      const accessToken = await issueToken(kysely, account.id, now())
      await bindTicket(kysely, ticket, accessToken)
      tell(request, 'signIn', account)
      return { accessToken, path: target.path }
    },
  )

  /**
   * The `ticket` header, which a page sends along whose address holds a ticket (acceptance C1). It grants nothing: the bearer token alone
   * says who asks. It narrows: a link that was made for one user is refused in another's session, in a second session, and when it is old.
   */
  app.addHook('preHandler', async (request) => {
    const { ticket } = request.headers
    const token = bearerToken(request.headers.authorization)
    if (ticket === undefined || !request.user || token === undefined) return
    const good = typeof ticket === 'string' && (await ticketAccompanies(kysely, ticket, { userId: request.user.id, token }, now()))
    if (!good) throw refused(useless)
  })

  async function userOfBearer(request: FastifyRequest): Promise<string | undefined> {
    const token = bearerToken(request.headers.authorization)
    return token === undefined ? undefined : (await authenticate(token))?.id
  }
}

const useless = '登录链接无效、已使用或已过期，请回到原系统重新打开'
const anotherUser = '本浏览器已登录其他账号，请先退出登录，再回到原系统重新打开'
