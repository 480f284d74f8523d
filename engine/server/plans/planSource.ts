/** Plans of screens as they hold now, each with the version under which a browser keeps it. */
import { createHash } from 'node:crypto'
import { browserPlan } from '../../core/compile'
import { withoutDemo } from '../../core/demoOnly'
import { withoutInternal } from '../../core/outside'
import type { BrowserScreenPlan, ProductPlan } from '../../core/plan'

export interface ServedPlan {
  version: string
  plan: BrowserScreenPlan
}

/** It is asked for every screen of an account whenever a page begins, so it answers from memory, and with the same object as long as nothing changes. */
export interface PlanSource {
  /** What holds now; undefined for a screen that there is not. */
  of: (screen: string) => Promise<ServedPlan | undefined>
  /** How often plans have changed by now, the same on every server, and growing; absent where they never do. */
  changes?: () => Promise<number>
}

/** The plans that the schemas compile to. */
export function shippedPlans({ screens }: Pick<ProductPlan, 'screens'>): PlanSource {
  const served = new Map<string, ServedPlan>()
  return {
    async of(id) {
      const screen = Object.hasOwn(screens, id) ? screens[id] : undefined
      if (!screen) return undefined
      const known = served.get(id) ?? versioned(browserPlan(screen))
      served.set(id, known)
      return known
    },
  }
}

/** The same plans as accounts from outside are shown them. */
export function plansForOutside(source: PlanSource): PlanSource {
  const outside = new WeakMap<ServedPlan, ServedPlan>()
  return {
    async of(id) {
      const whole = await source.of(id)
      if (!whole) return undefined
      const shown = outside.get(whole) ?? versioned(withoutInternal(whole.plan))
      outside.set(whole, shown)
      return shown
    },
  }
}

/** The same plans where there is no demo mode: endpoints of it are gone, and the buttons that ask them. */
export function plansWithoutDemo(source: PlanSource): PlanSource {
  const without = new WeakMap<ServedPlan, ServedPlan>()
  return {
    ...source,
    async of(id) {
      const whole = await source.of(id)
      if (!whole || !Object.values(whole.plan.extra).some(({ demo }) => demo)) return whole
      const shown = without.get(whole) ?? versioned(withoutDemo(whole.plan))
      without.set(whole, shown)
      return shown
    },
  }
}

export function versioned(plan: BrowserScreenPlan): ServedPlan {
  return { version: versionOf(JSON.stringify(plan)), plan }
}

/** Short, and in practice never the same for two texts. */
export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
