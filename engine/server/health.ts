import type { FastifyInstance } from 'fastify'
import type { Database } from './database/database'
import { unavailable } from './problem'

const pingTimeoutMs = 2_000

/** `/health`: the process answers. `/ready`: it can work too; a balancer sends requests only then. */
export function registerHealth(app: FastifyInstance, database: Database): void {
  const open = { config: { permission: 'open' }, logLevel: 'warn' } as const
  app.get('/health', open, () => ({ status: 'ok' }))
  app.get('/ready', open, async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(unavailable()), pingTimeoutMs)
    })
    await Promise.race([database.ping(), late]).finally(() => clearTimeout(timer))
    return { status: 'ok' }
  })
}
