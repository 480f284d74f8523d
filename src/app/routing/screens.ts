import type { BrowserScreenPlan } from '../../../engine/core/plan'

/** Plans of the screens, each loaded when it is first needed, and anew when another version of it is known. */
export interface Screens {
  /** The same promise as long as the plan is the same. */
  load: (id: string) => Promise<BrowserScreenPlan>
  /** The plan if it is loaded; an earlier version of it until the newer one is. */
  peek: (id: string) => BrowserScreenPlan | undefined
  /** In development: a schema was edited. Pages that show it draw the new plan and keep their state. */
  replace: (id: string, plan: BrowserScreenPlan) => void
  /** In development: pages are to show what the server has now. Resolves with the screens that were loaded again. */
  renew: () => Promise<string[]>
  /** Somebody else is here, who may be shown other plans. */
  clear: () => void
  /** Called after a plan was loaded or replaced. */
  subscribe: (listener: () => void) => () => void
}

export interface ScreensOptions {
  /** Where the plan of a screen is now; another address means another version of it. Undefined: there is no such screen here. */
  addressOf: (id: string) => string | undefined
  fetchPlan: (address: string) => Promise<BrowserScreenPlan>
}

export function createScreens({ addressOf, fetchPlan }: ScreensOptions): Screens {
  const plans = new Map<string, BrowserScreenPlan>()
  const loading = new Map<string, { address: string | undefined; promise: Promise<BrowserScreenPlan> }>()
  const listeners = new Set<() => void>()

  function keep(id: string, plan: BrowserScreenPlan): void {
    plans.set(id, plan)
    for (const listener of listeners) listener()
  }

  async function fetched(id: string, address: string | undefined): Promise<BrowserScreenPlan> {
    if (address === undefined) throw new Error(`There is no screen '${id}'`)
    return fetchPlan(address)
  }

  function load(id: string): Promise<BrowserScreenPlan> {
    const address = addressOf(id)
    const known = loading.get(id)
    if (known && known.address === address) return known.promise
    const promise = fetched(id, address)
    const entry = { address, promise }
    loading.set(id, entry)
    const isLast = (): boolean => loading.get(id) === entry
    promise.then(
      (plan) => isLast() && keep(id, plan),
      // After a failure it is loaded again the next time.
      () => isLast() && loading.delete(id),
    )
    return promise
  }

  return {
    load,
    peek: (id) => plans.get(id),
    replace(id, plan) {
      loading.set(id, { address: addressOf(id), promise: Promise.resolve(plan) })
      keep(id, plan)
    },
    async renew() {
      const outdated = [...loading].flatMap(([id, { address }]) => (address === addressOf(id) ? [] : [id]))
      const results = await Promise.allSettled(outdated.map(load))
      return outdated.filter((_id, index) => results[index]?.status === 'fulfilled')
    },
    clear() {
      plans.clear()
      loading.clear()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
