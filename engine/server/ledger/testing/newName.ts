let given = 0

/** A name that no other record of the tests has: `Card 7`. */
export function newName(what: string): string {
  return `${what} ${++given}`
}
