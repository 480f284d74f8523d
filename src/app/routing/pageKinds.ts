import type { ComponentType } from 'react'
import type { BrowserScreenPlan, PagePlan } from '../../../engine/core/plan'
import { readable } from './readable'

export interface PageProps {
  screen: BrowserScreenPlan
  page: PagePlan
}
type PageComponent = ComponentType<PageProps>

export interface LazyPage {
  /** Always the same promise, which React's `use` reads at once when it is fulfilled. */
  load: () => Promise<PageComponent>
}

function lazyPage(load: () => Promise<PageComponent>): LazyPage {
  let loading: Promise<PageComponent> | undefined
  return {
    load() {
      if (!loading) {
        loading = readable(load())
        // Without a connection it is asked for again the next time.
        loading.catch(() => (loading = undefined))
      }
      return loading
    },
  }
}

// Each component draws the one kind of page it is listed under; the page host picks it by that kind.
const asPage = (component: unknown): PageComponent => component as PageComponent

/** The engine's pages by their kind, a chunk each. */
export const pageKinds: Readonly<Record<PagePlan['kind'], LazyPage>> = {
  list: lazyPage(() => import('../../../engine/client/list/ListPage').then((module) => asPage(module.ListPage))),
  record: lazyPage(() => import('../../../engine/client/record/RecordPage').then((module) => asPage(module.RecordPage))),
  custom: lazyPage(() => import('../../../engine/client/record/CustomPage').then((module) => asPage(module.CustomPage))),
}
