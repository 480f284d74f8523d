import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ProductPlan } from '../../../engine/core/plan'
import type { AnySchema } from '../../../engine/server/database/database'

/** Something that must never be in the database. */
export interface Violation {
  /** Number in domain 50, E.4. */
  invariant: string
  /** Which row, and what is wrong with it, for an administrator. */
  what: string
}

export interface InvariantContext {
  plan: ProductPlan
  kysely: Kysely<AnySchema>
  /** Ledgers and kept sums are verified by another step (`verifyLedgers`), which need not go through all of them. */
  ledgersKept?: boolean
}

export type Invariant = (context: InvariantContext) => Promise<Violation[]>

/** More of a kind do not help: each has the same cause, or the database is lost. */
export const max = 20

/** Rows that a query of faults finds, each with its text in `what`. */
export async function violationsOf(
  invariant: string,
  { kysely }: Pick<InvariantContext, 'kysely'>,
  faults: RawBuilder<unknown>,
): Promise<Violation[]> {
  const { rows } = await sql<{ what: string }>`select what from (${faults}) as faults limit ${max}`.execute(kysely)
  return rows.map(({ what }) => ({ invariant, what }))
}
