import { useEffect, useState } from 'react'

/** A click that opens a dialog can end on its mask (acceptance E5). */
export const IGNORE_MASK_MS = 300

/** What antd's dialogs tell of why they are to be closed; also what the browser does. */
interface CloseEvent {
  type: string
  target: EventTarget | null
}

/**
 * Closes a dialog that is open from its first rendering on: by its buttons and Esc always, by a click on its mask only when it has been
 * open for 300 ms and `mayMiss` allows it, because a click that misses a form throws away what was typed.
 */
export function useDialogClose(onClose: () => void, mayMiss: () => boolean = () => true): (event: CloseEvent) => void {
  const [openedAt] = useState(Date.now)
  useFocusReturn()
  return ({ type, target }) => {
    const onMask = type === 'click' && target instanceof Element && !target.closest('button')
    if (!onMask || (Date.now() - openedAt >= IGNORE_MASK_MS && mayMiss())) onClose()
  }
}

/** Gives the focus back to what had it before: a dialog that is taken out of the page at once does not do so itself. */
function useFocusReturn(): void {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      // The dialog leaves the document after this.
      setTimeout(() => {
        if (opener instanceof HTMLElement && (document.activeElement ?? document.body) === document.body) opener.focus()
      })
    }
  }, [])
}
