/** How often progress that nobody tells of is guessed anew (acceptance I4). */
export const GUESS_EVERY_MS = 200
/** A guess never says that it is done. */
export const GUESS_ENDS_AT = 98

/** Part of what is left that a step takes. */
const STEP = 0.08

/** The next guess: quick at first, then slower and slower, and always short of the end. */
export function nextGuess(percent: number): number {
  return Math.min(GUESS_ENDS_AT, percent + (GUESS_ENDS_AT - percent) * STEP)
}
