import { fileURLToPath } from 'node:url'
import { readSources } from '../../../engine/core/check/sources'
import { compileProduct } from '../../../engine/core/compile'
import { splitMenuName, type SubMenu } from '../../../engine/core/permission'
import type { PagePlan, ProductPlan, ScreenPlan } from '../../../engine/core/plan'
import { loadSchemas } from '../../../engine/spec/load'
import { formatProblem } from '../../../engine/spec/problem'

/** The product as the shipped schemas have it, compiled once for the files of a process. */
export const plan = shippedProduct()

export const screens = Object.values(plan.screens)

/** What the build compiles in for pages that list codes without an account. */
export const codeLists = Promise.resolve(plan.dictionaries)

function shippedProduct(): ProductPlan {
  // Not within one expression, which Vite would take for the address of an asset.
  const here = import.meta.url
  const { sources, problems } = readSources(loadSchemas(fileURLToPath(new URL('../../..', here))))
  if (!sources) throw new Error(problems.map(formatProblem).join('\n'))
  return compileProduct(sources)
}

export type Routed = PagePlan & { route: string }

export function pagesOf({ pages }: ScreenPlan): Routed[] {
  return Object.values(pages).filter((page): page is Routed => page.route !== undefined)
}

/** By menu name: codes of the actions that an account has. */
export type Grants = ReadonlyMap<string, ReadonlySet<string>>

/** All that there is. */
export const all: Grants = new Map(screens.map(({ menuName }) => [menuName, allCodes(menuName)]))

function allCodes(menuName: string): Set<string> {
  const ofMenu = screens.filter((screen) => screen.menuName === menuName)
  return new Set(ofMenu.flatMap(({ actions }) => Object.values(actions).flatMap(({ permission }) => permission ?? [])))
}

/** What a standard role begins with. */
export function grantsOf({ menus }: ProductPlan['roles'][string]): Grants {
  return new Map(Object.entries(menus).map(([name, codes]) => [name, new Set(codes.map((code) => `${splitMenuName(name).name}_${code}`))]))
}

/** Of the standard roles that have the menu, the one that may do least there; none has all of it. */
export function narrowRole({ menuName }: ScreenPlan): Grants | undefined {
  const [role] = Object.values(plan.roles)
    .filter(({ menus }) => menus[menuName] !== undefined)
    .toSorted((a, b) => (a.menus[menuName]?.length ?? 0) - (b.menus[menuName]?.length ?? 0) || (a.code < b.code ? -1 : 1))
  return role && grantsOf(role)
}

export function subMenusOf(grants: Grants): SubMenu[] {
  return Array.from(grants, ([menuName, codes]) => ({
    menuName,
    menuId: plan.menus.find((menu) => menu.menuName === menuName)?.id ?? menuName,
    permissionType: 1,
    children: Array.from(codes, (code) => ({ menuName: code })),
  }))
}
