import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { LedgerPlan } from '../../core/plan/effects'
import type { EntityPlan, ProductPlan } from '../../core/plan'
import type { AnySchema } from '../database/database'
import { idRanges, type IdRange } from '../idRanges'

/** What is looked at of the ledgers of a database. */
export interface LedgerQuery {
  plan: ProductPlan
  kysely: Kysely<AnySchema>
  /** Asked between two batches. */
  signal?: AbortSignal
}

/** Balances of one entity between two ids, which one statement looks at. */
export interface BalanceRange extends IdRange {
  ledger: LedgerPlan
  entity: EntityPlan
}

/** The balances of all ledgers, or of one, range by range. */
export async function* balanceRanges({ plan, kysely, signal }: LedgerQuery, ledgerName?: string): AsyncIterable<BalanceRange> {
  for (const ledger of Object.values(plan.ledgers)) {
    if (ledgerName !== undefined && ledger.name !== ledgerName) continue
    for (const name of Object.keys(ledger.balances)) {
      const entity = plan.entities[name]
      if (!entity) throw new TypeError(`no entity named ${name}`)
      for await (const range of idRanges(kysely, entity.table, { signal })) yield { ledger, entity, ...range }
    }
  }
}

/** Rows of `ledger_movement`, `ledger_hold` or `ledger_checkpoint` that belong to the balance `b.id`. */
export function ofBalance(alias: string, { ledger, entity }: BalanceRange): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`${column('ledger')} = ${ledger.name} and ${column('balance_entity')} = ${entity.name} and ${column('balance_id')} = b.id`
}

/** The last checkpoint of the balance `b.id`: `movement_id` and `buckets`. */
export function lastCheckpoint(range: BalanceRange): RawBuilder<unknown> {
  return sql`(select movement_id, buckets from ledger_checkpoint c where ${ofBalance('c', range)} order by c.day desc limit 1)`
}
