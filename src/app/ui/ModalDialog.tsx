import { useEffect, useRef, type ReactNode } from 'react'
import { watchSettling } from '../../../engine/client/ui/dialogClose'

interface ModalDialogProps {
  open?: boolean
  label: string
  className: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog of the browser: it holds the focus; Esc and a press on its veil close it. Lighter than antd's, and part of the first load. */
export function ModalDialog({ open = true, label, className, onClose, children }: ModalDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    if (!open) {
      dialog.close()
      return undefined
    }
    dialog.showModal()
    const settling = watchSettling()
    const closed = (): void => close.current()
    // The dialog itself is only hit beside its content: on the veil.
    const pressed = (event: MouseEvent): void => {
      if (event.target === dialog && settling.isSettled()) close.current()
    }
    dialog.addEventListener('close', closed)
    dialog.addEventListener('click', pressed)
    return () => {
      settling.stop()
      dialog.removeEventListener('close', closed)
      dialog.removeEventListener('click', pressed)
    }
  }, [open])
  return (
    <dialog ref={ref} className={className} aria-label={label}>
      {children}
    </dialog>
  )
}
