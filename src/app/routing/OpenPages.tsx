import { Activity, memo, useLayoutEffect, useMemo, useRef } from 'react'
import { usePlaces } from '../programContext'
import { keptKeys, pageKey, type OpenPage } from './openPages'
import { PageHost } from './PageHost'

/** The page in front and, behind it, the last ones that were: they come back as they were left, in milliseconds. */
export const OpenPages = memo(function OpenPages() {
  const pages = usePlaces((state) => state.pages)
  const front = usePlaces((state) => (state.place?.kind === 'page' ? pageKey(state.pathname, state.search) : undefined))
  const kept = useMemo(() => keptKeys(pages), [pages])
  return pages
    .filter((page) => kept.has(page.key))
    .map((page) => <KeptPage key={`${page.key} ${page.instance}`} page={page} active={page.key === front} />)
})

const KeptPage = memo(function KeptPage({ page, active }: { page: OpenPage; active: boolean }) {
  const scroller = useRef<HTMLDivElement>(null)
  const top = useRef(0)
  useLayoutEffect(() => {
    if (active) scroller.current?.scrollTo({ top: top.current })
  }, [active])
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <div
        ref={scroller}
        className="app-page"
        onScroll={(event) => {
          // Hiding a page scrolls it to its top.
          if (active) top.current = event.currentTarget.scrollTop
        }}
      >
        <PageHost match={page.match} pathname={page.pathname} search={page.search} active={active} />
      </div>
    </Activity>
  )
})
