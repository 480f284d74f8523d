import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

interface PopoverProps {
  /** Name of the button, shown when the mouse rests on it, and of what it opens. */
  label: string
  /** What the button shows. */
  content: ReactNode
  /** Classes of the button; it looks like an icon of a toolbar without. */
  className?: string
  /** What it opens; a function is told how to close it. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A panel below a button; Esc, a press elsewhere and leaving it with the Tab key close it. */
export function Popover({ label, content, className = 'engine-button engine-button-text', children }: PopoverProps) {
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
      className="engine-popover"
      onBlur={(event) => {
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
        title={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {content}
      </button>
      {open && (
        // Takes the focus of a press on words and gaps, which would else go to what the page has around the panel, and so close it.
        <div id={id} role="group" aria-label={label} tabIndex={-1} className="engine-popover-panel">
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </div>
      )}
    </div>
  )
}
