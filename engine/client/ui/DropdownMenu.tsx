import { Dropdown } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import type { Awakening } from './wakeUp'

export interface MoreItem {
  key: string
  title: string
  /** Why it cannot be pressed. */
  refusal?: string
  danger?: boolean
  onPress: () => void
}

export interface DropdownMenuProps {
  label: string
  items: readonly MoreItem[]
  awakening: Awakening | undefined
  content: ReactNode
  /** Classes of the button; it looks like a link without. */
  className?: string
  /** Outside the tab order: another key leads to it. */
  isBeside?: boolean
}

export function DropdownMenu({ label, items, awakening, content, className = 'engine-link', isBeside = false }: DropdownMenuProps) {
  const [open, setOpen] = useState(awakening === 'press')
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      autoFocus={isBeside}
      menu={{
        // A refused item is not disabled but grey: its reason can be read, and pressing it says it.
        items: items.map(({ key, title, refusal, danger }) => ({
          key,
          danger: danger && refusal === undefined,
          label: (
            <span className={refusal === undefined ? undefined : 'engine-refused'} title={refusal}>
              {title}
            </span>
          ),
        })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          setOpen(false)
          // A dialog that it opens gives the focus back to what had it, and the menu will not be there.
          button.current?.focus()
          items.find((item) => item.key === key)?.onPress()
        },
      }}
    >
      <button
        ref={button}
        type="button"
        className={className}
        tabIndex={isBeside ? -1 : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        autoFocus={awakening !== 'hover'}
      >
        {content}
      </button>
    </Dropdown>
  )
}
