/** Takes out of a plan what exists in demo mode only: endpoints that say so, their buttons, and tabs that stand in place of such a button. */
import type { ActionPlan, BrowserScreenPlan, PagePlan } from './plan'

export function withoutDemo(plan: BrowserScreenPlan): BrowserScreenPlan {
  const actions = entriesWhere(plan.actions, (action) => !isDemo(action))
  const isThere = (name: string): boolean => Object.hasOwn(actions, name)
  const withoutButtons = (page: PagePlan): PagePlan => {
    if (page.kind === 'list') {
      const { toolbar, rowActions, batchActions } = page
      const kept = { toolbar: toolbar.filter(isThere), rowActions: rowActions.filter(isThere), batchActions: batchActions.filter(isThere) }
      return { ...page, ...kept }
    }
    const actionsLeft = page.actions.filter(isThere)
    if (page.kind !== 'record') return { ...page, actions: actionsLeft }
    return { ...page, actions: actionsLeft, tabs: page.tabs.filter((tab) => tab.kind !== 'calculate' || isThere(tab.action)) }
  }
  const pages = Object.fromEntries(Object.entries(plan.pages).map(([name, page]) => [name, withoutButtons(page)]))
  return { ...plan, actions, pages, extra: entriesWhere(plan.extra, ({ demo }) => !demo) }
}

function isDemo({ does }: ActionPlan): boolean {
  if (does.kind === 'calculate') return does.demo === true
  return does.kind === 'request' && does.endpoint.demo === true
}

function entriesWhere<T>(record: Record<string, T>, keep: (value: T) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => keep(value)))
}
