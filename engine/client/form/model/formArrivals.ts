import type { InputStatus } from '../../fieldDefinition'

/** Files of a form that are on their way, and those that the server did not take. Neither is part of a field's value yet. */
export interface FormArrivals {
  note: (name: string, part: string, status: InputStatus | undefined) => void
  /** Anything is on its way, or was not taken. */
  isOpen: () => boolean
  /** Fields some of whose parts were not taken. */
  failed: () => string[]
  /** Resolves when nothing is on its way any more. */
  settled: () => Promise<void>
}

export function createFormArrivals(): FormArrivals {
  /** Field → part of it → how it stands. */
  const open = new Map<string, Map<string, InputStatus>>()
  let waiting: (() => void)[] = []

  const fieldsThatAre = (wanted: InputStatus): string[] =>
    [...open].filter(([, parts]) => [...parts.values()].includes(wanted)).map(([name]) => name)
  const isComing = (): boolean => fieldsThatAre('coming').length > 0

  return {
    note(name, part, status) {
      const parts = open.get(name) ?? new Map<string, InputStatus>()
      if (status === undefined) parts.delete(part)
      else parts.set(part, status)
      if (parts.size === 0) open.delete(name)
      else open.set(name, parts)
      if (isComing()) return
      waiting.forEach((resume) => resume())
      waiting = []
    },
    isOpen: () => open.size > 0,
    failed: () => fieldsThatAre('failed'),
    settled: () => (isComing() ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
  }
}
