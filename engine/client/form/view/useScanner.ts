import { useEffect, useEffectEvent, type RefObject } from 'react'
import { scanReader, type Scanned } from '../model/scan'

/**
 * Tells of each code that a barcode reader sends, wherever its keys go. What takes it answers what to do with it: before that the keys have typed
 * nothing, and its Enter presses no button. @param root the reader is heard while this part is on the page
 */
export function useScanner(root: RefObject<HTMLElement | null>, onScan: (scanned: Scanned) => (() => void) | undefined): void {
  const hear = useEffectEvent(onScan)
  useEffect(() => {
    const read = scanReader()
    function press(event: KeyboardEvent): void {
      const scanned = read(event)
      // A page that waits in the background hears nothing.
      const act = scanned && root.current?.checkVisibility?.() !== false ? hear(scanned) : undefined
      if (!scanned || !act) return
      event.preventDefault()
      event.stopPropagation()
      restore(scanned)
      act()
    }
    // Before anything else that the Enter would do.
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [root])
}

function restore({ target, before }: Scanned): void {
  if (!(target instanceof HTMLInputElement) || before === undefined || target.value === before) return
  // React remembers what it has set itself, and would take this for no change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, before)
  target.dispatchEvent(new Event('input', { bubbles: true }))
}
