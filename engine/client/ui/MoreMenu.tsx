import type { ReactNode } from 'react'
import { useWakeUp, sleepingControl } from './wakeUp'
import { messages } from '../messages'
import type { DropdownMenuProps, MoreItem } from './DropdownMenu'
import '../engine.css'

const dropdownMenu = sleepingControl<DropdownMenuProps>(() => import('./DropdownMenu').then((module) => module.DropdownMenu))

interface MoreMenuProps extends Pick<DropdownMenuProps, 'className' | 'isBeside'> {
  label: string
  items: readonly MoreItem[]
  /** In place of 更多. */
  sign?: ReactNode
}

/** 更多: a plain button until somebody comes near, then antd's menu. */
export function MoreMenu({ label, items, sign, className = 'engine-link', isBeside = false }: MoreMenuProps) {
  const { Control, awakening, handlers } = useWakeUp(dropdownMenu)
  const content = sign ?? (
    <>
      {messages['action.more']}
      <span className="engine-caret" aria-hidden="true" />
    </>
  )
  if (Control) return <Control label={label} items={items} awakening={awakening} {...{ content, className, isBeside }} />
  return (
    <button
      type="button"
      className={className}
      tabIndex={isBeside ? -1 : undefined}
      aria-haspopup="menu"
      aria-expanded="false"
      aria-label={label}
      {...handlers}
    >
      {content}
    </button>
  )
}
