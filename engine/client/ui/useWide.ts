import { useSyncExternalStore } from 'react'

/** Whether the window has at least this width, in px. */
export function useWide(width: number): boolean {
  return useSyncExternalStore(subscribe, () => window.innerWidth >= width)
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
