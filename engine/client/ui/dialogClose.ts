import { useEffect, useLayoutEffect, useRef } from 'react'

/** A click that opens a dialog can end on its mask (acceptance E5). */
export const IGNORE_MASK_MS = 300

/** What antd's dialogs tell of why they are to be closed; also what the browser does. */
interface CloseEvent {
  type: string
  target: EventTarget | null
}

/**
 * Closes a dialog that is open from its first rendering on: by its buttons and Esc always, by a click on its mask only when it has been
 * in sight for 300 ms and `mayMiss` allows it, because a click that misses a form throws away what was typed.
 */
export function useDialogClose(onClose: () => void, mayMiss: () => boolean = () => true): (event: CloseEvent) => void {
  const isSettled = useSettled()
  useFocusReturn()
  return ({ type, target }) => {
    const onMask = type === 'click' && target instanceof Element && !target.closest('button')
    if (!onMask || (isSettled() && mayMiss())) onClose()
  }
}

/** Tells whether a dialog that is rendered now has been in sight for 300 ms: from its first frame on, which a busy browser draws much later. */
export function watchSettling(): { isSettled: () => boolean; stop: () => void } {
  let shownAt = Infinity
  const frame = requestAnimationFrame(() => (shownAt = performance.now()))
  return {
    isSettled: () => performance.now() - shownAt >= IGNORE_MASK_MS,
    stop: () => cancelAnimationFrame(frame),
  }
}

function useSettled(): () => boolean {
  const settling = useRef<ReturnType<typeof watchSettling>>(undefined)
  useLayoutEffect(() => {
    settling.current = watchSettling()
    return settling.current.stop
  }, [])
  return () => settling.current?.isSettled() ?? false
}

/** Gives the focus back to what had it before: a dialog that is taken out of the page at once does not do so itself. */
function useFocusReturn(): void {
  useEffect(() => {
    const opener = document.activeElement
    const places = placesOf(opener)
    return () => {
      // The dialog leaves the document after this.
      setTimeout(() => {
        if (!(opener instanceof HTMLElement) || (document.activeElement ?? document.body) !== document.body) return
        if (opener.isConnected) opener.focus()
        else focusNear(places)
      })
    }
  }, [])
}

interface Place {
  parent: Element
  index: number
}

/** Where something stands, from itself outwards. */
function placesOf(element: Element | null): Place[] {
  const parent = element?.parentElement
  return parent && element !== document.body ? [{ parent, index: [...parent.children].indexOf(element) }, ...placesOf(parent)] : []
}

/**
 * What opened the dialog has gone, as a row does that was decided on and no longer belongs to the list: the keyboard goes on from what stands in
 * its place now, or before it. That itself does nothing, so that Enter held too long does not decide on the next one.
 */
function focusNear(places: readonly Place[]): void {
  const place = places.find(({ parent }) => parent.isConnected)
  const inPlace = place?.parent.children[Math.min(place.index, place.parent.children.length - 1)]
  // Another button may stand where the pressed one did: in a row that stays in the list, what can be done after the decision.
  const near = inPlace?.matches('a, button, input, select, textarea') ? place?.parent : (inPlace ?? place?.parent)
  if (!(near instanceof HTMLElement) || near === document.body) return
  if (!near.hasAttribute('tabindex')) {
    near.tabIndex = -1
    near.addEventListener('blur', () => near.removeAttribute('tabindex'), { once: true })
  }
  near.focus()
}
