import { withoutInternal } from '../../../engine/core/outside'
import type { BrowserScreenPlan } from '../../../engine/core/plan'

export type Loaders = Readonly<Record<string, () => Promise<{ default: BrowserScreenPlan }>>>

/** Plans of the screens, each loaded once when it is first needed. */
export interface Screens {
  /** The same promise as long as the plan is the same. */
  load: (id: string) => Promise<BrowserScreenPlan>
  /** The plan if it is loaded. */
  peek: (id: string) => BrowserScreenPlan | undefined
  /** In development: a schema was edited. Pages that show it draw the new plan and keep their state. */
  replace: (id: string, plan: BrowserScreenPlan) => void
  /** In development: screens were added or taken away. What is here stays. */
  reload: (loaders: Loaders) => void
  /** Called after a plan was loaded or replaced. */
  subscribe: (listener: () => void) => () => void
}

/** @param isOutside whether the account comes from outside, and is shown nothing internal */
export function createScreens(loaders: Loaders, isOutside: () => boolean = () => false): Screens {
  const inside = createPlans(loaders, (plan) => plan)
  const outside = createPlans(loaders, withoutInternal)
  const here = (): Screens => (isOutside() ? outside : inside)
  return {
    load: (id) => here().load(id),
    peek: (id) => here().peek(id),
    replace(id, plan) {
      for (const screens of [inside, outside]) screens.replace(id, plan)
    },
    reload(edited) {
      for (const screens of [inside, outside]) screens.reload(edited)
    },
    subscribe(listener) {
      const [one, other] = [inside.subscribe(listener), outside.subscribe(listener)]
      return () => {
        one()
        other()
      }
    },
  }
}

function createPlans(given: Loaders, shown: (plan: BrowserScreenPlan) => BrowserScreenPlan): Screens {
  let loaders = given
  const plans = new Map<string, BrowserScreenPlan>()
  const loading = new Map<string, Promise<BrowserScreenPlan>>()
  const listeners = new Set<() => void>()

  function tell(): void {
    for (const listener of listeners) listener()
  }

  async function fetchPlan(id: string): Promise<BrowserScreenPlan> {
    const loader = Object.hasOwn(loaders, id) ? loaders[id] : undefined
    if (!loader) throw new Error(`There is no screen '${id}'`)
    const { default: plan } = await loader()
    // An edited one may have been loaded first.
    const newest = plans.get(id) ?? shown(plan)
    plans.set(id, newest)
    tell()
    return newest
  }

  return {
    load(id) {
      const known = loading.get(id)
      if (known) return known
      const promise = fetchPlan(id)
      loading.set(id, promise)
      // After a failure it is loaded again the next time.
      promise.catch(() => loading.delete(id))
      return promise
    },
    peek: (id) => plans.get(id),
    replace(id, edited) {
      if (!plans.has(id)) return
      const plan = shown(edited)
      plans.set(id, plan)
      loading.set(id, Promise.resolve(plan))
      tell()
    },
    reload(edited) {
      loaders = edited
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
