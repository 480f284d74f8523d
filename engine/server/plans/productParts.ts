/** Menus, routes and versions of plans for an account: what its browser needs to know before it opens a page. */
import { setImmediate as others } from 'node:timers/promises'
import { routesOf } from '../../core/compile'
import { menusSeenBy, partFor } from '../../core/permission'
import type { ProductPlan, RoutePlan } from '../../core/plan'
import type { ProductAnswer, ProductPart } from '../../core/wire'
import { shownTo, type SessionUser } from '../session'
import { plansForOutside, versionOf, type PlanSource } from './planSource'

type PartsUser = Pick<SessionUser, 'subMenus' | 'shown' | 'outside'>

export interface ProductParts {
  of: (user: PartsUser) => Promise<ProductPart>
  /** For a browser. @param known the version of the part that it has: it is not told twice */
  answer: (user: PartsUser, known: string | undefined) => Promise<ProductAnswer>
}

/** Accounts with the same rights share one part; so many different rights are remembered. */
const remembered = 200
/** The first part asks for the version of every plan, which has to be made then; others are let in between. */
const sliceMs = 10

interface Remembered extends Pick<ProductPart, 'menus' | 'routes'> {
  screens: string[]
  /** With the versions that held then. */
  last?: { versions: string; part: ProductPart }
}

export function createProductParts({ menus, screens }: Pick<ProductPlan, 'menus' | 'screens'>, source: PlanSource): ProductParts {
  const routes: readonly RoutePlan[] = routesOf(screens)
  const outside = plansForOutside(source)
  const parts = new Map<string, Remembered>()

  function rememberedFor(user: PartsUser): Remembered {
    const rights = shownTo(user)
    const key = JSON.stringify([user.outside !== undefined, rights.map(({ menuName, permissionType }) => [menuName, permissionType])])
    const sees = menusSeenBy(rights)
    const found = parts.get(key) ?? {
      ...partFor({ menus, routes }, rights),
      screens: Object.values(screens).flatMap(({ id, menuName }) => (sees(menuName) ? [id] : [])),
    }
    // Last in the order of use.
    parts.delete(key)
    parts.set(key, found)
    const [oldest] = parts.keys()
    if (parts.size > remembered && oldest !== undefined) parts.delete(oldest)
    return found
  }

  async function partOf(user: PartsUser): Promise<ProductPart> {
    const found = rememberedFor(user)
    const plans = await versionsOf(found.screens, user.outside === undefined ? source : outside)
    const versions = JSON.stringify(plans)
    if (found.last?.versions === versions) return found.last.part
    const content = { menus: found.menus, routes: found.routes, plans }
    const part = { version: versionOf(JSON.stringify(content)), ...content }
    found.last = { versions, part }
    return part
  }

  return {
    of: partOf,
    async answer(user, known) {
      // First: what changes meanwhile is heard of again.
      const changes = await source.changes?.()
      const part = await partOf(user)
      const answer = part.version === known ? { version: part.version } : part
      return changes === undefined ? answer : { ...answer, changes }
    },
  }
}

async function versionsOf(screens: readonly string[], plans: PlanSource): Promise<Record<string, string>> {
  const versions: Record<string, string> = {}
  let since = performance.now()
  for (const id of screens) {
    const served = await plans.of(id)
    if (served) versions[id] = served.version
    if (performance.now() - since < sliceMs) continue
    await others()
    since = performance.now()
  }
  return versions
}
