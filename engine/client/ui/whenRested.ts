/** A pointer that only passes over a link loads nothing. */
const RESTS_AFTER_MS = 80

/** Calls back when the pointer or the focus has come to an element and rests there. */
export function whenRested(element: HTMLElement, act: () => void, afterMs = RESTS_AFTER_MS): void {
  const ended = new AbortController()
  const { signal } = ended
  const timer = setTimeout(() => {
    ended.abort()
    act()
  }, afterMs)
  const cancel = (): void => {
    ended.abort()
    clearTimeout(timer)
  }
  // Both are taken off together: a link is passed over hundreds of times a day.
  element.addEventListener('pointerleave', cancel, { signal })
  element.addEventListener('blur', cancel, { signal })
  // Whoever presses it does not rest.
  element.addEventListener('click', cancel, { signal })
}
