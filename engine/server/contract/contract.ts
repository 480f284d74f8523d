/**
 * The contract as OpenAPI 3.1: every route with who may call it, whose rows it answers, in which states it works, and what goes in and
 * comes out. Made of the routes that are registered and of the plans they are made of, so that it cannot say anything else.
 */
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { ProductPlan } from '../../core/plan'
import { refuseUnknownInput, type AcceptedInput } from '../acceptedInput'
import type { JsonSchema as Schema } from '../jsonSchema'
import type { Operation } from '../routes/route'
import { signatureHeader, timestampHeader } from '../signature'
import { descriptionOf, ownersOf } from './describe'
import { problemSchema } from './responses'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For the contract: what a route that belongs to no screen takes beyond its Fastify schema. */
    takes?: { query?: Record<string, Schema>; body?: Schema; form?: Schema }
  }
}

type Paths = Record<string, Record<string, Schema>>

/**
 * Collects routes from now on and serves the contract at `GET /api/contract`.
 * @param permission who may read it
 */
export function registerContract(app: FastifyInstance, plan: ProductPlan, permission: string): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  refuseUnknownInput(app, acceptedInputs(plan, routes))
  let contract: string | undefined
  app.get('/api/contract', { config: { permission }, compress: { threshold: 2_048 } }, (_request, reply) => {
    contract ??= JSON.stringify(contractOf(plan, routes))
    return reply.type('application/json; charset=utf-8').send(contract)
  })
}

export function contractOf(plan: ProductPlan, routes: readonly RouteOptions[]): Schema {
  const paths: Paths = {}
  for (const route of routes) {
    // Pages and their files are no part of the contract.
    if (route.config?.page) continue
    const path = pathOf(route.url)
    for (const method of [route.method].flat()) (paths[path] ??= {})[method.toLowerCase()] = operationOf(plan, route, method, path)
  }
  return {
    openapi: '3.1.0',
    info: { title: plan.title, version: '1' },
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        timestamp: { type: 'apiKey', in: 'header', name: timestampHeader },
        signature: { type: 'apiKey', in: 'header', name: signatureHeader },
      },
      responses: { problem: { description: 'RFC 9457', content: { 'application/problem+json': { schema: problemSchema } } } },
    },
  }
}

function operationOf(plan: ProductPlan, route: RouteOptions, method: string, path: string): Schema {
  const { permission, signed } = route.config ?? {}
  const { screen, entity } = ownersOf(plan, route)
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const { query = [], body, form, answer: response, states, ...rest } = descriptionOf(plan, route, method, path)
  return {
    ...rest,
    ...(screen ? { tags: [screen.title] } : {}),
    'x-permission': permission,
    ...(entity ? { 'x-scope': entity.scope } : {}),
    ...(states && states.length > 0 ? { 'x-states': states } : {}),
    ...(signed === undefined ? {} : { 'x-signed-by': signed }),
    security: signed !== undefined ? [{ timestamp: [], signature: [] }] : permission === 'open' ? [] : [{ token: [] }],
    parameters: [...pathParameters, ...query],
    ...(body ? { requestBody: { content: { 'application/json': { schema: body } } } } : {}),
    ...(form ? { requestBody: { content: { 'multipart/form-data': { schema: form } } } } : {}),
    responses: {
      200: { description: 'OK', ...(response ? { content: { 'application/json': { schema: response } } } : {}) },
      default: { $ref: '#/components/responses/problem' },
    },
  }
}

/** Finds the input that a route accepts, by `<method> <url>`; each is described when it is asked for first. */
function acceptedInputs(plan: ProductPlan, routes: readonly RouteOptions[]): (route: string) => AcceptedInput | undefined {
  const known = new Map<string, AcceptedInput | undefined>()
  return (name) => {
    if (!known.has(name)) {
      const route = routes.find(({ method, url }) => [method].flat().some((one) => `${one} ${url}` === name))
      known.set(name, route && !route.config?.page ? acceptedInputOf(plan, route, name.slice(0, name.indexOf(' '))) : undefined)
    }
    return known.get(name)
  }
}

/** These name everything that is wrong with a query in one response. */
const readers = new Set<Operation | undefined>(['list', 'figures', 'charts', 'related', 'relatedCharts', 'pick', 'extra'])

function acceptedInputOf(plan: ProductPlan, route: RouteOptions, method: string): AcceptedInput {
  const { query = [], body, form } = descriptionOf(plan, route, method, pathOf(route.url))
  const isMany = ({ schema }: Schema): boolean => (schema as Schema)['type'] === 'array'
  const keys = Object.keys((body?.['properties'] as object | undefined) ?? {})
  return {
    query: new Map(query.map((parameter) => [String(parameter['name']), isMany(parameter) ? 'many' : 'one'])),
    checksQuery: method === 'GET' && readers.has(route.config?.operation),
    // Routes of screens read their bodies field by field.
    body: form || (body && route.config?.screen !== undefined) ? undefined : new Set(keys),
  }
}

/** `/book/:id(^\d+$)` → `/book/{id}`, and what may be several parts of a path → `{key}`. */
function pathOf(url: string): string {
  return url.replace(/:(\w+)(\([^)]*\))?/g, '{$1}').replace('*', '{key}')
}
