import type { PointerEvent } from 'react'

/** In px. */
const LEAST = 48
const STEP = 16

/** Told the column's new width in px, or undefined: as wide as its content again. */
export type OnResize = (column: string, width: number | undefined) => void

interface ColumnResizerProps {
  column: string
  onResize: OnResize
}

/**
 * The right edge of a title, to be drawn: while it is, the column alone follows, and the rows are told when it is let go. A double click gives it
 * the width of its content again. With the keyboard Alt and the arrows do the same from the title (`resizeByKey`).
 */
export function ColumnResizer({ column, onResize }: ColumnResizerProps) {
  function begin(event: PointerEvent<HTMLSpanElement>): void {
    const handle = event.currentTarget
    const col = colOf(handle, column)
    if (event.button !== 0 || !col) return
    // No sorting, no selection of text.
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    const start = event.clientX
    const before = widthOf(handle)
    let width = before
    const draw = ({ clientX }: globalThis.PointerEvent): void => {
      width = Math.max(LEAST, Math.round(before + clientX - start))
      col.style.width = `${width}px`
    }
    const end = (): void => {
      handle.removeEventListener('pointermove', draw)
      if (width !== before) onResize(column, width)
    }
    handle.addEventListener('pointermove', draw)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  return (
    <span
      className="engine-resizer"
      data-resizer=""
      aria-hidden="true"
      onPointerDown={begin}
      // Its title is not dragged along.
      onMouseDown={(event) => event.preventDefault()}
      onDoubleClick={() => onResize(column, undefined)}
    />
  )
}

/** Whether the key made a column wider or narrower. */
export function resizeByKey(
  { key, altKey, currentTarget }: { key: string; altKey: boolean; currentTarget: Element },
  column: string,
  onResize: OnResize,
): boolean {
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (!altKey || direction === undefined) return false
  onResize(column, Math.max(LEAST, widthOf(currentTarget) + direction * STEP))
  return true
}

function colOf(element: Element, column: string): HTMLElement | undefined {
  return [...(element.closest('table')?.querySelectorAll<HTMLElement>('col[data-column]') ?? [])].find(
    (col) => col.dataset['column'] === column,
  )
}

function widthOf(element: Element): number {
  return Math.round(element.closest('th')?.getBoundingClientRect().width ?? 0)
}
