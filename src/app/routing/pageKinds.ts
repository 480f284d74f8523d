import type { ComponentType } from 'react'
import type { BrowserScreenPlan, PagePlan } from '../../../engine/core/plan'

export interface PageProps {
  screen: BrowserScreenPlan
  page: PagePlan
}
type PageComponent = ComponentType<PageProps>

export interface LazyPage {
  load: () => Promise<PageComponent>
  /** The component if it is here already: a page that was prefetched is drawn at once, without a fallback in between. */
  peek: () => PageComponent | undefined
}

function lazyPage(load: () => Promise<PageComponent>): LazyPage {
  let component: PageComponent | undefined
  let loading: Promise<PageComponent> | undefined
  return {
    load() {
      loading ??= load().then(
        (loaded) => (component = loaded),
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
    peek: () => component,
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
