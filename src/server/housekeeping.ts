import type { FastifyBaseLogger } from 'fastify'
import { firstMigratedAt } from '../../engine/server/database/migrations'
import { purgeFiles, sweepContents } from '../../engine/server/uploads/uploads'
import { purgeRequestCounts } from '../../engine/server/requestLimit'
import { purgeSecurityEvents } from '../../engine/server/securityEvents'
import type { Services } from '../../engine/server/services'
import { purgeIdempotencyKeys } from '../../engine/server/write/idempotency'
import { failLostExports } from './jobs/exports'
import { purgeAttempts } from './session/attempts'
import { purgeTickets } from './session/tickets'
import { purgePreviews } from './session/preview'
import { purgeExpiredTokens, type TokenLimits } from './session/tokens'

const everyMs = 3_600_000
/** How long the security log is kept. */
const securityEventsMs = 180 * 86_400_000

/**
 * Clears away what nobody can use any more: ended sessions, tickets, requests and tries to sign in that count no longer, idempotency keys of
 * yesterday, security events of half a year ago, files that no document took, contents that no row names, exports whose job is lost. Once an hour; with several servers it is done several times, which changes nothing. Answers
 * the function that stops it.
 */
export function startHousekeeping(services: Services, limits: TokenLimits): () => void {
  const timer = setInterval(() => void keepHouse(services, limits, services.log), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** One round of it. */
export async function keepHouse(services: Services, limits: TokenLimits, log: FastifyBaseLogger): Promise<void> {
  try {
    const now = new Date(services.clock.now())
    await purgeExpiredTokens(services.database.kysely, now, limits)
    await purgeTickets(services.database.kysely, now)
    await purgeAttempts(services.database.kysely, now)
    await purgeSecurityEvents(services.database, new Date(now.getTime() - securityEventsMs).toISOString())
    await purgePreviews(services.database.kysely, now)
    await purgeIdempotencyKeys(services)
    await purgeRequestCounts(services.database)
    await failLostExports(services)
    await purgeFiles(services)
    const swept = await sweepContents(services, await firstMigratedAt(services.database))
    if (swept > 0) log.info({ swept }, 'contents without a row were removed')
  } catch (error) {
    // The next hour tries again; nothing depends on it.
    log.warn({ err: error }, 'housekeeping failed')
  }
}
