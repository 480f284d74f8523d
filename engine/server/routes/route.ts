/** What routes made from plans have in common. */
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import { readingPermission } from '../../core/permission'
import type { EntityPlan, ScreenPlan } from '../../core/plan'
import { badRequest } from '../problem'

/** What an endpoint does, for the contract. */
export type Operation =
  | 'list'
  | 'side'
  | 'figures'
  | 'states'
  | 'charts'
  | 'record'
  | 'related'
  | 'relatedCharts'
  | 'options'
  | 'pick'
  | 'history'
  | 'print'
  | 'printed'
  | 'export'
  | 'extra'
  | 'add'
  | 'edit'
  | 'delete'
  | 'action'
  | 'batch'
  | 'attachments'
  | 'attach'
  | 'download'
  | 'template'
  | 'import'
  | 'try'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the screen that the route belongs to. */
    screen?: string
    operation?: Operation
    /** Code of the system outside whose signature lets a call in. */
    signed?: string
    /** What of its kind: key of a related table, name of a page, of an action or of an extra endpoint. */
    part?: string
  }
}

/** Digits only, so that an id never hides a word of another path; no longer than a bigint. */
export const idParameter = ':id(^\\d{1,18}$)'
/** What is read of a read model, whose rows have ids of their own making. */
const viewIdParameter = ':id(^[\\w-]{1,64}$)'

/** The path parameter for an id of the entity. */
export function idParameterOf({ view }: Pick<EntityPlan, 'view'>): string {
  return view === undefined ? idParameter : viewIdParameter
}

/** The right to take all rows of a list along: that of the button, or without one the right to see them. */
export function exportPermission({ actions, ...screen }: Pick<ScreenPlan, 'actions' | 'menuName' | 'readPermission'>): string {
  return actions['export']?.permission ?? readingPermission(screen)
}

export const jsonType = 'application/json; charset=utf-8'

export function routeOptions(
  screen: ScreenPlan,
  operation: Operation,
  permission = readingPermission(screen),
  part?: string,
): RouteShorthandOptions {
  return { config: { permission, screen: screen.id, operation, part } }
}

/** The only parameters that an address takes. */
export function closedQuery(properties: Record<string, { type: 'string'; pattern: string }>): object {
  return { type: 'object', properties, additionalProperties: false }
}

/** Of a route that writes or tries to. `query` says how its parameters are written. */
export function writeOptions(
  screen: ScreenPlan,
  operation: Operation,
  permission: string | undefined,
  part?: string,
  query?: object,
): RouteShorthandOptions {
  return { ...routeOptions(screen, operation, permission, part), ...(query ? { schema: { querystring: query } } : {}) }
}

/** A JSON object, or nothing at all. @throws HttpProblem 400 for other JSON */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw badRequest()
  return body as Record<string, unknown>
}

/** The fixed values of a screen, as far as it has some. */
export function fromScreen({ where }: ScreenPlan): { where?: NonNullable<ScreenPlan['where']> } {
  return where ? { where } : {}
}
