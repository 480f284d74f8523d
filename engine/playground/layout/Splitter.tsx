import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { say } from '../messages'

interface SplitterProps {
  width: number
  min: number
  max: number
  /** The pane whose width it is stands to its left. */
  isLeft: boolean
  onWidth: (width: number) => void
}

const STEP = 24

/** The line between two panes, moved by mouse or arrows. */
export function Splitter({ width, min, max, isLeft, onWidth }: SplitterProps) {
  const start = useRef<{ x: number; width: number }>(null)
  const set = (wanted: number): void => onWidth(Math.min(max, Math.max(min, Math.round(wanted))))
  const side = isLeft ? 1 : -1

  function move(event: PointerEvent): void {
    if (start.current) set(start.current.width + side * (event.clientX - start.current.x))
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (step === undefined) return
    event.preventDefault()
    set(width + side * step)
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={say('pane.width')}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className="playground-splitter"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = null
      }}
      onKeyDown={press}
    />
  )
}
