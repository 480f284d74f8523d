import { CloseOutlined } from '@ant-design/icons'
import { memo, useEffect, useRef } from 'react'
import { usePlaces, useProgram } from '../programContext'
import { pageKey, type OpenPage } from '../routing/openPages'
import { pageTitle } from './pageTitle'
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
  const { menus, places } = useProgram()
  const title = pageTitle(menus, page.match)
  const record = page.match.params['id'] ?? new URLSearchParams(page.search).get('id')
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
      <button type="button" aria-current={front ? 'page' : undefined} onClick={() => void places.show(page)}>
        {title}
        {record !== null && record !== '0' && <small>#{record}</small>}
      </button>
      {closable && (
        <button type="button" className="app-tab-close" aria-label={`关闭${title}`} onClick={() => places.close(page.key)}>
          <CloseOutlined />
        </button>
      )}
    </li>
  )
})
