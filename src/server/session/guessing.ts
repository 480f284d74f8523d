import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** More of a password is not judged: the time grows with the square of the length, and this much is enough to be strong. */
const maxScoredLength = 40

let guesser: Promise<ZxcvbnFactory> | undefined

/**
 * About how many guesses it takes who knows what people choose: common passwords, walks over the keyboard, years and dates, repetitions,
 * letters in capitals or written as signs, and `words`, which somebody who means this account would try first.
 */
export async function guessesOf(password: string, words: readonly string[]): Promise<number> {
  guesser ??= createGuesser()
  return (await guesser).check(password, [...words]).guesses
}

/** Made when the first new password is judged: most starts need none. */
async function createGuesser(): Promise<ZxcvbnFactory> {
  const [core, { dictionary, adjacencyGraphs }] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')])
  return new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: maxScoredLength })
}
