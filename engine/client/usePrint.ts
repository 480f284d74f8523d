import { useEffect, useRef } from 'react'

/** Opens the browser's print dialog once, for what has just been drawn; `onDone` when the dialog is closed. */
export function usePrint(onDone: () => void): void {
  const asked = useRef(false)
  useEffect(() => {
    window.addEventListener('afterprint', onDone)
    if (!asked.current) {
      asked.current = true
      window.print()
    }
    return () => window.removeEventListener('afterprint', onDone)
  }, [onDone])
}
