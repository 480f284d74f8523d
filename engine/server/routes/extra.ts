import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ExtraEndpointPlan, ProductPlan, ScreenPlan } from '../../core/plan'
import { userOf } from '../authorise'
import type { Handler, HandlerCall } from '../extensions'
import { extraListReader, isIdParameter } from '../read/extraList'
import { fieldsReader } from '../read/fields'
import type { Reading } from '../read/reading'
import { systemUser, type SessionUser } from '../session'
import { inSnapshot, inTransaction } from '../write/transaction'
import { bodyOf, jsonType, routeOptions } from './read'

/** The extra endpoints of a screen: rows of its entity, or a function of the product. */
export function registerExtraRoutes(app: FastifyInstance, reading: Reading, screen: ScreenPlan): void {
  for (const endpoint of Object.values(screen.extra)) {
    const permission = endpoint.permission === 'view' ? screen.menuName : endpoint.permission
    const options = routeOptions(screen, 'extra', permission, endpoint.name)
    const limit = endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }
    const route = { ...options, ...limit, method: endpoint.method, url: endpoint.url.replace(/\{(\w+)\}/g, (_hole, name: string) => pathParameter(name)) }
    if (endpoint.list) {
      const list = extraListReader(reading, screen, endpoint, endpoint.list)
      app.route({
        ...route,
        handler: async (request, reply) => reply.type(jsonType).send(await list.read(paramsOf(request), inputOf(request), userOf(request))),
      })
    } else {
      const handle = handlerOf(reading, endpoint)
      app.route({ ...route, handler: async (request) => (await handle(request)) ?? null })
    }
  }
}

function handlerOf(reading: Reading, endpoint: ExtraEndpointPlan): (request: FastifyRequest) => Promise<unknown> {
  const { services, scope } = reading
  const handler: Handler | undefined = services.extensions.handlers[endpoint.handler ?? '']
  if (!handler) throw new TypeError(`no handler named ${endpoint.handler}`)
  const readQuery = fieldsReader(services, endpoint.query, 'query')
  const readBody = fieldsReader(services, endpoint.body, 'body')
  const nobody = nobodyOf(services.plan)
  const run = endpoint.method === 'GET' ? inSnapshot : inTransaction

  return (request) => {
    const input = { params: paramsOf(request), query: readQuery(request.query as Record<string, unknown>), body: readBody(bodyOf(request)) }
    const { user } = request
    // Who is not signed in may have done what the endpoint does, which is what "open" says, but sees no rows by himself.
    return run(services, user ?? systemUser, (tools) => {
      const context = { kysely: tools.trx, today: tools.today }
      const call: HandlerCall = {
        ...input,
        tools,
        kysely: tools.trx,
        user,
        clock: services.clock,
        visible: (entity, alias, query) => scope.visible(entity, alias, query, user ?? nobody, context),
      }
      return handler(call)
    })
  }
}

/** Sees nothing of what belongs to anybody. */
function nobodyOf(plan: ProductPlan): SessionUser {
  return { id: '', name: '', subMenus: [], scope: Object.fromEntries(Object.keys(plan.scopes).map((dimension) => [dimension, []])) }
}

function pathParameter(name: string): string {
  return isIdParameter(name) ? `:${name}(^\\d{1,18}$)` : `:${name}`
}

function paramsOf(request: FastifyRequest): Record<string, string> {
  return request.params as Record<string, string>
}

function inputOf(request: FastifyRequest): Record<string, unknown> {
  return { ...(request.query as Record<string, unknown>), ...bodyOf(request) }
}
