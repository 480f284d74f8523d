/**
 * The reading endpoints of every screen. All that can be settled is settled here, once, at boot; what cannot be is told with the name of
 * the screen, all of it together, and the server does not start.
 *
 *   GET {base}/side                  GET {base}/figures/{page}  GET {base}/states
 *   GET {base}/charts/{page}          GET {base}/charts/{key}/{id}
 *   GET|POST {base}/list              GET {base}/{id}            GET {base}/related/{key}/{id}
 *   (every screen has list, {id}, export and attach; without a button for them the right to open it is enough)
 *   GET|POST {base}/options/{key}     GET {base}/history/{id}    POST {base}/export
 *   GET {base}/pick/{lines}.{field}   GET|POST {base}/print/{name}
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messageText } from '../messages'
import type { ListPagePlan, ScreenPlan } from '../../core/plan'
import { userOf } from '../authorise'
import { downloadHeader, xlsxType } from '../download'
import { notFound, tooMany } from '../problem'
import { chartsReader, type ChartsReader } from '../read/charts'
import { exportOf, maxDirectRows, type QueueExport } from '../exchange/export'
import { figuresReader, type FiguresReader } from '../read/figures'
import { historyReader } from '../read/history'
import { listOfScreen, listReader } from '../read/list'
import { optionsReader, type OptionsReader } from '../read/options'
import type { Reading } from '../read/reading'
import { recordReader } from '../read/record'
import { pickReaders } from '../read/pick'
import { relatedReaders } from '../read/related'
import { sideReader } from '../read/side'
import { stateCountsReader } from '../read/stateCounts'
import { callOf } from '../securityEvents'
import type { SessionUser } from '../session'
import { refuseOtherChoices } from './choices'
import { ExportLimit } from './exportLimit'
import { registerExtraRoutes } from './extra'
import { printRoutes } from './print'
import { bodyOf, exportPermission, idParameter, idParameterOf, jsonType, routeOptions } from './route'
import { write } from './write'

/** Shorter responses are not worth compressing. */
const compressed = { threshold: 2_048 }

/** An export of more rows is an event of the security log. */
const maxUnloggedRows = 1_000

type Params = { id: string; key: string }

/**
 * @param queueExport takes large exports over; without it every export is answered at once
 * @returns in words, what keeps a screen from being served
 */
export function registerReadRoutes(app: FastifyInstance, reading: Reading, queueExport?: QueueExport): string[] {
  const limit = new ExportLimit()
  const problems: string[] = []
  for (const screen of Object.values(reading.services.plan.screens)) {
    for (const register of [
      listRoutes,
      sideRoutes,
      exportRoutes,
      recordRoutes,
      relatedRoutes,
      pickRoutes,
      optionRoutes,
      historyRoutes,
      printRoutes,
      registerExtraRoutes,
    ]) {
      try {
        register(app, reading, screen, { limit, queueExport })
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        problems.push(`screen ${screen.id}: ${error.message}`)
      }
    }
  }
  return problems
}

function listRoutes(app: FastifyInstance, reading: Reading, screen: ScreenPlan): void {
  if (!hasList(screen)) return
  const list = listReader(reading, listOfScreen(screen))
  const response = async (request: FastifyRequest, reply: FastifyReply, input: Record<string, unknown>): Promise<FastifyReply> =>
    reply.type(jsonType).send(await list.read(input, userOf(request)))
  const { config } = routeOptions(screen, 'list')
  const options = { config: { ...config, harmless: true }, compress: compressed }
  for (const page of listsOf(screen)) {
    if (page.figures) figureRoute(app, screen, page.name, figuresReader(reading, screen, page, list))
    if (page.charts) chartRoute(app, screen, page.name, chartsReader(reading, page, list))
  }
  if (listsOf(screen).some((page) => page.states)) {
    const states = stateCountsReader(reading, screen, list)
    app.get(`${screen.base}/states`, routeOptions(screen, 'states'), (request) =>
      states.read(request.query as Record<string, unknown>, userOf(request)),
    )
  }
  app.get(`${screen.base}/list`, options, (request, reply) => response(request, reply, request.query as Record<string, unknown>))
  app.post(`${screen.base}/list`, options, (request, reply) => response(request, reply, bodyOf(request)))
}

function figureRoute(app: FastifyInstance, screen: ScreenPlan, page: string, figures: FiguresReader): void {
  app.get(`${screen.base}/figures/${page}`, routeOptions(screen, 'figures', undefined, page), async (request, reply) =>
    reply.type(jsonType).send(await figures.read(request.query as Record<string, unknown>, userOf(request))),
  )
}

function chartRoute(app: FastifyInstance, screen: ScreenPlan, page: string, charts: ChartsReader): void {
  const options = { ...routeOptions(screen, 'charts', undefined, page), compress: compressed }
  app.get(`${screen.base}/charts/${page}`, options, async (request, reply) =>
    reply.type(jsonType).send(await charts.read(request.query as Record<string, unknown>, userOf(request))),
  )
}

function sideRoutes(app: FastifyInstance, reading: Reading, screen: ScreenPlan): void {
  const side = sideReader(reading, screen)
  if (!side) return
  app.get(`${screen.base}/side`, routeOptions(screen, 'side'), (request) =>
    side.read(request.query as Record<string, unknown>, userOf(request)),
  )
}

function listsOf({ pages }: ScreenPlan): ListPagePlan[] {
  return Object.values(pages).filter((page) => page.kind === 'list')
}

function hasList(screen: ScreenPlan): boolean {
  return listsOf(screen).length > 0
}

interface Exports {
  limit: ExportLimit
  queueExport?: QueueExport
}

/** Acceptance I6: 200 with a file, 200 without one when there is nothing, and 200 with JSON when a job makes the file. */
function exportRoutes(app: FastifyInstance, { services }: Reading, screen: ScreenPlan, { limit, queueExport }: Exports): void {
  if (!hasList(screen)) return
  const permission = exportPermission(screen)
  const rows = exportOf(services, screen)
  app.post(`${screen.base}/export`, routeOptions(screen, 'export', permission), async (request, reply) => {
    const user = userOf(request)
    const release = limit.take(user.id)
    if (!release) throw tooMany(10, messageText('problem.too-many-exports'))
    reply.raw.once('close', release)
    const input = bodyOf(request)
    const found = await rows.find(input, user)
    if (!found) return reply.send()
    const { count } = found
    const event = { kind: 'export', user, call: callOf(request), detail: messageText('security.export', { title: screen.title, count }) }
    if (queueExport && count > maxDirectRows) {
      const wanted = { screen, input, rows: count }
      return write(services, request, reply, false, async (context) => {
        context.flow.securityEvents.push(event)
        return JSON.stringify({ queued: await queueExport(context, wanted) })
      })
    }
    if (count > maxUnloggedRows) services.securityEvents?.record(event)
    return reply.header('content-disposition', downloadHeader(found.fileName)).type(xlsxType).send(found.content())
  })
}

function recordRoutes(app: FastifyInstance, reading: Reading, screen: ScreenPlan): void {
  const record = recordReader(reading, screen)
  app.get<{ Params: Params }>(
    `${screen.base}/${idParameterOf(reading.entity(screen.entity))}`,
    { ...routeOptions(screen, 'record'), compress: compressed },
    async (request, reply) => reply.type(jsonType).send(await record.read(request.params.id, userOf(request))),
  )
}

function relatedRoutes(app: FastifyInstance, reading: Reading, screen: ScreenPlan): void {
  for (const related of relatedReaders(reading, screen)) {
    const options = { ...routeOptions(screen, 'related', undefined, related.key), compress: compressed }
    app.get<{ Params: Params }>(`${screen.base}/related/${related.key}/${idParameter}`, options, async (request, reply) =>
      reply.type(jsonType).send(await related.read(request.params.id, request.query as Record<string, unknown>, userOf(request))),
    )
    const { charts } = related
    if (!charts) continue
    const chartOptions = { ...routeOptions(screen, 'relatedCharts', undefined, related.key), compress: compressed }
    app.get<{ Params: Params }>(`${screen.base}/charts/${related.key}/${idParameter}`, chartOptions, async (request, reply) =>
      reply.type(jsonType).send(await charts(request.params.id, request.query as Record<string, unknown>, userOf(request))),
    )
  }
}

/** Only a form asks: a screen on which no record is added or changed has nothing to choose. */
function pickRoutes(app: FastifyInstance, reading: Reading, screen: ScreenPlan): void {
  if (!screen.actions['add'] && !screen.actions['edit']) return
  for (const pick of pickReaders(reading, screen)) {
    app.get(`${screen.base}/pick/${pick.key}`, routeOptions(screen, 'pick', undefined, pick.key), async (request, reply) => {
      const user = userOf(request)
      refuseOtherChoices(screen, pick.key, user.subMenus)
      return reply.type(jsonType).send(await pick.read(request.query as Record<string, unknown>, user))
    })
  }
}

function optionRoutes(app: FastifyInstance, reading: Reading, screen: ScreenPlan): void {
  const readers = new Map<string, OptionsReader>(
    Object.entries(screen.access.options).map(([key, field]) => [key, optionsReader(reading, key, field, screen)]),
  )
  if (readers.size === 0) return
  function readerOf(key: string, user: SessionUser): OptionsReader {
    const reader = readers.get(key)
    if (!reader) throw notFound()
    refuseOtherChoices(screen, key, user.subMenus)
    return reader
  }
  const url = `${screen.base}/options/:key`
  const { config } = routeOptions(screen, 'options')
  app.get<{ Params: Params }>(url, { config }, (request) => {
    const user = userOf(request)
    return readerOf(request.params.key, user).read(request.query as Record<string, unknown>, user)
  })
  // As many names as a pasted column has do not fit an address.
  app.post<{ Params: Params }>(url, { config: { ...config, harmless: true } }, (request) => {
    const user = userOf(request)
    return readerOf(request.params.key, user).resolve(bodyOf(request), user)
  })
}

function historyRoutes(app: FastifyInstance, reading: Reading, screen: ScreenPlan): void {
  const shown = Object.values(screen.pages).some((page) => page.kind === 'record' && page.tabs.some((tab) => tab.kind === 'history'))
  if (!shown) return
  const history = historyReader(reading, screen)
  app.get<{ Params: Params }>(`${screen.base}/history/${idParameter}`, routeOptions(screen, 'history'), (request) =>
    history.read(request.params.id, userOf(request)),
  )
}
