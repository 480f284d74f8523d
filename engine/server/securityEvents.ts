/**
 * The security log: who came in, who was turned away, whose rights changed, what left the house in bulk.
 *
 *   record ──► a line of the log, at every level but `silent`
 *         └──► queue ──► rows of `security_event`, written beside all requests, tried again while the database is away
 *
 * Whoever records waits for nothing and cannot fail by it, and an event stays when the transaction of the call that it tells of is rolled
 * back. What follows from a write is told when that has been committed (`tools.securityEvent`).
 */
import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Database } from './database/database'
import { classifyDatabaseError } from './database/errors'
import type { Call, Clock, SessionUser } from './session'

/** `export`: many rows left as a file; `refused`: a dozen calls in an hour that were not allowed. Further kinds are the product's. */
export type SecurityEventKind = 'export' | 'refused' | (string & {})

export interface SecurityEvent {
  kind: SecurityEventKind
  /** Whose doing it is, as far as it is known. */
  user?: Pick<SessionUser, 'id' | 'userName' | 'call'>
  /** The call that it came by; by default the user's. */
  call?: Call
  /** In words, for who reads the log. */
  detail?: string
}

export interface SecurityEvents {
  /** Never throws, and nothing waits for it. */
  record(event: SecurityEvent): void
  /** What was recorded until now is in the table. */
  flush(): Promise<void>
  /** The same for a server that stops, which does not wait for ever. */
  stop(): Promise<void>
}

/** What the database cannot take for so long is in the log alone. */
const maxWaiting = 10_000
const maxConcurrent = 200
const retryAfterMs = 1_000
/** How long a server that stops waits for a database that does not answer. */
const patienceMs = 3_000
const maxLength = { detail: 500, address: 60, account: 60 }

export function callOf(request: Pick<FastifyRequest, 'ip' | 'id'>): Call {
  return { address: request.ip, traceId: request.id }
}

export function createSecurityEvents({ kysely }: Pick<Database, 'kysely'>, clock: Clock, log: FastifyBaseLogger): SecurityEvents {
  const waiting: Record<string, unknown>[] = []
  const line = log.level === 'silent' ? undefined : log.child({}, { level: 'info' })
  let writing: Promise<void> | undefined
  let stopped = false

  async function write(): Promise<void> {
    let atOnce = maxConcurrent
    while (waiting.length > 0 && !stopped) {
      const batch = waiting.slice(0, atOnce)
      try {
        await kysely.insertInto('security_event').values(batch).execute()
        waiting.splice(0, batch.length)
      } catch (error) {
        if (isPassing(error)) {
          log.warn({ err: error, waiting: waiting.length }, 'security events are not stored yet')
          await sleep(retryAfterMs, undefined, { ref: false })
        } else if (atOnce > 1) {
          // One row that cannot be stored takes no other with it.
          atOnce = 1
        } else {
          log.error({ err: error }, 'a security event is in the log alone')
          waiting.shift()
        }
      }
    }
  }
  // Begun by whatever request comes first, it is part of none, nor of its transaction.
  const begin = AsyncResource.bind((): void => {
    writing ??= write().finally(() => {
      writing = undefined
      if (waiting.length > 0 && !stopped) begin()
    })
  })
  const flush = async (): Promise<void> => {
    while (writing) await writing
  }

  return {
    record({ kind, user, call = user?.call, detail }) {
      const { address = '', traceId = '' } = call ?? {}
      const account = user?.userName ?? ''
      line?.info({ securityEvent: kind, account, userId: user?.id, address, traceId, detail }, 'security event')
      if (waiting.length === maxWaiting) return
      waiting.push({
        kind,
        account: account === '' ? null : shown(account, maxLength.account),
        user_id: user?.id === undefined || user.id === '' ? null : user.id,
        address: shown(address, maxLength.address),
        trace_id: traceId,
        detail: detail === undefined ? null : shown(detail, maxLength.detail),
        at: clock.now(),
      })
      begin()
    },
    flush,
    async stop() {
      await Promise.race([flush(), sleep(patienceMs, undefined, { ref: false })])
      stopped = true
    },
  }
}

/** The database is away or has too much to do: the same again may be stored. */
function isPassing(error: unknown): boolean {
  return ['serialization', 'timeout', 'unavailable'].includes(classifyDatabaseError(error).kind)
}

/** What a stranger has typed, without characters that the database does not take or that a page does not show. */
function shown(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{C}/gu, '')
}

/** Forgets events from before a moment (ISO 8601). To be called now and then. */
export async function purgeSecurityEvents({ kysely }: Pick<Database, 'kysely'>, before: string): Promise<void> {
  await kysely.deleteFrom('security_event').where('at', '<', before).execute()
}
