/** Computes each value once, by its name. */
export function memoize<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return (name) => {
    let value = made.get(name)
    if (value === undefined) {
      value = make(name)
      made.set(name, value)
    }
    return value
  }
}
