import { createElement, memo, Suspense, use, useMemo, useSyncExternalStore } from 'react'
import { PageAddressProvider } from '../../../engine/client/context'
import type { BrowserScreenPlan, PagePlan } from '../../../engine/core/plan'
import { useProgram } from '../programContext'
import { PageErrorBoundary } from './PageErrorBoundary'
import { pageKinds } from './pageKinds'
import { PageSkeleton } from './PageSkeleton'
import type { RouteMatch } from './routeTable'

interface PageHostProps {
  match: RouteMatch
  pathname: string
  search: string
  /** False while the page is kept in the background. */
  active: boolean
}

/** A page of a screen at its address. What was prefetched is drawn at once; else a skeleton shows when waiting is felt. */
export const PageHost = memo(function PageHost({ match, pathname, search, active }: PageHostProps) {
  const { params, route } = match
  const address = useMemo(() => ({ pathname, search, params, active }), [pathname, search, params, active])
  return (
    <PageErrorBoundary>
      <Suspense fallback={<PageSkeleton list={route.page === 'list'} />}>
        <PageAddressProvider address={address}>
          <PlannedPage screenId={route.screen} pageName={route.page} />
        </PageAddressProvider>
      </Suspense>
    </PageErrorBoundary>
  )
})

function PlannedPage({ screenId, pageName }: { screenId: string; pageName: string }) {
  const screen = usePlan(screenId)
  const page = screen.pages[pageName]
  if (!page) throw new Error(`Screen '${screenId}' has no page '${pageName}'`)
  return <PageOfKind screen={screen} page={page} />
}

function PageOfKind({ screen, page }: { screen: BrowserScreenPlan; page: PagePlan }) {
  return createElement(use(pageKinds[page.kind].load()), { screen, page })
}

function usePlan(screenId: string): BrowserScreenPlan {
  const { screens } = useProgram()
  // An edited plan takes the place of the one that is drawn.
  useSyncExternalStore(screens.subscribe, () => screens.peek(screenId))
  return use(screens.load(screenId))
}
