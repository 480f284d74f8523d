import type { FastifyInstance } from 'fastify'
import { changesHeader } from '../../core/wire'
import type { PlanSource } from './planSource'

/**
 * Every response tells a signed-in account how often plans have changed, so that its browser knows of a published screen by whatever it asks
 * next, and no page asks for that alone. It is said as it was known before the request was answered: what is answered is at least as new.
 */
export function tellChanges(app: FastifyInstance, { changes }: PlanSource): void {
  if (!changes) return
  app.addHook('preHandler', async (request, reply) => {
    if (request.user) reply.header(changesHeader, String(await changes()))
  })
}
