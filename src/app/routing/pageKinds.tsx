import { createElement, type ComponentType } from 'react'
import { ListPage } from '../../../engine/client/list/ListPage'
import { lazyPart, type LazyPart } from '../../../engine/client/ui/lazyPart'
import type { BrowserScreenPlan, PagePlan } from '../../../engine/core/plan'
import { PageSkeleton } from '../ui/PageSkeleton'

export interface PageProps {
  screen: BrowserScreenPlan
  page: PagePlan
}

// Each component draws the one kind of page it is listed under; the page host picks it by that kind.
const asPage = (component: unknown): ComponentType<PageProps> => component as ComponentType<PageProps>

const list = asPage(ListPage)

/** The engine's pages by their kind. Most visits begin with a list: its code comes with the program, that of the others when it is needed. */
export const pageKinds: Readonly<Record<PagePlan['kind'], LazyPart<PageProps>>> = {
  list: Object.assign((props: PageProps) => createElement(list, props), { load: () => Promise.resolve() }),
  record: lazyPart(
    () => import('../../../engine/client/record/RecordPage').then((module) => asPage(module.RecordPage)),
    <PageSkeleton list={false} />,
  ),
  custom: lazyPart(
    () => import('../../../engine/client/record/CustomPage').then((module) => asPage(module.CustomPage)),
    <PageSkeleton list={false} />,
  ),
}
