import { closest, distance } from 'fastest-levenshtein'

/** The known word nearest to a mistyped one, or undefined when none is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const lower = known.find((candidate) => candidate.toLowerCase() === word.toLowerCase())
  if (lower !== undefined) return lower
  const best = closest(word, known)
  return distance(word, best) <= Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3)) ? best : undefined
}
