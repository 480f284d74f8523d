import type { FastifyBaseLogger } from 'fastify'
import { firstMigratedAt } from '../../engine/server/database/migrations'
import { purgeFiles, sweepContents } from '../../engine/server/files/uploads'
import type { Services } from '../../engine/server/services'
import { purgeIdempotencyKeys } from '../../engine/server/write/idempotency'
import { failLostExports } from './jobs/exports'
import { purgeTickets } from './session/tickets'
import { purgePreviews } from './session/preview'
import { purgeExpiredTokens, type TokenLimits } from './session/tokens'

const everyMs = 3_600_000

/**
 * Clears away what nobody can use any more: ended sessions, tickets, idempotency keys of yesterday, files that no document took, contents
 * that no row names, exports whose job is lost. Once an hour; with several servers it is done several times, which changes nothing. Answers
 * the function that stops it.
 */
export function startHousekeeping(services: Services, limits: TokenLimits): () => void {
  const timer = setInterval(() => void keepHouse(services, limits, services.log), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

async function keepHouse(services: Services, limits: TokenLimits, log: FastifyBaseLogger): Promise<void> {
  try {
    const now = new Date(services.clock.now())
    await purgeExpiredTokens(services.database.kysely, now, limits)
    await purgeTickets(services.database.kysely, now)
    await purgePreviews(services.database.kysely, now)
    await purgeIdempotencyKeys(services)
    await failLostExports(services)
    await purgeFiles(services)
    const swept = await sweepContents(services, await firstMigratedAt(services.database))
    if (swept > 0) log.info({ swept }, 'contents without a row were removed')
  } catch (error) {
    // The next hour tries again; nothing depends on it.
    log.warn({ err: error }, 'housekeeping failed')
  }
}
