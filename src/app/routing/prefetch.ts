import type { EngineServices } from '../../../engine/client/context'
import { prefetchList } from '../../../engine/client/data/useList'
import { loadListParts } from '../../../engine/client/list/listParts'
import { recordOf } from '../../../engine/client/pageAddress'
import { prefetchRecord } from '../../../engine/client/record/useRecord'
import type { BrowserScreenPlan, PagePlan, RoutePlan } from '../../../engine/core/plan'
import { pageKinds } from './pageKinds'
import type { RouteMatch } from './routeTable'
import type { Screens } from './screens'

export interface PrefetchOptions {
  services: EngineServices
  screens: Pick<Screens, 'load'>
  /** Data is loaded only when a user is signed in. */
  mayAsk: () => boolean
  /** The page may never be opened: what is shown elsewhere stays as it is. */
  ahead?: boolean
}

interface Address {
  search: string
  params: Readonly<Record<string, string>>
}

/**
 * Gets everything of a page that is about to be shown: its code and its plan side by side, and its first data as soon as the plan says
 * which, whether or not the code is there. Resolves when the page can be drawn as it will be: data that is there already is brought up to
 * date meanwhile, and not waited for. What fails here fails again, and is said, when the page is drawn.
 */
export async function prefetchPage(
  { services, screens, mayAsk, ahead = false }: PrefetchOptions,
  { route, params }: RouteMatch,
  search: string,
): Promise<void> {
  const address = { search, params }
  const planned = screens.load(route.screen)
  const early = loadEarly(route, address)
  // The failure is handled below, where it is awaited.
  early.catch(() => undefined)
  const plan = await planned
  const page = plan.pages[route.page]
  if (!page) return
  await Promise.all([early, page.kind === 'list' && loadListParts(page), mayAsk() && askData(services, plan, page, address, ahead)])
}

/** The code that the route alone tells is needed. */
async function loadEarly({ mode: usual, page }: RoutePlan, address: Address): Promise<void> {
  if (usual === undefined) return (page === 'list' ? pageKinds.list : pageKinds.custom).load()
  const { mode } = recordOf({ mode: usual }, address)
  // Beside the page's own code, not after it.
  if (mode !== 'view') void import('../../../engine/client/record/RecordEdit').catch(() => undefined)
  const [{ loadRecordParts }] = await Promise.all([import('../../../engine/client/record/RecordPage'), pageKinds.record.load()])
  await loadRecordParts(mode)
}

async function askData(services: EngineServices, plan: BrowserScreenPlan, page: PagePlan, address: Address, ahead: boolean): Promise<void> {
  if (page.kind === 'list') await prefetchList(services, plan, page, address)
  else if (page.kind === 'record') {
    const { mode, id } = recordOf(page, address)
    // It would be asked for again as soon as the page is entered, and a page that shows it would begin anew.
    if (ahead && page.onEnter.clearCache) return
    if (id !== undefined) await prefetchRecord(services, plan, id, { newest: mode !== 'view', anew: page.onEnter.clearCache })
  }
}
