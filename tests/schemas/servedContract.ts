import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { ProductPlan } from '../../engine/core/plan'
import type { AnySchema, Database } from '../../engine/server/database/database'
import { createServer } from '../../engine/server/server'
import { everyButtonOf, noFiles } from '../../engine/server/testing/smallProduct'
import { fixedClock } from '../../engine/server/testing/libraryServer'
import { extensionsOf } from '../../src/server/extensions'

/** An operation of OpenAPI, as far as tests read it. */
export interface DescribedOperation {
  'x-permission': string
}

/** What the server says of its endpoints once all routes are registered: by path, then by method. Nobody asks a database for that. */
export async function servedContract(plan: ProductPlan, permission: string): Promise<Record<string, Record<string, DescribedOperation>>> {
  const store = { write: () => Promise.resolve(undefined), remove: () => Promise.resolve() }
  const app = await createServer({
    plan,
    database: noDatabase(),
    extensions: extensionsOf(plan, store, { send: async () => undefined }),
    authenticate: async () => ({ id: '1', name: '', subMenus: everyButtonOf(plan), scope: {} }),
    clock: fixedClock,
    fileStore: noFiles,
    contractPermission: permission,
    demo: true,
    logger: { level: 'silent' },
  })
  try {
    const response = await app.inject({ method: 'GET', url: '/api/contract', headers: { authorization: 'Bearer any' } })
    return response.json<{ paths: Record<string, Record<string, DescribedOperation>> }>().paths
  } finally {
    await app.close()
  }
}

function noDatabase(): Database {
  const kysely = new Kysely<AnySchema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const none = () => Promise.reject(new Error('there is no database'))
  return {
    kysely,
    patient: kysely,
    kind: 'postgres',
    committed: () => 0,
    transaction: none,
    snapshot: none,
    ping: none,
    close: () => Promise.resolve(),
  }
}
