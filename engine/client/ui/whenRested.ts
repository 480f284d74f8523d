/** A pointer that only passes over a link loads nothing. */
const RESTS_AFTER_MS = 80

/** Calls back when the pointer or the focus has come to an element and rests there. */
export function whenRested(element: HTMLElement, act: () => void): void {
  const timer = setTimeout(act, RESTS_AFTER_MS)
  const cancel = (): void => clearTimeout(timer)
  element.addEventListener('pointerleave', cancel, { once: true })
  element.addEventListener('blur', cancel, { once: true })
}
