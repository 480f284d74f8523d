import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

interface PopoverProps {
  /** Name of the button, and of what it opens. */
  label: string
  className: string
  content: ReactNode
  children: (close: () => void) => ReactNode
}

/** A panel below a button of the header; Esc, a press elsewhere and leaving it with the Tab key close it. */
export function Popover({ label, className, content, children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!open) return undefined
    const closeOutside = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  return (
    <div
      ref={root}
      role="presentation"
      className="app-popover"
      onBlur={(event) => {
        // Focus that goes nowhere was taken by a press inside.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {content}
      </button>
      {open && (
        <div id={id} className="app-popover-panel" role="group" aria-label={label}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  )
}
