import { useSyncExternalStore } from 'react'

/** In px: from here on there is room for something beside the content of a page. */
const WIDE = 1440

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, isWide)
}

function isWide(): boolean {
  return window.innerWidth >= WIDE
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
