import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooMany } from './problem'

export interface RequestLimit {
  /** Requests of one key in the time, whatever their answers. */
  max: number
  minutes: number
  /** Whose requests are counted together; by default those from one address, as the trusted proxies tell it. */
  keyOf?: (request: FastifyRequest) => string
}

/**
 * A hook of a route that answers 429 to whoever asks too often. A route may have several: each counts for itself. Counted in this
 * process's memory, so several servers allow as many times more; a start forgets everything.
 */
export function limitRequests(app: FastifyInstance, { max, minutes, keyOf }: RequestLimit): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ max, timeWindow: minutes * 60_000, ...(keyOf ? { keyGenerator: keyOf } : {}) })
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttlInSeconds)
  }
}
