import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { useServices } from '../context'
import { messages } from '../messages'
import { isNarrow } from '../ui/useNarrow'
import { whenRested } from '../ui/whenRested'
import { copyText } from './copyText'
import type { TableRow } from './tableColumn'

interface TableEventsOptions<Row extends TableRow> {
  byId: ReadonlyMap<string, Row>
  selected?: ReadonlySet<string>
  onSelect?: (rows: readonly Row[], selected: boolean) => void
  expanded?: ReadonlySet<string>
  onExpand?: (row: Row, expanded: boolean) => void
  onCurrent?: (row: Row, moved?: boolean) => void
  onOpen?: (row: Row) => void
  onPage?: (page: string, row: Row) => void
  onList?: (column: string, row: Row) => void
  onLeaving?: (address: string) => void
  onMenu?: OnMenu<Row>
  /** The mouse or the focus by keys has come to a link of a record. */
  onRecordLink?: (link: HTMLAnchorElement) => void
}

/** Where a menu of a row is asked for. */
export interface MenuPlace {
  x: number
  y: number
  row: HTMLTableRowElement
  /** Of the pointer; absent: of the whole row, by the keyboard. */
  cell?: HTMLTableCellElement
}

/** @returns whether there is such a menu; without it the browser's own is shown */
export type OnMenu<Row extends TableRow> = (row: Row, place: MenuPlace) => boolean

function hasMarkedText(): boolean {
  return window.getSelection()?.isCollapsed === false
}

const INTERACTIVE = 'a, button, input, select, textarea, label, [role="menu"]'

/**
 * Listens once for a whole table; what a click means is written on the elements: `data-select`, `data-toggle`, `data-copy`, `data-page` for a
 * page without an address, `data-list` for a list in a drawer, and `data-nav` on links that stay in the program. Keys: up and down move from row to
 * row, Home and End to the first and last, space selects, Enter opens, right and left open and close.
 */
export function useTableEvents<Row extends TableRow>({
  byId,
  selected,
  onSelect,
  expanded,
  onExpand,
  onCurrent,
  onOpen,
  onPage,
  onList,
  onLeaving,
  onMenu,
  onRecordLink,
}: TableEventsOptions<Row>) {
  const { navigate, notify, prefetch } = useServices()

  function rowOf(element: Element): Row | undefined {
    const id = element.closest<HTMLElement>('[data-row]')?.dataset['row']
    return id === undefined ? undefined : byId.get(id)
  }
  function toggleSelected(row: Row): void {
    onSelect?.([row], !(selected?.has(row.id) ?? false))
  }

  function onClick(event: MouseEvent<HTMLTableElement>): void {
    const target = event.target as Element
    if (!belongsTo(event.currentTarget, target)) return
    const row = rowOf(target)
    if (row && target.closest('[data-select]')) toggleSelected(row)
    if (row && target.closest('[data-toggle]')) onExpand?.(row, !(expanded?.has(row.id) ?? false))

    if (row && !target.closest(INTERACTIVE)) {
      if (onCurrent) onCurrent(row)
      // A card is pressed as a whole, unless it is to mark some of its text.
      else if (isNarrow() && event.currentTarget.matches('.engine-table-cards') && !hasMarkedText()) onOpen?.(row)
    }

    const copy = target.closest<HTMLElement>('[data-copy]')?.dataset['copy']
    if (copy !== undefined) void copyText(copy).then(() => notify.success(messages['table.copied']))

    const page = target.closest<HTMLElement>('[data-page]')?.dataset['page']
    if (row && page !== undefined) onPage?.(page, row)

    const list = target.closest<HTMLElement>('[data-list]')?.dataset['list']
    if (row && list !== undefined) onList?.(list, row)

    const link = target.closest<HTMLAnchorElement>('a[data-nav]')
    const plainClick = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (link && plainClick) {
      event.preventDefault()
      const address = link.getAttribute('href') ?? '/'
      onLeaving?.(address)
      navigate(address)
    }
  }

  function onDoubleClick(event: MouseEvent<HTMLTableElement>): void {
    const target = event.target as Element
    const row = rowOf(target)
    if (row && belongsTo(event.currentTarget, target) && !target.closest(INTERACTIVE)) onOpen?.(row)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    const target = event.target as HTMLElement
    if (!target.matches('[data-row]') || !belongsTo(event.currentTarget, target)) return
    const row = rowOf(target)
    if (!row || !handleKey(event.key, target, row)) return
    event.preventDefault()
  }

  function move(from: HTMLElement, key: string): boolean {
    const next = moveFocus(from, key)
    const row = next && rowOf(next)
    if (row) onCurrent?.(row, true)
    return next !== undefined
  }

  function handleKey(key: string, element: HTMLElement, row: Row): boolean {
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
      case 'Home':
      case 'End':
        return move(element, key)
      case ' ':
        toggleSelected(row)
        return onSelect !== undefined
      case 'Enter':
        onOpen?.(row)
        return onOpen !== undefined
      case 'ArrowRight':
      case 'ArrowLeft': {
        const open = key === 'ArrowRight'
        if (!onExpand || (expanded?.has(row.id) ?? false) === open) return false
        onExpand(row, open)
        return true
      }
      default:
        return false
    }
  }

  /** A right click on a value, or the key for it on a row. Links, unless they are the value of a reference, and marked text keep the browser's menu. */
  function onContextMenu(event: MouseEvent<HTMLTableElement>): void {
    const target = event.target as Element
    const element = target.closest<HTMLTableRowElement>('[data-row]')
    const row = element && rowOf(element)
    if (!onMenu || !element || !row || !belongsTo(event.currentTarget, target) || target.closest('a:not(.engine-reference), input')) return
    if (hasMarkedText()) return
    const cell = target.closest('td') ?? undefined
    const { left, bottom } = element.getBoundingClientRect()
    const at = cell ? { x: event.clientX, y: event.clientY, cell } : { x: left, y: bottom }
    if (onMenu(row, { ...at, row: element })) event.preventDefault()
  }

  /** The page of a link on which the pointer or the focus rests is likely to be opened next. */
  function rest(event: MouseEvent<HTMLTableElement> | FocusEvent<HTMLTableElement>): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-nav]')
    const address = link?.getAttribute('href') ?? undefined
    if (link && prefetch && address !== undefined && belongsTo(event.currentTarget, link)) whenRested(link, () => prefetch(address))
  }
  function onMouseOver(event: MouseEvent<HTMLTableElement>): void {
    titleCutText(event)
    rest(event)
  }

  function come({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLTableElement }): void {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-record]') : null
    if (link && onRecordLink && belongsTo(currentTarget, link)) onRecordLink(link)
  }
  /** A finger does not rest on a link before it opens it. */
  function onPointerOver(event: PointerEvent<HTMLTableElement>): void {
    if (event.pointerType !== 'touch') come(event)
  }
  function onFocus(event: FocusEvent<HTMLTableElement>): void {
    rest(event)
    if (event.target.matches(':focus-visible')) come(event)
  }

  return { onClick, onDoubleClick, onContextMenu, onKeyDown, onMouseOver, onPointerOver, onFocus }
}

/** A table may stand inside an opened row of another, which hears its events too. */
function belongsTo(table: Element, target: Element): boolean {
  return target.closest('table') === table
}

function moveFocus(from: HTMLElement, key: string): HTMLElement | undefined {
  const rows = [...(from.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])]
  const at = rows.indexOf(from)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key] ?? at
  const next = rows[to]
  if (!next) return undefined
  // Tab comes back to the row that was left; React keeps what it has set at the first row, which does not change.
  from.tabIndex = -1
  next.tabIndex = 0
  next.focus()
  return next
}

/** Text that does not fit can be read by pointing at it; setting the title only then keeps hundreds of attributes off the page. */
function titleCutText(event: MouseEvent<HTMLTableElement>): void {
  const cell = (event.target as Element).closest('td')
  if (!cell || cell.title !== '') return
  // Beside a button that copies, the text is cut before it.
  const parts = [cell, ...cell.querySelectorAll('.engine-copyable-text')]
  if (parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) cell.title = cell.textContent ?? ''
}
