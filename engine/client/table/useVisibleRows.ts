import { useState } from 'react'

/** Rows drawn beyond the edges, so that scrolling meets no gap before the next render. */
const OVERSCAN = 12
/** Before the height is known. */
const FIRST_ROWS = 40

interface VisibleRowsOptions {
  count: number
  rowHeight: number
  /** Every row is drawn. */
  all: boolean
}

/**
 * Which rows of a long table are drawn. All rows have one height, so that nothing is measured but the scrolling element; the rest is
 * empty space before and after.
 */
export function useVisibleRows({ count, rowHeight, all }: VisibleRowsOptions) {
  const [range, setRange] = useState({ from: 0, to: FIRST_ROWS })
  const from = all ? 0 : Math.min(range.from, Math.max(0, count - 1))
  const to = all ? count : Math.min(count, Math.max(range.to, from + 1))
  return {
    from,
    to,
    spaceBefore: from * rowHeight,
    spaceAfter: (count - to) * rowHeight,
    follow: (element: HTMLElement): void => {
      if (all) return
      const first = Math.floor(element.scrollTop / rowHeight)
      const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight)
      // In steps, so that not every pixel is a render.
      const next = { from: Math.max(0, first - (first % OVERSCAN) - OVERSCAN), to: last - (last % OVERSCAN) + 2 * OVERSCAN }
      setRange((now) => (now.from === next.from && now.to === next.to ? now : next))
    },
  }
}
