import { EngineError } from '../engine/core/error'
import type { ProductPlan } from '../engine/core/plan'
import { refuseMissingMigration } from '../engine/server/database/migrations'
import { tablesOf } from '../src/server/tables'
import { migrationFolder } from './database'

/** Why a server cannot serve these plans yet, with what is to be done; undefined when it can. */
export async function behindSchemas(plan: ProductPlan): Promise<string | undefined> {
  try {
    await refuseMissingMigration(migrationFolder, tablesOf(plan))
    return undefined
  } catch (error) {
    if (error instanceof EngineError) return error.message
    throw error
  }
}
