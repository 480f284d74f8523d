import { useWakeUp, sleepingControl } from './wakeUp'
import { messages } from '../messages'
import type { DropdownMenuProps, MoreItem } from './DropdownMenu'
import '../engine.css'

const dropdownMenu = sleepingControl<DropdownMenuProps>(() => import('./DropdownMenu').then((module) => module.DropdownMenu))

interface MoreMenuProps {
  label: string
  items: readonly MoreItem[]
  /** ⋯ in place of 更多, where there is no room for words. */
  compact?: boolean
}

/** 更多: a plain button until somebody comes near, then antd's menu. */
export function MoreMenu({ label, items, compact = false }: MoreMenuProps) {
  const { Control, awakening, handlers } = useWakeUp(dropdownMenu)
  const content = compact ? (
    <span className="engine-dots">{messages['action.moreShort']}</span>
  ) : (
    <>
      {messages['action.more']}
      <span className="engine-caret" aria-hidden="true" />
    </>
  )
  if (Control) return <Control label={label} items={items} awakening={awakening} content={content} />
  return (
    <button type="button" className="engine-link" aria-haspopup="menu" aria-expanded="false" aria-label={label} {...handlers}>
      {content}
    </button>
  )
}
