import type { Method } from '../../client/request'
import { readingPermission } from '../../core/permission'
import type { ActionPlan, ProductPlan, ScreenPlan } from '../../core/plan'
import { readsOf, type Operation } from './readOperations'

/** The endpoints that a screen has, with the right that each asks for. */
export function operationsOf(screen: ScreenPlan): Operation[] {
  const reading = readingPermission(screen)
  const acts = Object.values(screen.actions).flatMap((action) =>
    [...requestsOf(action, screen), ...besideOf(action, screen)].map(([method, url]) => ({
      method,
      url,
      permission: action.permission ?? reading,
      title: action.title,
    })),
  )
  const extra = Object.values(screen.extra).map(({ method, url, permission, description }) => ({
    method,
    url,
    permission: permission === 'view' ? reading : permission,
    title: description,
  }))
  return distinct([...readsOf(screen), ...acts, ...extra])
}

/** What there is for a button beside what it sends itself: of several rows at once, of a form that asks for a change, of many printed records. */
function besideOf({ name, does }: ActionPlan, { base, pages }: ScreenPlan): [method: Method, url: string][] {
  const isBatch = Object.values(pages).some((page) => page.kind === 'list' && page.batchActions.includes(name))
  const ofRows: [Method, string][] =
    isBatch && (does.kind === 'action' || does.kind === 'delete') ? [['POST', `${base}/batch/${name}`]] : []
  if (does.kind === 'edit' && does.change) return [['POST', `${base}/${does.change.name}/{id}`]]
  if (does.kind === 'attach') return [['DELETE', `${base}/attach/{id}`]]
  if (does.kind === 'print' && 'templates' in does) return does.templates.map((template) => ['POST', `${base}/print/${template.name}`])
  return ofRows
}

/** What can be tried: the pipeline of a write, taken back at its end. */
export function trialsOf(screen: ScreenPlan): Operation[] {
  const isLive = (name: string): boolean => {
    const page = screen.pages[name]
    return page?.kind === 'record' && page.live !== undefined
  }
  return Object.values(screen.actions).flatMap(({ name, title, permission = readingPermission(screen), does }) => {
    const of = (url: string): Operation => ({ method: 'POST', url: `${screen.base}/try${url}`, permission, title })
    if (does.kind === 'add') return isLive(does.page) ? [of('')] : []
    if (does.kind === 'edit') return isLive(does.page) ? [of('/{id}')] : []
    return does.kind === 'action' && does.action.preview === true ? [of(`/${name}/{id}`)] : []
  })
}

/** The screen that a file is about. */
export function screenAt(path: string, plan: ProductPlan): ScreenPlan | undefined {
  const [, id = ''] = /^schemas\/screens\/(.+)\.screen\.json$/.exec(path) ?? []
  return Object.hasOwn(plan.screens, id) ? plan.screens[id] : undefined
}

/** What a button sends to the server; nothing where it leads to a page or opens a part of the program. */
export function requestsOf({ name, does }: ActionPlan, { base, pages }: ScreenPlan): [method: Method, url: string][] {
  switch (does.kind) {
    case 'add':
      return [['POST', base]]
    case 'edit':
      return [['PATCH', `${base}/{id}`]]
    case 'delete':
      return [['DELETE', `${base}/{id}`]]
    case 'export':
      return [['POST', `${base}/export`]]
    case 'attach':
      return [['POST', `${base}/attach/{id}`]]
    case 'download':
      return [
        ['GET', `${base}/download/{id}`],
        ...(Object.values(pages).some((page) => page.kind === 'list' && page.batchActions.includes(name))
          ? ([['POST', `${base}/batchDownload`]] as [Method, string][])
          : []),
      ]
    case 'import':
      return [
        ['POST', `${base}/${name}`],
        ['GET', `${base}/${name}/template`],
      ]
    case 'action':
      return [['POST', `${base}/${name}/{id}`]]
    case 'request':
      return [[does.endpoint.method, does.endpoint.url]]
    case 'calculate':
      return [[does.method, does.url]]
    case 'print':
      return 'templates' in does ? does.templates.map((template) => ['GET', `${base}/print/${template.name}`]) : []
    default:
      return []
  }
}

function distinct(operations: readonly Operation[]): Operation[] {
  return [...new Map(operations.map((each) => [`${each.method} ${each.url}`, each])).values()]
}
