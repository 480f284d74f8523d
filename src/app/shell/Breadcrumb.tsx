import { memo, useMemo } from 'react'
import { config } from '../config'
import { usePlaces, useProduct } from '../programContext'
import { AppLink } from './AppLink'
import { breadcrumb } from './breadcrumbTrail'
import { placeTitle } from './pageTitle'
import { usePageFacts } from './usePageFacts'

/** Acceptance L4. */
export const Breadcrumb = memo(function Breadcrumb() {
  const menus = useProduct((state) => state.menus)
  const pathname = usePlaces((state) => state.pathname)
  const search = usePlaces((state) => state.search)
  const match = usePlaces((state) => (state.place?.kind === 'page' ? state.place.match : undefined))
  const facts = usePageFacts(match, search)
  const title = match && placeTitle(match.route.title, facts)
  const checking = usePlaces((state) => new URLSearchParams(state.search).get('type') === 'check')
  const trail = useMemo(() => breadcrumb(menus, config.title, pathname, checking, title), [menus, pathname, checking, title])
  return (
    <nav className="app-breadcrumb" aria-label="当前位置">
      <ol>
        {trail.map(({ title, href }, index) => (
          <li key={`${index}:${title}`} aria-current={index === trail.length - 1 ? 'page' : undefined}>
            {href === undefined ? <span>{title}</span> : <AppLink href={href}>{title}</AppLink>}
          </li>
        ))}
      </ol>
    </nav>
  )
})
