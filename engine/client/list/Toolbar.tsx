import {
  ColumnHeightOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ReloadOutlined,
  SearchOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import type { ReactNode, Ref } from 'react'
import type { ActionPlan, ColumnPlan } from '../../core/plan'
import { densities, type Density } from '../../core/wire'
import { ActionButton } from '../actions/ActionButton'
import { Button } from '../ui/Button'
import { messages, say } from '../messages'
import { ColumnChooser } from './ColumnChooser'
import type { ColumnSettings } from './columnSettings'
import { Popover } from '../ui/Popover'
import { useNarrow } from '../ui/useNarrow'
import { ViewMenu, type ViewMenuProps } from './ViewMenu'

interface ToolbarProps {
  title: string
  /** How many rows there are, as it reads; empty while nobody knows. */
  count: string
  actions: readonly ActionPlan[]
  refreshing: boolean
  onRefresh: () => void
  density: Density
  onDensity: (density: Density) => void
  columns: readonly ColumnPlan[]
  settings: ColumnSettings | undefined
  onSettings: (settings: ColumnSettings | undefined) => void
  /** Absent where the list does not stand at its own address. */
  views: ViewMenuProps | undefined
  /** The search form that is folded behind a button here, and how much the list is searched by. */
  search: { open: boolean; used: number; onToggle: () => void; button: Ref<HTMLButtonElement> } | undefined
  fullscreen: boolean
  onFullscreen: (fullscreen: boolean) => void
  /** Drawn between the action buttons and those that change how the list is shown. */
  children?: ReactNode
}

/** Left what can be done, right how the list is shown: on a phone, where rows are cards and the page is all there is, less of it. */
export function Toolbar(props: ToolbarProps) {
  const { title, count, actions, search, refreshing, onRefresh, fullscreen, onFullscreen } = props
  const narrow = useNarrow()
  return (
    <div className="engine-toolbar" role="toolbar" aria-label={messages['list.toolbar']}>
      <div className="engine-toolbar-actions engine-fading">
        {actions.map((action) => (
          <ActionButton key={action.name} action={action} look={action.does.kind === 'add' ? 'primary' : 'default'} />
        ))}
        {props.children}
      </div>
      <div className="engine-toolbar-view">
        {search && (
          <Button ref={search.button} look="text" label={messages['list.search']} expanded={search.open} onClick={search.onToggle}>
            <SearchOutlined />
            {search.used > 0 && <span className="engine-search-used">{search.used}</span>}
          </Button>
        )}
        {props.views && <ViewMenu {...props.views} />}
        <Button look="text" label={messages['list.refresh']} onClick={onRefresh}>
          <ReloadOutlined className={refreshing ? 'engine-turning' : undefined} />
        </Button>
        {!narrow && (
          <Popover label={messages['list.density']} content={<ColumnHeightOutlined />}>
            <DensityChoice {...props} />
          </Popover>
        )}
        <Popover label={messages['list.columns']} content={<SettingOutlined />}>
          <ColumnChooser columns={props.columns} settings={props.settings} onChange={props.onSettings} />
        </Popover>
        {(!narrow || fullscreen) && (
          <Button
            look="text"
            label={messages[fullscreen ? 'list.exitFullscreen' : 'list.fullscreen']}
            pressed={fullscreen}
            onClick={() => onFullscreen(!fullscreen)}
          >
            {fullscreen ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          </Button>
        )}
        <span className="engine-hidden" role="status">
          {refreshing ? say('table.refreshing') : [title, count].filter(Boolean).join(messages.colon)}
        </span>
      </div>
    </div>
  )
}

function DensityChoice({ density, onDensity }: Pick<ToolbarProps, 'density' | 'onDensity'>) {
  return densities.map((each) => (
    <label key={each} className="engine-choice">
      <input type="radio" name="engine-density" checked={each === density} onChange={() => onDensity(each)} />
      {messages[`list.density.${each}`]}
    </label>
  ))
}
