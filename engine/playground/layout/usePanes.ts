import { useState, useSyncExternalStore } from 'react'
import type { KeyValueStore } from '../../client/memory/storage'

/** How many panes stand side by side. */
export type Room = 'three' | 'two' | 'one'

export interface Panes {
  room: Room
  tree: number
  preview: number
  setTree: (width: number) => void
  setPreview: (width: number) => void
}

/** What is made of a text has about half of the room beside the tree: what is compared there is as wide as what is written. */
function defaults() {
  const tree = 240
  return { tree, preview: Math.min(900, Math.max(420, Math.round((window.innerWidth - tree) * 0.52))) }
}
const key = 'panes'

/** The widths of the panes, as they were left. */
export function usePanes(storage: KeyValueStore): Panes {
  const room = useSyncExternalStore(subscribe, roomNow)
  const [widths, setWidths] = useState(() => ({ ...defaults(), ...storedIn(storage) }))
  const keep = (next: ReturnType<typeof defaults>): void => {
    setWidths(next)
    storage.set(key, next)
  }
  return {
    room,
    ...widths,
    setTree: (tree) => keep({ ...widths, tree }),
    setPreview: (preview) => keep({ ...widths, preview }),
  }
}

function storedIn(storage: KeyValueStore): Partial<ReturnType<typeof defaults>> {
  const stored = storage.get(key)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([name, width]) => Object.hasOwn(defaults(), name) && typeof width === 'number'))
}

function roomNow(): Room {
  if (window.innerWidth >= 1200) return 'three'
  return window.innerWidth >= 760 ? 'two' : 'one'
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
