/**
 * Forms write their drafts a moment after the last key. Who must know at once whether anything is unsaved, such as a sign-out, has what
 * still waits written first.
 */
export interface PendingDrafts {
  /** @returns what takes the form away again */
  add: (write: () => void) => () => void
  writeAll: () => void
}

export function createPendingDrafts(): PendingDrafts {
  const writes = new Set<() => void>()
  return {
    add(write) {
      writes.add(write)
      return () => writes.delete(write)
    },
    writeAll() {
      for (const write of writes) write()
    },
  }
}
