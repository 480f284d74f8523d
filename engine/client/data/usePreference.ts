import { useState } from 'react'
import { useServices } from '../context'

/** A small choice that follows the user, such as which columns a list shows. */
export function usePreference<T>(key: string, initial: T): [T, (next: T) => void] {
  const { preferences } = useServices()
  const [value, setValue] = useState(() => (preferences.get(key) as T | undefined) ?? initial)
  return [
    value,
    (next) => {
      preferences.set(key, next)
      setValue(next)
    },
  ]
}
