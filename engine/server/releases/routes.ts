/**
 * Publishing screens on the running server:
 *
 *   GET  {path}/releases?screen=             all releases of a screen, newest first, and which holds
 *   GET  {path}/releaseText?screen=&version= the text of one; version 0 is the shipped file
 *   GET  {path}/plans?screen=                its plans, as shipped and as shown
 *   POST {path}/publish                      a text in place of a screen's file
 *   POST {path}/rollback                     back to the release before, or to the shipped screen
 *   GET  {path}/export                       the files of the screens that have releases, as an archive
 *   POST {path}/failed                       a page could not be drawn by a release: answers the shipped plan
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { browserPlan } from '../../core/compile'
import { optional } from '../../core/sources/optional'
import { withoutInternal } from '../../core/outside'
import { mayDo, menusSeenBy } from '../../core/permission'
import { userOf } from '../authorise'
import { downloadHeader } from '../download'
import { messageText } from '../messages'
import { fieldProblem, forbidden, invalid, notFound } from '../problem'
import { shownTo } from '../session'
import { limitRequests } from '../requestLimit'
import { archiveOf } from './archive'
import { eventKind, publish, rollBack, runningPlan, type Publishing } from './publish'
import type { ShippedScreen, ShippedText } from './shippedSchemas'
import type { ScreenPlans, ScreenReleases } from '../../core/wire'
import { heldRelease, heldVersions, releasesOf, releaseText, rememberFailure } from './store'

export interface ReleaseRoutes extends Publishing {
  path: string
  /** The right to read releases, and the one to publish and to take back. */
  permissions: { read: string; publish: string }
  /** How many users have settings of their own for columns of a screen's lists: page → users. */
  savedColumns: (screen: string) => Promise<Record<string, number>>
}

const maxText = 400_000
/** Something, in one line, that reads as it stands. */
const readable = '^(?=.*\\S)[^\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069]+$'
/** Each is checked with all schemas, which takes the time of many other requests. */
const publications = { name: 'screenPublished', max: 60, minutes: 10 }
const maxVersion = 1_000_000
/** Pages that fail of one account; each brings the shipped screen, which is kept. */
const failures = { name: 'releaseFailed', max: 60, minutes: 10 }

const screenId = { type: 'string', pattern: '^[A-Za-z]\\w{0,59}/[A-Za-z][\\w.]{0,59}$' }
const version = { type: 'integer', minimum: 0, maximum: maxVersion }
const closed = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

export function registerReleaseRoutes(app: FastifyInstance, { path, permissions, savedColumns, ...publishing }: ReleaseRoutes): void {
  const { plans, schemas, services } = publishing
  const { kysely } = services.database
  const reading = { config: { permission: permissions.read } }
  const writing = { config: { permission: permissions.publish } }

  const screenNamed = (id: string): ShippedScreen => {
    const screen = schemas().screen(id)
    if (!screen) throw notFound()
    return screen
  }

  app.get<{ Querystring: { screen: string } }>(
    `${path}/releases`,
    { ...reading, schema: { querystring: closed({ screen: screenId }) } },
    async (request): Promise<ScreenReleases> => {
      const id = request.query.screen
      const { hash, text } = screenNamed(id)
      const held = await heldRelease(kysely, id)
      return {
        releases: await releasesOf(kysely, id),
        holds: held?.version ?? 0,
        text: held?.text ?? text,
        ...(held && held.shippedHash !== hash ? { shippedChanged: true } : {}),
        ...optional({ notShown: held && (await plans.whyNot(id, held.version)) }),
        savedColumns: await savedColumns(id),
        mayPublish: mayDo(userOf(request).subMenus, permissions.publish),
      }
    },
  )

  app.get<{ Querystring: { screen: string; version: string } }>(
    `${path}/releaseText`,
    { ...reading, schema: { querystring: closed({ screen: screenId, version: { type: 'string', pattern: '^\\d{1,7}$' } }) } },
    async ({ query }) => {
      const screen = screenNamed(query.screen)
      if (Number(query.version) === 0) return { text: screen.text }
      const release = await releaseText(kysely, screen.id, Number(query.version))
      if (!release) throw notFound()
      return { text: release.text }
    },
  )

  app.get<{ Querystring: { screen: string } }>(
    `${path}/plans`,
    { ...reading, schema: { querystring: closed({ screen: screenId }) } },
    async ({ query }): Promise<ScreenPlans> => {
      const screen = screenNamed(query.screen)
      return { shipped: screen.plan, running: runningPlan(schemas(), screen, await heldRelease(kysely, screen.id)) }
    },
  )

  app.post<{ Body: { path: string; text: string; basedOn: number; note: string } }>(
    `${path}/publish`,
    {
      ...writing,
      onRequest: limitRequests(services.database, { ...publications, keyOf: (request: FastifyRequest) => userOf(request).id }),
      schema: {
        body: closed({
          path: { type: 'string', maxLength: 300 },
          text: { type: 'string', minLength: 1, maxLength: maxText },
          basedOn: version,
          note: { type: 'string', pattern: readable, maxLength: 200 },
        }),
      },
    },
    async (request) => {
      const { path: file, ...draft } = request.body
      const screen = schemas().screenOf(file)
      if (!screen) throw invalid([fieldProblem('path', 'unknown', messageText('release.unknown-screen', { name: file.slice(0, 100) }))])
      return { version: await publish(publishing, userOf(request), { ...draft, screen }) }
    },
  )

  app.post<{ Body: { screen: string; release: number } }>(
    `${path}/rollback`,
    { ...writing, schema: { body: closed({ screen: screenId, release: version }) } },
    async (request) => {
      const { screen, release: held } = request.body
      return { holds: await rollBack(publishing, userOf(request), screenNamed(screen), held) }
    },
  )

  app.get(`${path}/export`, reading, async (request, reply) => {
    const now = services.clock.now()
    const texts = await releasedTexts(publishing)
    const archive = archiveOf(texts, new Date(now))
    services.securityEvents?.record({
      kind: eventKind,
      user: userOf(request),
      detail: messageText('release.event-export', { count: texts.length }),
    })
    return reply
      .header('content-disposition', downloadHeader(`screens-${services.clock.today()}.zip`))
      .type('application/zip')
      .send(archive)
  })

  app.post<{ Body: { screen: string; release: number; failure: string } }>(
    `${path}/failed`,
    {
      // A report is no change of what the account looks at.
      config: { permission: 'session', harmless: true, entry: true },
      schema: { body: closed({ screen: screenId, release: version, failure: { type: 'string', maxLength: 1_000 } }) },
      onRequest: limitRequests(services.database, { ...failures, keyOf: (request: FastifyRequest) => userOf(request).id }),
    },
    async (request) => {
      const { screen: id, release: failed, failure } = request.body
      const { plan } = screenNamed(id)
      const user = userOf(request)
      if (!menusSeenBy(shownTo(user))(plan.menuName)) throw forbidden(plan.menuName)
      request.log.warn({ screen: id, version: failed, failure, userId: user.id }, 'a page could not be drawn by a release')
      await rememberFailure(kysely, { screen: id, version: failed }, { failure: failure.replace(/\p{C}/gu, ' '), at: services.clock.now() })
      const shown = browserPlan(plan)
      return { plan: user.outside === undefined ? shown : withoutInternal(shown) }
    },
  )
}

/** The files of the screens whose releases hold, as they read by them. */
export async function releasedTexts({ services, schemas }: Pick<Publishing, 'services' | 'schemas'>): Promise<ShippedText[]> {
  const { kysely } = services.database
  const texts: ShippedText[] = []
  for (const [id, held] of (await heldVersions(kysely)).held) {
    const [screen, release] = [schemas().screen(id), await releaseText(kysely, id, held)]
    if (screen && release) texts.push({ path: screen.path, text: release.text })
  }
  return texts
}
