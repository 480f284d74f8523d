import { memo, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { PageAddressProvider, useServices, type ScrollPlace } from '../../../engine/client/context'
import { HoldContext } from '../../../engine/client/form/view/useHold'
import { RequestError } from '../../../engine/client/request'
import type { BrowserScreenPlan } from '../../../engine/core/plan'
import { useApp, useProgram } from '../programContext'
import { useHeldPlan } from './useHeldPlan'
import { showShipped } from './showShipped'
import { PageErrorBoundary } from './PageErrorBoundary'
import { pageKinds } from '../routing/pageKinds'
import { PageSkeleton } from '../ui/PageSkeleton'
import { pageKey, type OpenPage } from '../routing/openPages'
import type { RouteMatch } from '../routing/routeTable'

interface PageHostProps {
  match: RouteMatch
  pathname: string
  search: string
  /** False while the page is kept in the background. */
  active: boolean
  /** How it was left before the program was loaded anew. */
  left?: OpenPage['left']
}

/** A page of a screen at its address, or a skeleton until it is loaded. */
export const PageHost = memo(function PageHost({ match, pathname, search, active, left }: PageHostProps) {
  const { params, route } = match
  const { screens, places } = useProgram()
  const key = pageKey(pathname, search)
  const onScrolled = useCallback((scrolled: ScrollPlace) => places.note(key, { scrolled }), [places, key])
  const scrolled = left?.scrolled
  const address = useMemo(
    () => ({ pathname, search, params, active, scrolled, onScrolled }),
    [pathname, search, params, active, scrolled, onScrolled],
  )
  const { plan, hold } = useHeldPlan(useSyncExternalStore(screens.subscribe, () => screens.peek(route.screen)))
  const { request, notify } = useServices()
  const fallBack =
    plan?.release === undefined ? undefined : (error: Error) => void showShipped({ plan, error }, { request, notify, screens })
  return (
    <PageErrorBoundary madeOf={plan} onError={fallBack}>
      <PageAddressProvider address={address}>
        <HoldContext value={hold}>
          <PlannedPage screenId={route.screen} pageName={route.page} plan={plan} />
        </HoldContext>
      </PageAddressProvider>
    </PageErrorBoundary>
  )
})

interface PlannedPageProps {
  screenId: string
  pageName: string
  plan: BrowserScreenPlan | undefined
}

function PlannedPage({ screenId, pageName, plan: screen }: PlannedPageProps) {
  useLoaded(screenId, screen === undefined)
  if (!screen) return <PageSkeleton list={pageName === 'list'} />
  const page = screen.pages[pageName]
  if (!page) throw new Error(`Screen '${screenId}' has no page '${pageName}'`)
  const Page = pageKinds[page.kind]
  return (
    <>
      {/* A list begins with its rows, a record with its own name; what the page is called stands in the tabs above it. */}
      {page.kind !== 'custom' && <h1 className="engine-hidden">{page.title}</h1>}
      <Page screen={screen} page={page} />
    </>
  )
}

/** Has a plan loaded that is missing. Where the session has ended, it is asked for with the next token. */
function useLoaded(screenId: string, isMissing: boolean): void {
  const { screens } = useProgram()
  const token = useApp((state) => state.accessToken)
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    if (isMissing) screens.load(screenId).catch((error: unknown) => isUnauthorized(error) || setFailure({ error }))
  }, [screens, screenId, isMissing, token])
  if (failure) throw failure.error
}

/** The session says so itself, and leads on. */
function isUnauthorized(error: unknown): boolean {
  return error instanceof RequestError && error.failure.status === 401
}
