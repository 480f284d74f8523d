import { SearchOutlined } from '@ant-design/icons'
import { Fragment, useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Tag } from '../../../engine/client/fields/controls/Tag'
import { scrollInto } from '../../../engine/client/ui/scrollInto'
import { ModalDialog } from '../ui/ModalDialog'
import { RecordFacts } from './RecordFacts'
import { useFound, type Found } from './useFound'

/** Goes to any menu, record or form by a few keys (Ctrl+K): a list that the arrows walk and Enter opens. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  /** Enter was pressed before the search for this text had ended. */
  const [isEntered, setEntered] = useState(false)
  const { groups, searching, failed } = useFound(text)
  const found = groups.flatMap(({ items }) => items)
  const current = Math.min(index, Math.max(0, found.length - 1))
  const id = useId()

  function open(item: Found): void {
    onClose()
    item.open()
  }
  function onKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setIndex((current + step + found.length) % found.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      enter()
    }
  }
  function enter(): void {
    const chosen = found[current]
    if (searching && (!chosen || chosen.isOld)) setEntered(true)
    else if (chosen) open(chosen)
  }
  const openFound = useEffectEvent(() => {
    setEntered(false)
    enter()
  })
  useEffect(() => {
    if (isEntered && !searching) openFound()
  }, [isEntered, searching])

  return (
    <ModalDialog label="搜索" className="app-palette" onClose={onClose}>
      <div className="app-palette-box">
        <label className="app-palette-input">
          <SearchOutlined aria-hidden />
          <input
            role="combobox"
            aria-label="搜索菜单、单据和操作"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={found[current] ? `${id}-${current}` : undefined}
            placeholder="菜单、拼音、单号或名称"
            autoComplete="off"
            maxLength={60}
            autoFocus
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setIndex(0)
              setEntered(false)
            }}
            onKeyDown={onKey}
          />
        </label>
        <div id={id} className="app-palette-list" role="listbox" aria-label="搜索结果" aria-busy={searching}>
          {groups.map(({ title, items }) => (
            <Fragment key={title}>
              <div className="app-palette-group" role="presentation">
                {title}
              </div>
              {items.map((item) => {
                const position = found.indexOf(item)
                return (
                  <PaletteItem
                    key={item.key}
                    id={`${id}-${position}`}
                    item={item}
                    current={position === current}
                    onPoint={() => setIndex(position)}
                    onOpen={() => open(item)}
                  />
                )
              })}
            </Fragment>
          ))}
        </div>
        <Said empty={found.length === 0} searching={searching} failed={failed} />
        <p className="app-palette-keys">↑ ↓ 选择　Enter 打开　Esc 关闭</p>
      </div>
    </ModalDialog>
  )
}

function Said({ empty, searching, failed }: { empty: boolean; searching: boolean; failed: boolean }) {
  const text = failed ? '未能查找单据，请稍后重试' : searching ? '查找单据…' : empty ? '没有匹配的菜单或单据' : ''
  return (
    <p className={text === '' ? 'engine-hidden' : undefined} role="status">
      {text}
    </p>
  )
}

interface PaletteItemProps {
  id: string
  item: Found
  current: boolean
  onPoint: () => void
  onOpen: () => void
}

function PaletteItem({ id, item, current, onPoint, onOpen }: PaletteItemProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (current) scrollInto(element.current?.parentElement, element.current)
  }, [current])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's, which keeps the focus and names this as the active one
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={current}
      onPointerMove={current ? undefined : onPoint}
      onClick={onOpen}
    >
      <span>{item.title}</span>
      {item.state && <Tag text={item.state.title} color={item.state.color} />}
      {item.facts ? <RecordFacts {...item.facts} /> : <small>{item.detail}</small>}
    </div>
  )
}
