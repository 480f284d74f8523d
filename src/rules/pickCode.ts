/** The code by which goods are handed over: six digits, guessed at most five times in a row (decision B39). */
import { formatDateTime } from '../../engine/core/dateTime'
import type { Refusal } from '../../engine/core/refusal'
import { no } from './guards'

export const pickTries = 5
export const pickLockMinutes = 30

export interface PickAttempts {
  pickErrorCount: number
  pickLockedUntil: string | null
}

/** After so many wrong ones in a row no code is looked at for a while. */
export function refusePickLocked({ pickLockedUntil }: PickAttempts, now: string): Refusal | undefined {
  return isLocked(pickLockedUntil, now) ? no('out.pick-locked', { until: formatDateTime(pickLockedUntil) }) : undefined
}

/** What a wrong code leaves behind, and what is said of it; a lock that is over has begun the count anew. */
export function wrongPickCode({ pickErrorCount, pickLockedUntil }: PickAttempts, now: string): { set: PickAttempts; refusal: Refusal } {
  const errors = (pickLockedUntil === null ? pickErrorCount : 0) + 1
  if (errors < pickTries) {
    const set = { pickErrorCount: errors, pickLockedUntil: null }
    return { set, refusal: no('out.pick-wrong', { errors, left: pickTries - errors }) }
  }
  const until = new Date(Date.parse(now) + pickLockMinutes * 60_000).toISOString()
  return {
    set: { pickErrorCount: errors, pickLockedUntil: until },
    refusal: no('out.pick-locked', { until: formatDateTime(until) }),
  }
}

function isLocked(until: string | null, now: string): until is string {
  return until !== null && Date.parse(now) <= Date.parse(until)
}
