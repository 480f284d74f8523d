import { asksToPick } from '../../../engine/core/compile/match'
import type { ProductPlan, ScreenPlan } from '../../../engine/core/plan'
import type { Method } from './client'

/** An endpoint of the plan with a request that passes no check, so that sending it changes nothing. */
export interface Endpoint {
  method: Method
  /** As in the contract: `/api/credit/{id}`. */
  path: string
  /** Menu name, action code, `session` or `open`. */
  permission: string
  /** Nobody is let in by an account, or by none, but a system outside by its signature. */
  signed?: boolean
  /** Action codes of which one is needed beside it. */
  oneOf?: string[] | undefined
  request: { path: string; body?: object }
}

/** Of a record that there is not. */
const noId = '999999999'
const nonsense = { thereIsNoSuchField: 1 }

/** All endpoints that the screens of the plan have, derived from their pages and buttons. */
export function endpointsOf(plan: ProductPlan): Endpoint[] {
  return Object.values(plan.screens).flatMap((screen) => [
    ...readsOf(screen),
    ...writesOf(screen),
    ...triesOf(screen),
    ...attachmentsOf(screen),
    ...printsOf(screen),
    ...extrasOf(screen),
  ])
}

function endpoint(method: Method, path: string, permission: string): Endpoint {
  return { method, path, permission, request: requestTo(method, path) }
}

/** Passes no check: a filter, field or column that does not exist is refused before anything is read or written. */
export function requestTo(method: Method, path: string): Endpoint['request'] {
  const asked = path.replace(/\{\w+\}/g, noId)
  return method === 'GET' ? { path: `${asked}?thereIsNoSuchField=1` } : { path: asked, ...(method === 'DELETE' ? {} : { body: nonsense }) }
}

function readsOf({ base, pages, actions, access, ...screen }: ScreenPlan): Endpoint[] {
  const reading = readingRightOf(screen)
  const all = Object.values(pages)
  const lists = all.filter((page) => page.kind === 'list')
  const records = all.filter((page) => page.kind === 'record')
  const tabs = records.flatMap((page) => page.tabs)
  const tables = [...tabs.flatMap((tab) => (tab.kind === 'related' ? [tab] : [])), ...lists.flatMap((page) => page.expand ?? [])]
  const related = tables.map(({ key }) => key)
  const charted = tables.flatMap(({ key, charts }) => (charts ? [key] : []))
  const picks = actions['add'] || actions['edit'] ? tabs.flatMap((tab) => asksToPick(tab).map(({ key }) => key)) : []
  const filling = [actions['add'], actions['edit']].flatMap((action) => action?.permission ?? [])
  const exporting = actions['export']?.permission ?? reading
  return [
    ...(lists.length > 0 ? [endpoint('GET', `${base}/list`, reading), endpoint('POST', `${base}/list`, reading)] : []),
    ...(lists.length > 0 ? [endpoint('POST', `${base}/export`, exporting)] : []),
    ...(lists.some((page) => page.side) ? [endpoint('GET', `${base}/side`, reading)] : []),
    ...(lists.some((page) => page.states) ? [endpoint('GET', `${base}/states`, reading)] : []),
    ...lists.flatMap((page) => (page.figures ? [endpoint('GET', `${base}/figures/${page.name}`, reading)] : [])),
    ...lists.flatMap((page) => (page.charts ? [endpoint('GET', `${base}/charts/${page.name}`, reading)] : [])),
    ...[...new Set(charted)].map((key) => endpoint('GET', `${base}/charts/${key}/{id}`, reading)),
    ...[...new Set(picks)].map((key) => ({ ...endpoint('GET', `${base}/pick/${key}`, reading), oneOf: filling })),
    endpoint('GET', `${base}/{id}`, reading),
    ...[...new Set(related)].map((key) => endpoint('GET', `${base}/related/${key}/{id}`, reading)),
    ...(tabs.some((tab) => tab.kind === 'history') ? [endpoint('GET', `${base}/history/{id}`, reading)] : []),
    ...(Object.keys(access.options).length > 0
      ? [endpoint('GET', `${base}/options/{key}`, reading), endpoint('POST', `${base}/options/{key}`, reading)]
      : []),
  ]
}

function writesOf({ base, pages, actions }: ScreenPlan): Endpoint[] {
  // What the screen of files shows is read and deleted by whoever may see the documents.
  if (base === '/file') return []
  const single = Object.values(actions).flatMap(({ name, permission = '', does }): Endpoint[] => {
    switch (does.kind) {
      case 'add':
        return [endpoint('POST', base, permission)]
      case 'edit':
        // What the edit form asks for, where it may not write, needs the same right.
        return [
          endpoint('PATCH', `${base}/{id}`, permission),
          ...(does.change ? [endpoint('POST', `${base}/${does.change.name}/{id}`, permission)] : []),
        ]
      case 'delete':
        return [endpoint('DELETE', `${base}/{id}`, permission)]
      case 'action':
        return [endpoint('POST', `${base}/${name}/{id}`, permission)]
      case 'download':
        return [endpoint('GET', `${base}/download/{id}`, permission)]
      case 'import':
        return [endpoint('GET', `${base}/${name}/template`, permission), endpoint('POST', `${base}/${name}`, permission)]
      default:
        return []
    }
  })
  const isWritten = (name: string): boolean => ['action', 'delete'].includes(actions[name]?.does.kind ?? '')
  const batches = Object.values(pages).flatMap((page) => (page.kind === 'list' ? page.batchActions.filter(isWritten) : []))
  return [...single, ...[...new Set(batches)].map((name) => endpoint('POST', `${base}/batch/${name}`, actions[name]?.permission ?? ''))]
}

/** Who may not do it may not try it either. */
function triesOf({ base, pages, actions }: ScreenPlan): Endpoint[] {
  const isLive = (name: string): boolean => {
    const page = pages[name]
    return page?.kind === 'record' && page.live !== undefined
  }
  return Object.values(actions).flatMap(({ name, permission = '', does }): Endpoint[] => {
    if (does.kind === 'add' && isLive(does.page)) return [endpoint('POST', `${base}/try`, permission)]
    if (does.kind === 'edit' && isLive(does.page)) return [endpoint('POST', `${base}/try/{id}`, permission)]
    if (does.kind === 'action' && does.action.preview) return [endpoint('POST', `${base}/try/${name}/{id}`, permission)]
    return []
  })
}

function attachmentsOf({ base, actions, ...screen }: ScreenPlan): Endpoint[] {
  const attach = actions['attach']?.permission
  return [
    endpoint('GET', `${base}/attach/{id}`, readingRightOf(screen)),
    ...(attach === undefined ? [] : [endpoint('POST', `${base}/attach/{id}`, attach), endpoint('DELETE', `${base}/attach/{id}`, attach)]),
  ]
}

/** Read, and noted in the history, with the right of the button. */
function printsOf({ base, prints = {}, actions }: ScreenPlan): Endpoint[] {
  const permission = actions['print']?.permission ?? ''
  return Object.keys(prints).flatMap((name) =>
    (['GET', 'POST'] as const).map((method) => endpoint(method, `${base}/print/${name}`, permission)),
  )
}

function extrasOf({ extra, ...screen }: ScreenPlan): Endpoint[] {
  const reading = readingRightOf(screen)
  return Object.values(extra).map(({ method, url, permission, signed }) => ({
    ...endpoint(method, url, permission === 'view' ? reading : permission),
    signed: signed !== undefined,
  }))
}

function readingRightOf({ menuName, readPermission }: Pick<ScreenPlan, 'menuName' | 'readPermission'>): string {
  return readPermission ?? menuName
}
