/** Parts that few lists have: their code is loaded when a list needs it. */
import type { ListPagePlan } from '../../core/plan'
import { lazyPart } from '../ui/lazyPart'

/** Numbers above the rows. */
export const Figures = lazyPart(() => import('./Figures').then((module) => module.Figures), <div className="engine-figures-place" />)

export const Charts = lazyPart(() => import('../charts/Charts').then((module) => module.Charts))

/** Rows that open. */
export const RelatedTab = lazyPart(() => import('../record/RelatedTab').then((module) => module.RelatedTab))

/** Lists that share their page. */
export const ListTabs = lazyPart(() => import('./ListTabs').then((module) => module.ListTabs))

export const SidePanel = lazyPart(() => import('./SidePanel').then((module) => module.SidePanel), <div className="engine-side" />)

export const SplitPane = lazyPart(() => import('./SplitPane').then((module) => module.SplitPane))

/** Loads the code that a list draws with besides its own. */
export async function loadListParts(page: ListPagePlan): Promise<void> {
  await Promise.all([
    page.figures && Figures.load(),
    page.charts && Charts.load(),
    page.side && SidePanel.load(),
    page.split && SplitPane.load(),
    page.tabs && ListTabs.load(),
  ])
}
