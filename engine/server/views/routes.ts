/**
 * Saved views: what a user asks a list, and how the list shows it, under a name. They are parameters of a list and nothing else: the rows are
 * asked for and judged as ever. Who may read the list may keep views of it, and share each with one of the roles of their own, since it tells
 * who has that role no more than a link would; who made one changes it.
 *
 *   GET    /api/views?screen=&page=   the user's own, and those that are shared with a role of theirs
 *   GET    /api/views/names           of those, what they are called, on all lists
 *   POST   /api/views                 keeps one
 *   PATCH  /api/views/{id}            one of the user's own, of the version that they have seen
 *   DELETE /api/views/{id}
 */
import type { FastifyInstance } from 'fastify'
import { mayRead, readingPermission } from '../../core/permission'
import { pageSizes } from '../../core/pageSizes'
import { densities, maxViewName, type ViewContent, type ViewNamesResponse, type ViewsResponse } from '../../core/wire'
import { userOf } from '../authorise'
import { messageText } from '../messages'
import { fieldProblem, forbidden, invalid, notFound, refused, stale } from '../problem'
import type { Services } from '../services'
import type { SessionUser } from '../session'
import { idParameter } from '../routes/route'
import { addView, changeView, deleteView, maxViews, ownView, viewNames, viewsOf, type OwnView } from './store'

const config = { permission: 'session' }
/** A view of a wide list is below 8 kB. */
const bodyLimit = 16_384

/** Of a field or a column; none of what every object has. */
const name = { type: 'string', pattern: '^(?!(?:__proto__|constructor|prototype)$)\\w{1,100}$' }
const names = { type: 'array', items: name, maxItems: 200 }
const filterText = { type: 'string', maxLength: 200 }
const byName = (values: object): object => ({ type: 'object', propertyNames: name, additionalProperties: values, maxProperties: 200 })
const closed = (properties: object, required: string[] = []): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const content = closed({
  filters: byName({ anyOf: [filterText, { type: 'boolean' }, { type: 'array', items: filterText, maxItems: 200 }] }),
  sort: { type: 'array', items: closed({ field: name, order: { enum: ['ascend', 'descend'] } }, ['field', 'order']), maxItems: 3 },
  columns: closed(
    {
      order: names,
      off: names,
      widths: byName({ type: 'number', minimum: 20, maximum: 2_000 }),
      pinned: { type: 'integer', minimum: 1, maximum: 4 },
    },
    ['order', 'off'],
  ),
  density: { enum: densities },
  pageSize: { enum: pageSizes },
  titles: byName({ type: 'string', maxLength: 100 }),
})
const written = {
  name: { type: 'string', minLength: 1, maxLength: maxViewName, pattern: '\\S' },
  role: { type: 'string', maxLength: 100 },
  content,
}
const place = { screen: { type: 'string', maxLength: 100 }, page: { type: 'string', maxLength: 100 } }

interface Written {
  name: string
  role?: string
  content: ViewContent
}
interface Place {
  screen: string
  page: string
}

export function registerViewRoutes(app: FastifyInstance, { plan, database: { kysely }, clock }: Services): void {
  /** Whose list it is; undefined where there is none. */
  function screenOf({ screen: id, page }: Place) {
    const screen = Object.hasOwn(plan.screens, id) ? plan.screens[id] : undefined
    return screen && Object.hasOwn(screen.pages, page) && screen.pages[page]?.kind === 'list' ? screen : undefined
  }

  /** @throws HttpProblem 403 to who may not read the list, 404 when there is none */
  function listOrThrow(user: SessionUser, place: Place): void {
    const screen = screenOf(place)
    if (!screen) throw notFound()
    if (!mayRead(user.subMenus, screen)) throw forbidden(readingPermission(screen))
  }

  app.get<{ Querystring: Place }>(
    '/api/views',
    { config, schema: { querystring: closed(place, ['screen', 'page']) } },
    async (request): Promise<ViewsResponse> => {
      const user = userOf(request)
      const { screen, page } = request.query
      listOrThrow(user, { screen, page })
      const roles = (user.roles ?? []).map(({ code, name: title }) => ({ code, name: title }))
      return { views: await viewsOf(kysely, user, screen, page), roles }
    },
  )

  app.get('/api/views/names', { config, schema: { querystring: closed({}) } }, async (request): Promise<ViewNamesResponse> => {
    const user = userOf(request)
    const views = await viewNames(kysely, user)
    return {
      views: views.filter((view) => {
        const screen = screenOf(view)
        return screen !== undefined && mayRead(user.subMenus, screen)
      }),
    }
  })

  app.post<{ Body: Written & Place }>(
    '/api/views',
    { config, bodyLimit, schema: { body: closed({ ...place, ...written }, ['screen', 'page', 'name', 'content']) } },
    async (request) => {
      const user = userOf(request)
      listOrThrow(user, request.body)
      ownRoleOrThrow(user, request.body.role)
      const id = await addView(kysely, user, { ...request.body, name: request.body.name.trim(), at: clock.now() })
      if (id === undefined) throw refused(messageText('views.too-many', { max: maxViews }))
      return { id }
    },
  )

  app.patch<{ Params: { id: string }; Body: Written & { version: number } }>(
    `/api/views/${idParameter}`,
    { config, bodyLimit, schema: { body: closed({ version: { type: 'integer' }, ...written }, ['version', 'name', 'content']) } },
    async (request) => {
      const user = userOf(request)
      const { id } = request.params
      const own = await ownView(kysely, user, id)
      // Also where the user may read the list no longer.
      const screen = plan.screens[own?.screen ?? '']
      if (!own || !screen || !mayRead(user.subMenus, screen)) throw notFound()
      ownRoleOrThrow(user, request.body.role)
      const version = await changeView(kysely, user, { ...request.body, id, name: request.body.name.trim(), at: clock.now() })
      if (version === undefined) throw staleView(own)
      return { version }
    },
  )

  app.delete<{ Params: { id: string }; Body: { version: number } }>(
    `/api/views/${idParameter}`,
    { config, schema: { body: closed({ version: { type: 'integer' } }, ['version']) } },
    async (request) => {
      const user = userOf(request)
      const { id } = request.params
      const own = await ownView(kysely, user, id)
      if (!own) throw notFound()
      if (!(await deleteView(kysely, user, id, request.body.version))) throw staleView(own)
      return {}
    },
  )
}

function staleView({ version, ownerName, updatedAt }: OwnView) {
  return stale({ version, updatedBy: ownerName, updatedAt })
}

/** @throws HttpProblem 422 for a role that the user has not */
function ownRoleOrThrow({ roles = [] }: SessionUser, role: string | undefined): void {
  if (role === undefined || roles.some(({ code }) => code === role)) return
  throw invalid([fieldProblem('role', 'unknown', messageText('views.other-role'))])
}
