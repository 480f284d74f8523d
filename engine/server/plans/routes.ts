/** Plans for browsers: each under its version, with which it never changes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { menusSeenBy } from '../../core/permission'
import type { BrowserScreenPlan } from '../../core/plan'
import { openPlansPath, plansPath } from '../../core/wire'
import { userOf } from '../authorise'
import { forbidden, notFound } from '../problem'
import { shownTo } from '../session'
import { createPacker } from './packed'
import { plansForOutside, type PlanSource } from './planSource'

interface Asked {
  Params: { group: string; menu: string; version: string }
}

const yearSeconds = 365 * 86_400
const address = '/:group/:menu/:version'

/**
 * `GET /api/plans/<group>/<menu>/<version>` for whoever may be shown the screen's menu, and `GET /api/openPlans/…` for everybody where the
 * screen is. Of a version that does not hold any more, or not yet, the plan that does is answered, and not kept.
 */
export function registerPlanRoutes(app: FastifyInstance, source: PlanSource): void {
  const outside = plansForOutside(source)
  const pack = createPacker()

  // Also before the password is changed: the page is drawn behind the dialog that asks for it.
  app.get<Asked>(plansPath + address, { config: { permission: 'session', entry: true } }, async (request, reply) => {
    const user = userOf(request)
    const plans = user.outside === undefined ? source : outside
    const served = await plans.of(screenOf(request))
    if (!served) throw notFound()
    const { menuName } = served.plan
    if (!menusSeenBy(shownTo(user))(menuName)) throw forbidden(menuName)
    return send(request, reply, served)
  })

  app.get<Asked>(openPlansPath + address, { config: { permission: 'open' } }, async (request, reply) => {
    // Whoever is nobody reads nothing internal either.
    const served = await outside.of(screenOf(request))
    if (!served || !isOpen(served.plan)) throw notFound()
    return send(request, reply, served)
  })

  async function send(request: FastifyRequest<Asked>, reply: FastifyReply, served: Parameters<typeof pack>[0]): Promise<FastifyReply> {
    const { body, encoding } = await pack(served, request.headers['accept-encoding'])
    if (served.version === request.params.version) reply.header('cache-control', `private, max-age=${yearSeconds}, immutable`)
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.header('vary', 'accept-encoding').type('application/json; charset=utf-8').send(body)
  }
}

function screenOf({ params: { group, menu } }: FastifyRequest<Asked>): string {
  return `${group}/${menu}`
}

/** Some page of it is for everybody. */
export function isOpen({ pages }: Pick<BrowserScreenPlan, 'pages'>): boolean {
  return Object.values(pages).some((page) => page.kind === 'custom' && page.open)
}
