/** Leaves out what is absent, so that plans stay small and comparable. */
export function optional<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  // A loop, as this is called for every part of every plan.
  for (const key in values) {
    const value = values[key]
    if (value !== undefined) present[key] = value as Exclude<T[typeof key], undefined>
  }
  return present
}
