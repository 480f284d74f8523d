import { useSyncExternalStore } from 'react'

/** Acceptance L2: below it there is room for one thing beside another no more. */
const WIDEST = 768

export function isNarrow(): boolean {
  return window.innerWidth <= WIDEST
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow)
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
