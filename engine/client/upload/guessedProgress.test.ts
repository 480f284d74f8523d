import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GUESS_ENDS_AT, nextGuess } from './guessedProgress'

it('I4 a guess only grows, ever more slowly, and stops short of the end', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: GUESS_ENDS_AT, noNaN: true }), (percent) => {
      const next = nextGuess(percent)
      expect(next).toBeGreaterThanOrEqual(percent)
      expect(next).toBeLessThanOrEqual(98)
      expect(nextGuess(next) - next).toBeLessThanOrEqual(next - percent + 1e-9)
    }),
  )
})

it('I4 a guess comes near 98 in the time of a long upload', () => {
  let percent = 0
  for (let step = 0; step < 100; step++) percent = nextGuess(percent)
  expect(percent).toBeGreaterThan(97)
})
