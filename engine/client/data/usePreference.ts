import { useSyncExternalStore } from 'react'
import { useServices } from '../context'

/** A small setting of the user that is stored on the server, such as which columns a list shows. */
export function usePreference<T>(key: string, initial: T): [T, (next: T) => void] {
  const { preferences } = useServices()
  const value = useSyncExternalStore(preferences.subscribe, () => preferences.get(key) as T | undefined)
  return [value ?? initial, (next) => preferences.set(key, next)]
}
