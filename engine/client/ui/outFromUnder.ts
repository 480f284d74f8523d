import { scrollBox } from './scrollInto'

interface Span {
  from: number
  to: number
}

/**
 * Scrolls the cell that gets the focus out from under what stays in place over it: pinned columns on both sides, a sticky head, sums. A browser
 * takes what lies under those for being in sight. @param scroller scrolls the table sideways @param target what has got the focus
 */
export function scrollOutFromUnder(scroller: HTMLElement, target: EventTarget): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null
  if (!cell || !scroller.contains(cell)) return
  // After the browser has scrolled to it.
  requestAnimationFrame(() => {
    const outer = scroller.getBoundingClientRect()
    // Styles are asked for only where something is drawn: each is reckoned anew.
    if (!cell.isConnected || outer.width === 0 || isPinned(cell)) return
    const inner = cell.getBoundingClientRect()
    const columns = [...(cell.parentElement?.children ?? [])].filter((other) => other !== cell && isPinned(other))
    const across = uncovered({ from: outer.left, to: outer.right }, columns, ({ left, right }) => ({ from: left, to: right }))
    const table = cell.closest('table')
    const heads = [...(table?.querySelectorAll('thead, thead th, tfoot td, tfoot th') ?? [])].filter(isHeld)
    const down = uncovered({ from: outer.top, to: outer.bottom }, heads, ({ top, bottom }) => ({ from: top, to: bottom }))
    scrollBox(scroller, { left: across.from, right: across.to, top: down.from, bottom: down.to }, inner)
  })
}

/** What is left of a span beside those that lie over its two ends. */
function uncovered({ from, to }: Span, over: readonly Element[], spanOf: (box: DOMRect) => Span): Span {
  const middle = (from + to) / 2
  const spans = over.map((each) => spanOf(each.getBoundingClientRect()))
  return {
    from: Math.max(from, ...spans.filter((span) => span.from < middle).map((span) => span.to)),
    to: Math.min(to, ...spans.filter((span) => span.from >= middle).map((span) => span.from)),
  }
}

/** It stays in place while the table is scrolled sideways. A phone has columns that are sticky nowhere. */
function isPinned(cell: Element): boolean {
  const { position, left, right } = getComputedStyle(cell)
  return position === 'sticky' && (isSet(left) || isSet(right))
}

function isHeld(part: Element): boolean {
  const { position, top, bottom } = getComputedStyle(part)
  return position === 'sticky' && (isSet(top) || isSet(bottom))
}

function isSet(inset: string): boolean {
  return inset !== '' && inset !== 'auto'
}
