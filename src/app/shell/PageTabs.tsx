import { CloseOutlined } from '@ant-design/icons'
import { notifyManager } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { recordQuery } from '../../../engine/client/record/useRecord'
import { scrollInto } from '../../../engine/client/ui/scrollInto'
import type { BrowserScreenPlan } from '../../../engine/core/plan'
import { usePlaces, useProgram } from '../programContext'
import { pageKey, type OpenPage } from '../routing/openPages'
import type { Recent } from '../session/recents'
import { tabTitle } from './pageTitle'
import { TabActions } from './TabActions'
import { usePageFacts } from './usePageFacts'

/** The pages that are open. Each is shown as it was left. */
export const PageTabs = memo(function PageTabs() {
  const pages = usePlaces((state) => state.pages)
  const front = usePlaces((state) => (state.place?.kind === 'page' ? pageKey(state.pathname, state.search) : undefined))
  return (
    <nav className="app-tabs" aria-label="已打开的页面">
      <ul className="engine-fading">
        {pages.map((page) => (
          <PageTab key={page.key} page={page} front={page.key === front} closable={pages.length > 1} />
        ))}
      </ul>
      {front !== undefined && <TabActions front={front} count={pages.length} />}
    </nav>
  )
})

interface PageTabProps {
  page: OpenPage
  front: boolean
  closable: boolean
}

const PageTab = memo(function PageTab({ page, front, closable }: PageTabProps) {
  const { places, recents } = useProgram()
  const title = useTabTitle(page)
  useEffect(() => {
    const recent = front ? recentOf(page, title) : undefined
    if (recent) recents.visit(recent)
  }, [front, page, recents, title])
  useEffect(() => places.note(page.key, { title }), [places, page.key, title])
  const tab = useRef<HTMLLIElement>(null)
  // A record is named once it has come, and its tab grows.
  useEffect(() => {
    if (front) scrollInto(tab.current?.parentElement, tab.current)
  }, [front, title])

  return (
    <li
      ref={tab}
      className={front ? 'app-tab app-tab-front' : 'app-tab'}
      // The middle button closes, as in a browser.
      onAuxClick={(event) => {
        if (event.button === 1 && closable) places.close(page.key)
      }}
    >
      <button type="button" title={title} aria-current={front ? 'page' : undefined} onClick={() => void places.show(page)}>
        {title}
      </button>
      {closable && (
        <button type="button" className="app-tab-close" aria-label={`关闭${title}`} onClick={() => places.close(page.key)}>
          <CloseOutlined aria-hidden />
        </button>
      )}
    </li>
  )
})

/** A list by its address without what it is asked for; a record where it is shown. What is being added is none. */
function recentOf({ match: { route, params }, pathname, search }: OpenPage, title: string): Recent | undefined {
  if (route.mode === undefined) return { href: pathname, title }
  const query = new URLSearchParams(search)
  const isRecord = params['id'] !== undefined || query.has('id')
  return isRecord && query.get('mode') !== 'add' ? { href: pathname + search, title, of: route.title } : undefined
}

/** What is in the tab: the record by its name as soon as it is known, else what is done on the page; until that is known, what was in it. */
function useTabTitle({ match, search, left }: OpenPage): string {
  const { screen, id, ...facts } = usePageFacts(match, search)
  const name = useRecordName(screen, id)
  if (left?.title !== undefined && name === undefined && (!screen || id !== undefined)) return left.title
  return tabTitle(match.route.title, { ...facts, name })
}

/**
 * Of a record, as soon as its page has loaded it. Read from the cache and not by a query of its own: a page that is reset removes its query, and an
 * observer would keep observing the removed one.
 */
function useRecordName(screen: BrowserScreenPlan | undefined, id: string | undefined): unknown {
  const { queries, request } = useProgram().services
  const cache = queries.getQueryCache()
  // Batched, because the cache also notifies while a page is being rendered.
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache])
  return useSyncExternalStore(subscribe, () => {
    if (!screen || id === undefined) return undefined
    return queries.getQueryData(recordQuery(request, screen, id).queryKey)?.[screen.label]
  })
}
