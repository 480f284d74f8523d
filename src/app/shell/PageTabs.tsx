import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useSyncExternalStore } from 'react'
import { recordOf } from '../../../engine/client/pageAddress'
import { recordQuery } from '../../../engine/client/record/useRecord'
import { usePlaces, useProgram } from '../programContext'
import { pageKey, type OpenPage } from '../routing/openPages'
import { pageTitle, tabTitle } from './pageTitle'
import { TabActions } from './TabActions'

/** The pages that are open. Each is shown as it was left. */
export const PageTabs = memo(function PageTabs() {
  const pages = usePlaces((state) => state.pages)
  const front = usePlaces((state) => (state.place?.kind === 'page' ? pageKey(state.pathname, state.search) : undefined))
  return (
    <div className="app-tabs">
      <ul aria-label="已打开的页面">
        {pages.map((page) => (
          <PageTab key={page.key} page={page} front={page.key === front} closable={pages.length > 1} />
        ))}
      </ul>
      {front !== undefined && <TabActions front={front} count={pages.length} />}
    </div>
  )
})

interface PageTabProps {
  page: OpenPage
  front: boolean
  closable: boolean
}

const PageTab = memo(function PageTab({ page, front, closable }: PageTabProps) {
  const { places } = useProgram()
  const title = useTabTitle(page)
  const tab = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (front) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [front])

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
          <CloseOutlined />
        </button>
      )}
    </li>
  )
})

/** What is in the tab: the record by its name as soon as it is known, else the page as the menu table calls it. */
function useTabTitle({ match, pathname, search }: OpenPage): string {
  const { menus, screens, services } = useProgram()
  const screen = useSyncExternalStore(screens.subscribe, () => screens.peek(match.route.screen))
  const page = screen?.pages[match.route.page]
  const { mode, id } = page?.kind === 'record' ? recordOf(page, { search, params: match.params }) : { mode: undefined, id: undefined }
  // Listens to what the page has asked for; asks nothing itself.
  const { data } = useQuery({ ...recordQuery(services.request, { base: screen?.base ?? pathname }, id ?? ''), enabled: false })
  return tabTitle(pageTitle(menus, match), { mode, screenTitle: screen?.title, name: screen && data?.[screen.label] })
}
