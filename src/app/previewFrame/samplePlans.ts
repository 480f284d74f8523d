/** What the preview's frame gets of the product: all of it, whatever the role, so that another role can be looked at where one is. Pages are guarded by the role's rights. */
import { browserPlan, routesOf } from '../../../engine/core/compile'
import { withoutInternal } from '../../../engine/core/outside'
import type { BrowserScreenPlan, ProductPlan } from '../../../engine/core/plan'
import { plansPath, type ProductPart } from '../../../engine/core/wire'

/** A plan in the frame is the one that there is; its address is the same whatever was edited. */
const ANY_VERSION = 'draft'

const versions = new WeakMap<ProductPlan['screens'], string>()
let lastVersion = 0

export function wholeProduct({ menus, screens }: ProductPlan): ProductPart {
  let version = versions.get(screens)
  if (version === undefined) {
    lastVersion += 1
    version = String(lastVersion)
    versions.set(screens, version)
  }
  const plans = Object.fromEntries(Object.keys(screens).map((id) => [id, ANY_VERSION]))
  return { version, menus, routes: routesOf(screens), plans }
}

/** The plan that a path asks for; undefined for every other path. */
export function planAt(path: string, { screens }: ProductPlan, outside: boolean): BrowserScreenPlan | undefined {
  if (!path.startsWith(`${plansPath}/`)) return undefined
  const id = path.slice(plansPath.length + 1, path.lastIndexOf('/'))
  const screen = Object.hasOwn(screens, id) ? screens[id] : undefined
  if (!screen) return undefined
  return outside ? withoutInternal(browserPlan(screen)) : browserPlan(screen)
}
