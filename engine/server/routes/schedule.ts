import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../services'
import { jsonType } from './route'

const DAYS = 31
const FAILURES = 200

/**
 * `GET /api/schedule`: the days of the last month that were ended or begun, newest first, what each step did, and what it could not do.
 * @param permission who may read it
 */
export function registerSchedule(app: FastifyInstance, services: Services, permission: string): void {
  const { schedule } = services.plan
  if (!schedule) return
  const steps = schedule.steps.map(({ name, title, hourly }) => ({ name, title, hourly }))
  app.get('/api/schedule', { config: { permission } }, async (_request, reply) =>
    reply.type(jsonType).send(JSON.stringify({ at: schedule.at, steps, ...(await stateOf(services)) })),
  )
}

async function stateOf({ database }: Services): Promise<{ days: unknown[]; failures: unknown[] }> {
  const days = await sql`
    select day, started_at as "startedAt", ended_at as "endedAt", ended_at is null and lease_until > clock_timestamp() as running,
      (select coalesce(json_agg(json_build_object('name', step, 'done', done, 'failed', failed) order by ended_at), '[]')
        from schedule_step s where s.day = d.day) as steps
    from schedule_day d order by day desc limit ${DAYS}`.execute(database.kysely)
  const failures = await sql`
    select day, step, entity, document_id as id, action, failure, at from schedule_item where failure is not null
    order by day desc, at desc limit ${FAILURES}`.execute(database.kysely)
  return { days: days.rows, failures: failures.rows }
}
