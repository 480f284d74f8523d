import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type CompiledQuery } from 'kysely'
import type { AnySchema } from '../database/database'

/** Makes the SQL for PostgreSQL and asks no database: every statement finds nothing. `onStatement` hears of each. */
export function sqlOnly(onStatement: (query: CompiledQuery) => void = () => undefined): Kysely<AnySchema> {
  return new Kysely<AnySchema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => onStatement(query),
  })
}
