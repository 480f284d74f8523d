import { describe, expect, it } from 'vitest'
import { fromUnits, Random } from './random'

describe('random numbers', () => {
  it('are the same for the same seed, and others for another', () => {
    const draw = (seed: number) => {
      const random = new Random(seed)
      return Array.from({ length: 20 }, () => random.integer(1, 1_000))
    }
    expect(draw(20_261_120)).toEqual(draw(20_261_120))
    expect(draw(20_261_120)).not.toEqual(draw(1))
  })

  it('stay within their bounds and reach both', () => {
    const random = new Random(7)
    const drawn = new Set(Array.from({ length: 500 }, () => random.integer(-2, 3)))
    expect([...drawn].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3])
  })

  it('pick nothing from nothing', () => {
    expect(() => new Random(1).pick([])).toThrow(RangeError)
  })
})

describe('an amount in its smallest unit', () => {
  it.each([
    [7_120_000, 6, '7.120000'],
    [1, 4, '0.0001'],
    [10_000, 4, '1.0000'],
    [12, 0, '12'],
  ])('of %d with %d decimals is %s', (units, decimals, text) => {
    expect(fromUnits(units, decimals)).toBe(text)
  })
})
