/**
 * What this page knows of the product beside its screens: menus, routes and the versions of plans, as much as its user may see. The server
 * says it together with the rights; it is kept with the stored user, so that a page which starts anew need not wait for it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KeyValueStore } from '../../engine/client/memory/storage'
import { reachableMenus } from '../../engine/core/menus'
import { partFor, type SubMenus } from '../../engine/core/permission'
import type { MenuPlan, RoutePlan } from '../../engine/core/plan'
import { planUrl, type ProductPart } from '../../engine/core/wire'
import { createRouteTable, type MatchRoute } from './routing/routeTable'
import { productKey } from './session/currentUser'
import type { UserProduct } from './session/userProduct'

/** The pages for everybody and the plans of their screens, which the program has in itself. */
export type OpenProduct = Pick<ProductPart, 'routes' | 'plans'>

/** Menus and routes of the whole product, as the development server tells them. */
export interface EditedProduct {
  menus: MenuPlan[]
  routes: RoutePlan[]
}

export interface ProductState {
  /** Those that lead somewhere in this installation. */
  menus: readonly MenuPlan[]
  match: MatchRoute
  /** The pages on which records of an entity are looked at. */
  homes: (entity: string) => readonly RoutePlan[]
  /** Where the plan of a screen is asked for, its version included; undefined for a screen that is not this user's to see. */
  planAddress: (screen: string) => string | undefined
}

export interface ProductKeeper extends UserProduct {
  state: StoreApi<ProductState>
  /** In development, until the server has answered anew: schemas were edited. */
  follow: (edited: EditedProduct, user: { subMenus: SubMenus } | undefined) => void
}

export interface ProductOptions {
  open: OpenProduct
  local: KeyValueStore
  hasApplication: (name: string) => boolean
}

export function createProduct({ open, local, hasApplication }: ProductOptions): ProductKeeper {
  const state = createStore<ProductState>(() => stateOf())
  let current: ProductPart | undefined
  /** What the store holds, by user and version. */
  let stored = ''
  let changes = 0

  function stateOf({ menus = [], routes = open.routes, plans = {} }: Partial<ProductPart> = {}): ProductState {
    const pages = new Set(routes.map(({ route }) => route))
    const byEntity = new Map<string, RoutePlan[]>()
    for (const route of routes) if (route.entity !== undefined) byEntity.set(route.entity, [...(byEntity.get(route.entity) ?? []), route])
    return {
      menus: reachableMenus(menus, { hasPage: (router) => pages.has(router), hasApplication }),
      match: createRouteTable(routes),
      homes: (entity) => byEntity.get(entity) ?? [],
      planAddress(screen) {
        const own = versionIn(plans, screen)
        if (own !== undefined) return planUrl(screen, own)
        const everybodys = versionIn(open.plans, screen)
        return everybodys === undefined ? undefined : planUrl(screen, everybodys, true)
      },
    }
  }

  function show(part: ProductPart): void {
    state.setState(stateOf(part))
    current = part
  }

  function forget(): void {
    current = undefined
    state.setState(stateOf())
  }

  return {
    state,
    version: () => current?.version,
    changes: () => changes,
    restore(userId) {
      const kept = local.get(productKey)
      if (!isKept(kept) || kept.userId !== userId) return false
      try {
        if (kept.version !== current?.version) show(kept)
      } catch {
        // Written by another program, or by hand.
        return false
      }
      stored = nameOf(userId, kept)
      return true
    },
    take(userId, answer) {
      if (answer?.changes !== undefined) changes = answer.changes
      const part = answer && 'menus' in answer ? partIn(answer) : current
      if (!part || part.version !== answer?.version) return false
      const changed = part.version !== current?.version
      if (changed) show(part)
      if (stored !== nameOf(userId, part)) local.set(productKey, { userId, ...part })
      stored = nameOf(userId, part)
      return changed
    },
    follow(edited, user) {
      const { menus, routes } = user ? partFor(edited, user.subMenus) : { menus: [], routes: edited.routes.filter(({ open }) => open) }
      state.setState(stateOf({ ...current, menus, routes }))
    },
    forget,
    discard() {
      forget()
      stored = ''
      local.remove(productKey)
    },
  }
}

function partIn({ version, menus, routes, plans }: ProductPart): ProductPart {
  return { version, menus, routes, plans }
}

function nameOf(userId: string, { version }: Pick<ProductPart, 'version'>): string {
  return `${userId} ${version}`
}

function versionIn(plans: Readonly<Record<string, string>>, screen: string): string | undefined {
  return Object.hasOwn(plans, screen) ? plans[screen] : undefined
}

function isKept(value: unknown): value is ProductPart & { userId: string } {
  if (typeof value !== 'object' || value === null) return false
  const { userId, version, menus, routes, plans } = value as Partial<ProductPart & { userId: string }>
  return (
    typeof userId === 'string' &&
    typeof version === 'string' &&
    Array.isArray(menus) &&
    Array.isArray(routes) &&
    typeof plans === 'object' &&
    plans !== null
  )
}
