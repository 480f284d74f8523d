import { AppstoreOutlined } from '@ant-design/icons'
import type { ViewContent } from '../../core/wire'
import type { ListViews } from '../data/useListViews'
import { messages, say } from '../messages'
import { lazyPart } from '../ui/lazyPart'
import { Popover } from '../ui/Popover'

export interface ViewMenuProps {
  views: ListViews
  /** The list as it is shown. */
  content: () => ViewContent
  /** What was changed since the view was opened is part of it now. */
  onSaved: () => void
}

// Few open it.
const ViewPanel = lazyPart(() => import('./ViewPanel').then((module) => module.ViewPanel))

/** 视图: what can be done with them. Which one is open is told by the tab beside the states. */
export function ViewMenu(props: ViewMenuProps) {
  const { view } = props.views
  return (
    <Popover
      label={view ? say('views.current', { name: view.name }) : messages['views.menu']}
      className={`engine-button engine-button-text${view ? ' engine-view-open' : ''}`}
      content={<AppstoreOutlined />}
    >
      {(close) => <ViewPanel {...props} onClose={close} />}
    </Popover>
  )
}
