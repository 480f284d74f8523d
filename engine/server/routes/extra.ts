import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readingPermission } from '../../core/permission'
import type { ExtraEndpointPlan, FieldPlan, LinesPlan, ProductPlan, ScreenPlan } from '../../core/plan'
import { readOf, readOfRow } from '../../core/record/scope'
import { byName, rowsOf, type Values } from '../../core/record/values'
import { userOf } from '../authorise'
import { pathOf } from '../errorHandler'
import type { Handler, HandlerCall } from '../extensions'
import { extraListReader } from '../read/extraList'
import { fieldsReader } from '../read/fields'
import { isIdParameter, pathRecords } from '../read/pathRecords'
import type { Reading } from '../read/reading'
import { callOf } from '../securityEvents'
import { systemUser, type SessionUser } from '../session'
import { limitRequests } from '../requestLimit'
import type { WriteContext } from '../record/context'
import { idempotencyKey, once } from '../write/idempotency'
import { Problems } from '../problems'
import { followReferences, type Holder } from '../record/references'
import { inRead, inWrite } from '../write/transaction'
import { bodyOf, jsonType, routeOptions } from './route'
import { registerSignedRoute } from './signed'

/** Who writes without an account is a stranger at a form, which nobody fills in more often; tries that fail are work for the server too. */
const strangersLimit = { max: 10, minutes: 10 }

/** The extra endpoints of a screen: rows of its entity, or a function of the product. */
export function registerExtraRoutes(app: FastifyInstance, reading: Reading, screen: ScreenPlan): void {
  for (const endpoint of Object.values(screen.extra)) {
    if (endpoint.demo && !reading.services.demo) continue
    const permission = endpoint.permission === 'view' ? readingPermission(screen) : endpoint.permission
    const options = routeOptions(screen, 'extra', permission, endpoint.name)
    const limit = endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }
    const isStrangersWrite = endpoint.permission === 'open' && endpoint.method !== 'GET' && endpoint.signed === undefined
    const route = {
      ...options,
      ...limit,
      ...(isStrangersWrite
        ? { onRequest: limitRequests(reading.services.database, { name: `${endpoint.method} ${endpoint.url}`, ...strangersLimit }) }
        : {}),
      method: endpoint.method,
      url: endpoint.url.replace(/\{(\w+)\}/g, (_hole, name: string) => pathParameter(name)),
    }
    if (endpoint.list) {
      const list = extraListReader(reading, screen, endpoint, endpoint.list)
      app.route({
        ...route,
        config: { ...options.config, harmless: true },
        handler: async (request, reply) => reply.type(jsonType).send(await list.read(paramsOf(request), inputOf(request), userOf(request))),
      })
    } else if (endpoint.signed !== undefined) {
      registerSignedRoute(app, reading.services, { system: endpoint.signed, description: endpoint.description }, route, {
        respond: responseOf(reading, screen, endpoint),
      })
    } else {
      app.route({ ...route, handler: handlerOf(reading, screen, endpoint) })
    }
  }
}

/** What an endpoint answers, in a transaction that is open. */
function responseOf(
  reading: Reading,
  screen: ScreenPlan,
  endpoint: ExtraEndpointPlan,
): (request: FastifyRequest, context: WriteContext) => Promise<string> {
  const { services, scope } = reading
  const handler: Handler | undefined = services.extensions.handlers[endpoint.handler ?? '']
  if (!handler) throw new TypeError(`no handler named ${endpoint.handler}`)
  const readQuery = fieldsReader(services, endpoint.query, 'query')
  const readBody = fieldsReader(services, endpoint.body, 'body', endpoint.lines)
  const refuseUnseen = pathRecords(reading, screen, endpoint)
  const nobody = nobodyOf(services.plan)

  return async (request, context) => {
    const { tools, trx, source } = context
    const { user } = request
    const query = readQuery(request.query as Record<string, unknown>)
    const body = readBody(bodyOf(request))
    const params = paramsOf(request)
    await refuseUnseen(params, user ?? nobody, source)
    await refuseUnseenReferences(context, endpoint, query, body)
    const call: HandlerCall = {
      params,
      query,
      body,
      tools,
      kysely: trx,
      user,
      clock: services.clock,
      visible: (entity, alias, query) => scope.visible(entity, alias, query, user ?? nobody, source),
    }
    return JSON.stringify((await handler(call)) ?? null)
  }
}

function handlerOf(
  reading: Reading,
  screen: ScreenPlan,
  endpoint: ExtraEndpointPlan,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const { services } = reading
  const response = responseOf(reading, screen, endpoint)
  return async (request, reply) => {
    // Who is not signed in may have done what the endpoint does, which is what "open" says, but sees no rows by himself.
    const acting = request.user ?? { ...systemUser, call: callOf(request) }
    reply.type(jsonType)
    if (endpoint.method === 'GET') return reply.send(await inRead(services, acting, (context) => response(request, context)))
    const key = idempotencyKey(request.headers['idempotency-key'])
    const done = await inWrite(services, acting, async (context) => {
      if (key === undefined) return { response: await response(request, context), replayed: false }
      const asked = { key, route: `${request.method} ${pathOf(request)}`, body: [request.body ?? null, request.query] }
      return once(context, asked, () => response(request, context))
    })
    if (done.replayed) reply.header('idempotency-replayed', 'true')
    return reply.send(done.response)
  }
}

/** What is asked about must be within the user's row scope, as if it were chosen in a form. @throws HttpProblem 422 */
async function refuseUnseenReferences(
  context: WriteContext,
  endpoint: ExtraEndpointPlan,
  query: Record<string, unknown>,
  body: Record<string, unknown>,
): Promise<void> {
  const problems = new Problems()
  const holders = [
    holderOf(endpoint.query, query),
    holderOf(endpoint.body, body),
    ...(endpoint.lines ?? []).flatMap(({ table }) => rowHolders(table, body)),
  ]
  await followReferences(context, holders, problems)
  problems.throwIfAny()
}

function holderOf(fields: readonly FieldPlan[], submitted: Values): Holder {
  const values = { ...submitted }
  return { fields: byName(fields), values, changed: Object.keys(submitted), read: readOf(values) }
}

function rowHolders(table: LinesPlan, body: Values): Holder[] {
  return rowsOf(body, table.name).map((submitted, index) => {
    const values = { ...submitted }
    const read = readOfRow(table.fields, values, readOf(body))
    return { fields: table.fields, values, changed: Object.keys(submitted), read, place: { lines: table, index } }
  })
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
