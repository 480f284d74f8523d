import type { EngineServices } from '../../../engine/client/context'
import { prefetchList } from '../../../engine/client/data/useList'
import { recordOf } from '../../../engine/client/pageAddress'
import { prefetchRecord } from '../../../engine/client/record/useRecord'
import { pageKinds } from './pageKinds'
import type { RouteMatch } from './routeTable'
import type { Screens } from './screens'

export interface PrefetchOptions {
  services: EngineServices
  screens: Screens
  /** Data is asked for only in the name of a user. */
  mayAsk: () => boolean
}

/**
 * Gets everything of a page that is about to be shown: its code and its plan side by side, and its first data as soon as the plan says
 * which, whether or not the code is there. What fails here fails again, and is said, when the page is drawn.
 */
export async function prefetchPage(
  { services, screens, mayAsk }: PrefetchOptions,
  { route, params }: RouteMatch,
  search: string,
): Promise<void> {
  const likely = route.page === 'list' ? pageKinds.list : pageKinds.record
  const planned = screens.load(route.screen)
  void likely.load()
  const plan = await planned
  const page = plan.pages[route.page]
  if (!page) return
  const code = pageKinds[page.kind].load()
  if (mayAsk()) {
    if (page.kind === 'list') await prefetchList(services, plan, page, { search, params })
    else if (page.kind === 'record') {
      const { id } = recordOf(page, { search, params })
      if (id !== undefined) await prefetchRecord(services, plan, id)
    }
  }
  await code
}
