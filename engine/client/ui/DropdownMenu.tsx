import { Dropdown, Menu, type MenuRef } from 'antd'
import { memo, useCallback, useRef, useState, type ReactNode, type Ref } from 'react'
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
  const close = useCallback(() => {
    setOpen(false)
    // A dialog that an item opens gives the focus back to what had it, and the menu will not be there.
    button.current?.focus()
  }, [])
  const list = <Items items={items} onChoose={close} />
  return (
    <Dropdown open={open} onOpenChange={setOpen} trigger={['click']} placement="bottomRight" autoFocus={isBeside} popupRender={() => list}>
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

interface ItemsProps {
  items: readonly MoreItem[]
  onChoose: () => void
  /** Set by antd, which leads the focus into it. */
  ref?: Ref<MenuRef>
}

/** Rendered once for these items, though antd asks for it at each step of its way into the page. */
const Items = memo(function Items({ items, onChoose, ref }: ItemsProps) {
  return (
    <Menu
      ref={ref}
      // For a menu that is folded to its icons: antd would make one for each item of this one as well, and never show it.
      tooltip={false}
      // A refused item is not disabled but grey: its reason can be read, and pressing it says it.
      items={items.map(({ key, title, refusal, danger }) => ({
        key,
        danger: danger && refusal === undefined,
        label: (
          <span className={refusal === undefined ? undefined : 'engine-refused'} title={refusal}>
            {title}
          </span>
        ),
      }))}
      onClick={({ key, domEvent }) => {
        domEvent.stopPropagation()
        onChoose()
        items.find((item) => item.key === key)?.onPress()
      }}
    />
  )
})
