import { useWakeUp, sleepingControl } from './wakeUp'
import { messages } from '../messages'
import type { DropdownMenuProps, MoreItem } from './DropdownMenu'
import '../engine.css'

const dropdownMenu = sleepingControl<DropdownMenuProps>(() => import('./DropdownMenu').then((module) => module.DropdownMenu))

/** 更多: a plain button until somebody comes near, then antd's menu. */
export function MoreMenu({ label, items }: { label: string; items: readonly MoreItem[] }) {
  const { Control, awakening, handlers } = useWakeUp(dropdownMenu)
  const content = (
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
