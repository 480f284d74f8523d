import { memo, useMemo, type ReactNode } from 'react'
import { usePlaces } from '../programContext'
import { KeptPage } from './KeptPage'
import { keptKeys, pageKey, type OpenPage } from './openPages'
import { PageHost } from './PageHost'

/**
 * The page in front and, behind it, the last ones that were: they come back as they were left, in milliseconds.
 * `footer` stands below each, where the window is too small for one of its own.
 */
export const OpenPages = memo(function OpenPages({ footer }: { footer?: ReactNode }) {
  const pages = usePlaces((state) => state.pages)
  const front = usePlaces((state) => (state.place?.kind === 'page' ? pageKey(state.pathname, state.search) : undefined))
  const kept = useMemo(() => keptKeys(pages), [pages])
  return pages
    .filter((page) => kept.has(page.key))
    .map((page) => <KeptPageHost key={`${page.key} ${page.instance}`} page={page} active={page.key === front} footer={footer} />)
})

interface KeptPageHostProps {
  page: OpenPage
  active: boolean
  footer?: ReactNode
}

const KeptPageHost = memo(function KeptPageHost({ page, active, footer }: KeptPageHostProps) {
  return (
    <KeptPage active={active}>
      <div className="app-page">
        <PageHost match={page.match} pathname={page.pathname} search={page.search} active={active} />
        {footer}
      </div>
    </KeptPage>
  )
})
