import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messageText } from './messages'
import { pathOf } from './errorHandler'
import { callOf, type SecurityEvents } from './securityEvents'
import type { Clock } from './session'

/** One refused call is a slip, an old link or an ended session; a dozen is worth a line. */
const dozen = 12
/** Since the first of them. */
const withinMs = 3_600_000
/** Accounts and addresses that are counted at the same time; the longest known is forgotten for the next. */
const maxCounted = 10_000

/**
 * Tells the security log of every dozen of calls of one account, or of one address without an account, that were refused: no valid token,
 * no right, or a record that is not there for this account. Counted in this process: each server has dozens of its own.
 */
export function watchRefusedCalls(app: FastifyInstance, events: SecurityEvents, clock: Clock): void {
  const counts = new Map<string, { since: number; byStatus: Map<number, number> }>()
  app.addHook('onResponse', async (request, { statusCode }) => {
    if (!isRefusal(request, statusCode)) return
    const key = request.user ? `user ${request.user.id}` : `address ${request.ip}`
    const now = Date.parse(clock.now())
    let count = counts.get(key)
    if (!count || now - count.since > withinMs) {
      count = { since: now, byStatus: new Map() }
      counts.delete(key)
      counts.set(key, count)
      if (counts.size > maxCounted) counts.delete(counts.keys().next().value ?? '')
    }
    count.byStatus.set(statusCode, (count.byStatus.get(statusCode) ?? 0) + 1)
    const statuses = [...count.byStatus].sort(([one], [other]) => one - other)
    if (statuses.reduce((sum, [, times]) => sum + times, 0) < dozen) return
    counts.delete(key)
    const figures = statuses.map(([status, times]) => `${status} × ${times}`).join(messageText('security.separator'))
    const last = `${request.method} ${pathOf(request)}`
    const detail = messageText('security.refused', { count: dozen, figures, last })
    events.record({ kind: 'refused', user: request.user, call: callOf(request), detail })
  })
}

/** An address where nothing is says nothing of rights: 404 counts where a signed-in account was answered by a route. */
function isRefusal({ user }: FastifyRequest, status: number): boolean {
  return status === 401 || status === 403 || (status === 404 && user !== undefined)
}
