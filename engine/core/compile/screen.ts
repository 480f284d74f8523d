import type { Screen } from '../../spec/generated/screen'
import type { EntityPlan, ExtraEndpointPlan, LinesPlan, PagePlan, ScreenAccess, ScreenPlan } from '../plan'
import { displayOf } from '../fields'
import { compileActions } from './action'
import { deriveAccess, dictionariesOf } from './access'
import { compileFields } from './field'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'
import { compilePage, type PageContext } from './page'
import { compilePrints } from './print'
import { compilePayload } from './payload'
import type { ProductSources } from '../sources/sources'
import { readPermissionOf } from './readPermission'
import { decides } from './summary'
import { compileOptionalWhere, compileWhere, statesOf } from '../sources/where'

/** Compiles one screen against entities that are compiled already. `id` is `<permission group>/<menu>[.<part>]`. */
export function compileScreen(id: string, sources: ProductSources, entities: Record<string, EntityPlan>): ScreenPlan {
  const screen = lookUp(sources.screens, id, 'screen', id)
  const [group = '', file = ''] = id.split('/')
  const menu = file.split('.')[0] ?? file
  const entity = lookUp(entities, screen.entity, 'entity', id)
  const extra = compileExtra(screen, { id, menu }, entity, sources)
  const context: PageContext = {
    id,
    menu,
    screen,
    entity,
    entities,
    extra,
    titles: titlesByRoute(sources),
    screens: sources.screens,
    relatedKeys: new Map(),
  }
  const pages = Object.fromEntries(
    Object.entries(screen.pages).flatMap(([name, page]) => (page ? [[name, compilePage(name, page, context)] as const] : [])),
  )
  const prints = compilePrints(context)
  const actions = compileActions({ ...context, prints }, pages, sources)
  const lines = linesShown(pages, entity)
  const plan = {
    id,
    menu,
    menuName: `${group}_${menu}`,
    title: screen.title,
    entity: entity.name,
    label: displayOf(lookUp(entity.fields, entity.label, 'field', id)) ?? entity.label,
    base: screen.endpoints.base,
    pages,
    actions,
    extra,
    lines,
    checks: entity.checks,
    ...optional({
      readPermission: readPermissionOf(id, sources.screens),
      rights: compileRights(screen, menu),
      prints,
      states: entity.states,
      statusField: entity.statusField,
      warnings: actions.add || actions.edit ? entity.warnings : undefined,
      summary: decides(actions) || hasRecordPage(pages) ? entity.summary : undefined,
      authored: entity.authored,
      pending: entity.pending,
      document: entity.document,
      where: compileOptionalWhere(screen.endpoints.where, () => entity.states),
    }),
  }
  return {
    ...plan,
    dictionaries: dictionariesOf(plan),
    access: {
      ...deriveAccess(plan, entity),
      ...optional({ ordinals: screen.endpoints.ordinals, usual: compileUsual(screen, entity) }),
    },
  }
}

function hasRecordPage(pages: Record<string, PagePlan>): boolean {
  return Object.values(pages).some(({ kind }) => kind === 'record')
}

function compileUsual({ endpoints: { usual } }: Screen, entity: EntityPlan): ScreenAccess['usual'] {
  return usual && { where: compileWhere(usual.where, () => entity.states), unless: usual.unless }
}

function compileRights({ rights, programRights }: Screen, menu: string): ScreenPlan['rights'] {
  if (!rights && !programRights) return undefined
  return Object.fromEntries(Object.entries({ ...rights, ...programRights }).map(([code, title]) => [`${menu}_${code}`, title]))
}

function compileExtra(
  screen: Screen,
  { id, menu }: { id: string; menu: string },
  entity: EntityPlan,
  sources: ProductSources,
): Record<string, ExtraEndpointPlan> {
  return Object.fromEntries(
    Object.entries(screen.endpoints.extra ?? {}).map(([name, endpoint]) => {
      const where = `${id} ${name}`
      const body = compilePayload(endpoint.body, entity, sources, where, { form: false })
      const plan: ExtraEndpointPlan = {
        name,
        method: endpoint.method,
        url: `${screen.endpoints.base}${endpoint.url}`,
        permission: permissionOf(endpoint.permission, screen, menu),
        description: endpoint.description,
        query: Object.values(compileFields(endpoint.query ?? {}, sources, where)),
        body: body.fields,
        ...optional({
          lines: body.lines.length > 0 ? body.lines : undefined,
          answer: endpoint.answer && compilePayload(endpoint.answer, entity, sources, where, { form: false }),
          handler: endpoint.handler,
          bodyLimit: endpoint.bodyMegabytes && endpoint.bodyMegabytes * 1_048_576,
          signed: endpoint.signed,
          demo: endpoint.demo,
          list: endpoint.list && {
            fields: endpoint.list.fields,
            whole: endpoint.list.whole === true,
            ...optional({
              of: endpoint.list.of,
              where: compileOptionalWhere(endpoint.list.where, statesOf(endpoint.list.of ?? screen.entity, sources, id)),
              sort: endpoint.list.sort,
            }),
          },
        }),
      }
      return [name, plan]
    }),
  )
}

function permissionOf(permission: string, screen: Screen, menu: string): string {
  if (permission === 'view' || permission === 'open' || permission === 'session') return permission
  return `${menu}_${screen.permissions?.[permission] ?? permission}`
}

function linesShown(pages: Record<string, PagePlan>, entity: EntityPlan): Record<string, LinesPlan> {
  const names = Object.values(pages).flatMap((page) =>
    page.kind === 'record' ? page.tabs.flatMap((tab) => (tab.kind === 'lines' ? [tab.lines] : [])) : [],
  )
  return Object.fromEntries(names.map((name) => [name, lookUp(entity.lines, name, 'lines', entity.name)]))
}

const titleCache = new WeakMap<ProductSources['menus'], Record<string, string>>()

/** Page titles stand in the menu table; a page may say its own. */
function titlesByRoute(sources: ProductSources): Record<string, string> {
  const known = titleCache.get(sources.menus)
  if (known) return known
  const titles = Object.fromEntries(sources.menus.menus.flatMap((menu) => (menu.router ? [[menu.router, menu.name]] : [])))
  titleCache.set(sources.menus, titles)
  return titles
}
