import type { ComponentType } from 'react'
import { lazyPart, type LazyPart } from '../../../engine/client/ui/lazyPart'
import type { BrowserScreenPlan, PagePlan } from '../../../engine/core/plan'
import { PageSkeleton } from '../ui/PageSkeleton'

export interface PageProps {
  screen: BrowserScreenPlan
  page: PagePlan
}

// Each component draws the one kind of page it is listed under; the page host picks it by that kind.
const asPage = (component: unknown): ComponentType<PageProps> => component as ComponentType<PageProps>

/** The engine's pages by their kind, a chunk each. */
export const pageKinds: Readonly<Record<PagePlan['kind'], LazyPart<PageProps>>> = {
  list: lazyPart(() => import('../../../engine/client/list/ListPage').then((module) => asPage(module.ListPage)), <PageSkeleton list />),
  record: lazyPart(
    () => import('../../../engine/client/record/RecordPage').then((module) => asPage(module.RecordPage)),
    <PageSkeleton list={false} />,
  ),
  custom: lazyPart(
    () => import('../../../engine/client/record/CustomPage').then((module) => asPage(module.CustomPage)),
    <PageSkeleton list={false} />,
  ),
}
