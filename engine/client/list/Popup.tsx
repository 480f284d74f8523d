import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

interface PopupProps {
  /** Name of the button and of what it opens. */
  label: string
  icon: ReactNode
  children: ReactNode
}

/** A panel below an icon button; Esc and a click elsewhere close it. */
export function Popup({ label, icon, children }: PopupProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!open) return undefined
    const closeOutside = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [open])

  return (
    <div ref={root} className="engine-popup">
      <button
        ref={button}
        type="button"
        className="engine-button engine-button-text"
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon}
      </button>
      {open && (
        <div id={id} role="group" aria-label={label} className="engine-popup-panel">
          {children}
        </div>
      )}
    </div>
  )
}
