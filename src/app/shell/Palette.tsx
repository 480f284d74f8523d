import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { scrollInto } from '../../../engine/client/ui/scrollInto'
import { useApp, useProduct, useProgram } from '../programContext'
import { menuTree } from '../routing/menuTree'
import { ModalDialog } from '../ui/ModalDialog'
import { pagesOf, searchMenus, type FoundMenu } from './searchMenus'

/** Goes to any menu by a few keys (Ctrl+K): a list that the arrows walk and Enter opens. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { navigate, partnerEntries } = useProgram()
  const menus = useProduct((state) => state.menus)
  const subMenus = useApp((state) => state.user?.subMenu)
  const pages = useMemo(() => pagesOf(menuTree(menus, subMenus)), [menus, subMenus])
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const found = useMemo(() => searchMenus(pages, text), [pages, text])
  const id = useId()

  function open({ href, blank }: FoundMenu): void {
    onClose()
    if (partnerEntries.has(href)) void partnerEntries.open(href).catch(() => undefined)
    else if (blank) window.open(href, '_blank', 'noopener,noreferrer')
    else navigate(href)
  }
  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setIndex((index + step + found.length) % found.length)
    }
    const chosen = found[index]
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault()
      open(chosen)
    }
  }
  return (
    <ModalDialog label="搜索菜单" className="app-palette" onClose={onClose}>
      <div className="app-palette-box">
        <label className="app-palette-input">
          <SearchOutlined aria-hidden />
          <input
            role="combobox"
            aria-label="菜单名称"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={found[index] ? `${id}-${index}` : undefined}
            placeholder="输入菜单名称或路径"
            autoComplete="off"
            autoFocus
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setIndex(0)
            }}
            onKeyDown={onKey}
          />
        </label>
        <div id={id} className="app-palette-list" role="listbox" aria-label="菜单">
          {found.map((page, position) => (
            <PaletteItem
              key={page.id}
              id={`${id}-${position}`}
              page={page}
              current={position === index}
              onPoint={() => setIndex(position)}
              onOpen={() => open(page)}
            />
          ))}
        </div>
        {found.length === 0 && <p>没有匹配的菜单</p>}
        <p className="app-palette-keys">↑ ↓ 选择　Enter 打开　Esc 关闭</p>
      </div>
    </ModalDialog>
  )
}

interface PaletteItemProps {
  id: string
  page: FoundMenu
  current: boolean
  onPoint: () => void
  onOpen: () => void
}

function PaletteItem({ id, page, current, onPoint, onOpen }: PaletteItemProps) {
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (current) scrollInto(item.current?.parentElement, item.current)
  }, [current])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's, which keeps the focus and names this as the active one
    <div
      ref={item}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={current}
      onPointerMove={current ? undefined : onPoint}
      onClick={onOpen}
    >
      <span>{page.title}</span>
      <small>{page.trail}</small>
    </div>
  )
}
