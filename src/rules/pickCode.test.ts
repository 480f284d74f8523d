import { expect, it } from 'vitest'
import { refusePickLocked, wrongPickCode, type PickAttempts } from './pickCode'

const now = '2026-11-20T02:00:00.000Z'
const fresh: PickAttempts = { pickErrorCount: 0, pickLockedUntil: null }

it('B39 counts wrong codes in a row, and locks for 30 minutes at the fifth', () => {
  const said = []
  let attempts = fresh
  for (let tries = 1; tries <= 5; tries++) {
    const { set, refusal } = wrongPickCode(attempts, now)
    said.push([set.pickErrorCount, refusal.code, refusal.params])
    attempts = set
  }
  expect(said).toEqual([
    [1, 'out.pick-wrong', { errors: 1, left: 4 }],
    [2, 'out.pick-wrong', { errors: 2, left: 3 }],
    [3, 'out.pick-wrong', { errors: 3, left: 2 }],
    [4, 'out.pick-wrong', { errors: 4, left: 1 }],
    [5, 'out.pick-locked', { until: '2026-11-20 10:30:00' }],
  ])
  expect(attempts).toEqual({ pickErrorCount: 5, pickLockedUntil: '2026-11-20T02:30:00.000Z' })
})

it.each([
  ['2026-11-20T02:00:00.000Z', true],
  ['2026-11-20T02:30:00.000Z', true],
  ['2026-11-20T02:30:00.001Z', false],
])('B39 looks at no code until the lock is over: at %s %s', (at, locked) => {
  const attempts = { pickErrorCount: 5, pickLockedUntil: '2026-11-20T02:30:00.000Z' }
  expect(refusePickLocked(attempts, at)?.params).toEqual(locked ? { until: '2026-11-20 10:30:00' } : undefined)
  expect(refusePickLocked(fresh, at)).toBeUndefined()
})

it('B39 begins the count anew after a lock', () => {
  const { set } = wrongPickCode({ pickErrorCount: 5, pickLockedUntil: '2026-11-20T01:00:00.000Z' }, now)
  expect(set).toEqual({ pickErrorCount: 1, pickLockedUntil: null })
  expect(wrongPickCode(fresh, now).set.pickErrorCount).toBe(1)
})
