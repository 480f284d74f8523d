import { sql } from 'kysely'
import type { EngineView } from './extensions'

/** The read model of the security log. Yields `id occurredAt kind account userId address traceId detail`. */
export const securityEventsView: EngineView = ({ kysely }) =>
  kysely
    .selectFrom('security_event as e')
    .select([
      'e.id as id',
      sql`1`.as('version'),
      'e.at as occurredAt',
      'e.kind as kind',
      'e.account as account',
      'e.user_id as userId',
      'e.address as address',
      'e.trace_id as traceId',
      'e.detail as detail',
    ])
