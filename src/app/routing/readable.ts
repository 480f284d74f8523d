/**
 * A promise that React's `use` reads without waiting once it is fulfilled. React would mark it so itself, but only after it has drawn the
 * page's fallback for a moment; what was prefetched is to be there at once.
 */
export function readable<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    // Whoever reads it meets the error.
    () => undefined,
  )
  return promise
}

/** A value as such a promise. */
export function readableValue<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
}
