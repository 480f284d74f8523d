import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import type { Filters } from '../data/listState'
import { messages } from '../messages'

export interface CellChoice {
  title: string
  filter: Filters
}

interface Opened {
  x: number
  y: number
  choices: readonly CellChoice[]
  /** Gets the focus back. */
  row: HTMLElement
}

export interface CellMenuHandle {
  open: (opened: Opened) => void
}

interface CellMenuProps {
  ref: Ref<CellMenuHandle>
  onChoose: (filter: Filters) => void
}

/** What can be done with the values of a row, where the pointer is, or below the row. It draws itself alone: opening it draws no rows. */
export function CellMenu({ ref, onChoose }: CellMenuProps) {
  const [opened, setOpened] = useState<Opened>()
  const menu = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({ open: setOpened }), [])
  useEffect(() => {
    if (!opened) return undefined
    menu.current?.querySelector('button')?.focus()
    const close = (event: Event): void => {
      if (!menu.current?.contains(event.target as Node)) setOpened(undefined)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('scroll', close, true)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('scroll', close, true)
    }
  }, [opened])
  if (!opened) return null

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const items = [...event.currentTarget.querySelectorAll('button')]
    const at = items.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to !== undefined) items.at(to % items.length)?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') {
      setOpened(undefined)
      opened?.row.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={messages['table.cellMenu']}
      className="engine-cell-menu"
      style={{ insetInlineStart: `min(${opened.x}px, calc(100vw - 260px))`, insetBlockStart: `min(${opened.y}px, calc(100vh - 200px))` }}
      onKeyDown={onKeyDown}
    >
      {opened.choices.map(({ title, filter }) => (
        <button
          key={title}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            setOpened(undefined)
            onChoose(filter)
          }}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
