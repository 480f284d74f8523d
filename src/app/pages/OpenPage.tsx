import { config } from '../config'
import { usePlaces } from '../programContext'
import { Logo } from '../ui/Logo'
import { PageHost } from './PageHost'
import type { RouteMatch } from '../routing/routeTable'

/** A page for everybody (acceptance R1, L5): no menu, no header, no breadcrumb. */
export function OpenPage({ match }: { match: RouteMatch }) {
  const pathname = usePlaces((state) => state.pathname)
  const search = usePlaces((state) => state.search)
  return (
    <div className="app-open">
      <div className="app-open-brand">
        <Logo />
        <strong>{config.title}</strong>
      </div>
      <main>
        <PageHost match={match} pathname={pathname} search={search} active />
      </main>
    </div>
  )
}
