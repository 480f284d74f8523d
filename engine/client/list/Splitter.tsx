import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { usePreference } from '../data/usePreference'
import { messages } from '../laterMessages'

/** Widths of the left part, in percent of the whole. */
const LEAST = 20
const MOST = 80
const HALF = 50
const STEP = 2

export interface Share {
  value: number
  /** Shows a width without keeping it, while the splitter is dragged. */
  show: (value: number) => void
  keep: (value: number) => void
}

/** The width of the left part, which is kept in the preferences of the user. */
export function useShare(key: string): Share {
  const [kept, setKept] = usePreference<unknown>(key, HALF)
  const [shown, setShown] = useState<number>()
  return {
    value: shown ?? within(Number(kept)),
    show: (value) => setShown(within(value)),
    keep(value) {
      setShown(undefined)
      if (within(value) !== kept) setKept(within(value))
    },
  }
}

/** The bar between two parts. It is moved by dragging, the arrow keys, Home and End; a double click puts it back into the middle. */
export function Splitter({ share, controls }: { share: Share; controls: string }) {
  const { value, show, keep } = share

  function onKeyDown(event: KeyboardEvent): void {
    const next = { ArrowLeft: value - STEP, ArrowRight: value + STEP, Home: LEAST, End: MOST }[event.key]
    if (next === undefined) return
    event.preventDefault()
    keep(next)
  }
  return (
    <div
      className="engine-splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-label={messages['split.splitter']}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={Math.round(value)}
      title={messages['split.splitterHint']}
      onKeyDown={onKeyDown}
      onDoubleClick={() => keep(HALF)}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) show(shareAt(event))
      }}
      onLostPointerCapture={() => keep(value)}
    />
  )
}

function shareAt({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const around = currentTarget.parentElement?.getBoundingClientRect()
  return around && around.width > 0 ? ((clientX - around.left) / around.width) * 100 : HALF
}

function within(value: number): number {
  return Number.isFinite(value) ? Math.min(MOST, Math.max(LEAST, Math.round(value))) : HALF
}
