import { closest, distance } from 'fastest-levenshtein'

/** The known name that was probably meant, or undefined when none is near: at most a third of the letters differ, case aside. */
export function nearestName(found: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const bySpelling = new Map(known.map((name) => [name.toLowerCase(), name]))
  const nearest = closest(found.toLowerCase(), [...bySpelling.keys()])
  return distance(found.toLowerCase(), nearest) <= Math.max(1, Math.floor(found.length / 3)) ? bySpelling.get(nearest) : undefined
}
