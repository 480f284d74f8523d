import { useCallback, useState } from 'react'
import { useServices } from '../context'

/** State that outlives the page as long as the user stays in its section. */
export function useSectionState<T>(key: string, initial: T): [T, (next: T) => void] {
  const { sections } = useServices()
  const [held, setHeld] = useState(() => ({ key, value: (sections.get(key) as T | undefined) ?? initial }))
  let current = held
  if (held.key !== key) {
    current = { key, value: (sections.get(key) as T | undefined) ?? initial }
    setHeld(current)
  }
  const set = useCallback(
    (value: T) => {
      sections.set(key, value)
      setHeld({ key, value })
    },
    [key, sections],
  )
  return [current.value, set]
}
