import { reachableMenus } from '../menus'
import type { BrowserScreenPlan, DictionaryPlan, MenuPlan, ProductPlan, RoutePlan, ScreenPlan } from '../plan'
import { compileLedger, compileSums } from './effects'
import { compileEntity } from './entity'
import { viewPageOf } from '../recordAddress'
import { noMemory, type Memory } from '../memory'
import { resolveGroups } from '../sources/groups'
import { optional } from '../sources/optional'
import { compileSchedule } from './schedule'
import { compileScreen } from './screen'
import type { ProductSources } from '../sources/sources'

/**
 * Compiles all schemas of a product. Expects sources that passed the schema check; what is wrong all the same ends in an EngineError
 * (`compile.*`) or ExpressionError that names the place.
 */
export function compileProduct(sources: ProductSources, memory: Memory = noMemory): ProductPlan {
  const base = memory.remember('compile base', () => compileBase(sources))
  const compiled = (id: string) => memory.remember(`compile screen ${id}`, () => compileScreen(id, sources, base.entities))
  const screens = Object.fromEntries(Object.keys(sources.screens).map((id) => [id, compiled(id)]))
  return { ...base, screens, menus: compileMenus(sources, screens) }
}

/** All but the screens, and what is read from them. */
function compileBase(sources: ProductSources): Omit<ProductPlan, 'screens' | 'menus'> {
  return {
    title: sources.product.title,
    userEntity: sources.product.userEntity,
    scopes: sources.product.scopes,
    entities: Object.fromEntries(Object.keys(sources.entities).map((name) => [name, compileEntity(name, sources)])),
    dictionaries: compileDictionaries(sources),
    ledgers: Object.fromEntries(Object.entries(sources.ledgers ?? {}).map(([name, ledger]) => [name, compileLedger(name, ledger)])),
    sums: Object.entries(sources.entities).flatMap(([name, entity]) => compileSums(name, resolveGroups(name, entity, sources), sources)),
    ...optional({ outside: sources.product.outside }),
    ...optional({ schedule: sources.schedule && compileSchedule(sources.schedule) }),
    roles: Object.fromEntries(Object.entries(sources.roles.roles).map(([code, role]) => [code, { code, ...role }])),
  }
}

/** What the browser gets of a screen. */
export function browserPlan({ access: _server, prints: _printed, ...plan }: ScreenPlan): BrowserScreenPlan {
  return plan
}

/** All routes of the product, so that the browser can match an address before it loads the screen's plan. Static parts come before `:name`. */
export function routesOf(screens: Record<string, ScreenPlan>): RoutePlan[] {
  const routes = Object.values(screens).flatMap((screen) => {
    // Of a screen that has only some of its entity's records nobody knows whether it has this one.
    const viewed = screen.where === undefined ? viewPageOf(screen) : undefined
    return Object.values(screen.pages).flatMap((page) =>
      page.route === undefined
        ? []
        : [
            {
              route: page.route,
              screen: screen.id,
              page: page.name,
              title: page.title,
              menuName: screen.menuName,
              open: page.kind === 'custom' && page.open,
              ...(page.kind === 'record' ? { mode: page.mode } : {}),
              ...(page.kind === 'record' && page.route === screen.pages['list']?.route ? { ofRecord: true as const } : {}),
              ...(page === viewed ? { entity: screen.entity, ...optional({ readPermission: screen.readPermission }) } : {}),
            },
          ],
    )
  })
  return routes.sort((a, b) => parameters(a.route) - parameters(b.route) || a.route.localeCompare(b.route))
}

function parameters(route: string): number {
  return route.split(':').length
}

/** An entry of an application outside needs no page; whether the application is there, only the installation knows. */
function compileMenus(sources: ProductSources, screens: Record<string, ScreenPlan>): MenuPlan[] {
  const routes = new Set(Object.values(screens).flatMap((screen) => Object.values(screen.pages).flatMap((page) => page.route ?? [])))
  return reachableMenus(sources.menus.menus, { hasPage: (router) => routes.has(router), hasApplication: () => true })
}

function compileDictionaries(sources: ProductSources): Record<string, DictionaryPlan> {
  return Object.fromEntries(
    Object.entries(sources.dictionaries).map(([name, dictionary]) => [
      name,
      {
        name,
        title: dictionary.title,
        ...optional({ closed: dictionary.closed }),
        items: Object.entries(dictionary.items).map(([code, item]) =>
          typeof item === 'string' ? { code, title: item } : { code, title: item.title, ...optional({ color: item.color }) },
        ),
      },
    ]),
  )
}
