import { useWide } from './useWide'

/** Acceptance L2: in a window of this width or less, parts are shown one after the other instead of side by side. */
const WIDEST = 768

export function isNarrow(): boolean {
  return window.innerWidth <= WIDEST
}

export function useNarrow(): boolean {
  return !useWide(WIDEST + 1)
}
