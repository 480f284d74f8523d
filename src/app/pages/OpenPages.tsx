import { memo, useEffect, useMemo, type ReactNode } from 'react'
import type { Places } from '../routing/places'
import { usePlaces, useProgram } from '../programContext'
import { KeptPage } from './KeptPage'
import { keptKeys, pageKey, type OpenPage } from '../routing/openPages'
import { PageHost } from './PageHost'
import { useScrolledPage } from './useScrolledPage'
import { PageSkeleton } from '../ui/PageSkeleton'
import { useShownPages } from './useShownPages'

interface OpenPagesProps {
  /** False while data that all pages need is still loading. */
  mayBegin: boolean
  /** Stands below each page, where the window is too small for one of its own. */
  footer?: ReactNode
}

/** The page in front and, behind it, the last ones that were: they come back as they were left, in milliseconds. */
export const OpenPages = memo(function OpenPages({ mayBegin, footer }: OpenPagesProps) {
  const pages = usePlaces((state) => state.pages)
  const front = usePlaces((state) => (state.place?.kind === 'page' ? pageKey(state.pathname, state.search) : undefined))
  const ready = usePlaces((state) => state.ready)
  const wanted = useMemo(() => ({ pages, front }), [pages, front])
  const shown = useShownPages(wanted, ready, mayBegin)
  const kept = useMemo(() => keptKeys(shown?.pages ?? []), [shown])
  const { places } = useProgram()
  useEffect(() => leaveFields(places.state), [places])
  if (!shown) return <PageSkeleton list />
  return shown.pages
    .filter((page) => kept.has(page.key))
    .map((page) => (
      <KeptPageHost
        key={`${page.key} ${page.instance}`}
        page={page}
        inSight={page.key === shown.front}
        // A page that stays only until the next one is drawn is inert, so that nothing in it can be pressed a second time.
        active={page.key === shown.front && shown.front === front}
        footer={footer}
      />
    ))
})

/** A field is left before its page is, so that what was typed into it is taken while the page still hears it. */
function leaveFields(state: Places['state']): () => void {
  return state.subscribe((now, before) => {
    if (pageKey(now.pathname, now.search) === pageKey(before.pathname, before.search)) return
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused.closest('kept-page')) focused.blur()
  })
}

interface KeptPageHostProps {
  page: OpenPage
  inSight: boolean
  active: boolean
  footer?: ReactNode
}

const KeptPageHost = memo(function KeptPageHost({ page, inSight, active, footer }: KeptPageHostProps) {
  const scroll = useScrolledPage(page)
  return (
    <KeptPage active={inSight}>
      <div className="app-page" ref={scroll.ref} onScroll={scroll.onScroll} aria-busy={inSight && !active ? true : undefined}>
        <PageHost match={page.match} pathname={page.pathname} search={page.search} active={active} left={page.left} />
        {footer}
      </div>
    </KeptPage>
  )
})
