import { useSyncExternalStore } from 'react'

/** Search fields beside one another, from the widest window down; a phone has one. */
const widths: readonly [minWidth: number, items: number][] = [
  [1440, 4],
  [992, 3],
  [576, 2],
]

export function useItemsPerRow(): number {
  return useSyncExternalStore(subscribe, itemsPerRow)
}

function itemsPerRow(): number {
  return widths.find(([minWidth]) => window.innerWidth >= minWidth)?.[1] ?? 1
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
