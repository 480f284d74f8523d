import { expect, it } from 'vitest'
import { columnShares } from './columnShares'

const rounded = (shares: number[]): number[] => shares.map((share) => Math.round(share))

it('gives each column its part by its width', () => {
  expect(
    columnShares([
      { width: 100, least: 0 },
      { width: 300, least: 0 },
    ]),
  ).toEqual([25, 75])
})

it('gives a number the room that it needs, which the others do without', () => {
  const shares = columnShares([
    { width: 72, least: 98 },
    { width: 300, least: 0 },
    { width: 300, least: 0 },
  ])
  expect(rounded(shares)).toEqual([20, 40, 40])
})

it('holds also what the room of another makes too narrow', () => {
  const shares = columnShares([
    { width: 100, least: 98 },
    { width: 80, least: 196 },
    { width: 220, least: 0 },
  ])
  expect(rounded(shares)).toEqual([20, 40, 40])
})

it('parts what is there where all of them need more', () => {
  const columns = [
    { width: 100, least: 490 },
    { width: 100, least: 490 },
  ]
  expect(columnShares(columns)).toEqual([50, 50])
})
