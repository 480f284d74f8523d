import { sql } from 'kysely'
import type { EntityPlan } from '../../core/plan'
import type { WriteContext } from './context'

/** The `day` of numbers that do not restart. */
const everyDay = ''

/**
 * The next number of an entity (rule E-39): `RZ20261120-0001` with the business day, `QY000001` without. The row of the sequence stays
 * locked until the end of the transaction, so no number is given twice, and none is lost to a transaction that fails.
 */
export async function nextNumber(
  { trx, environment }: WriteContext,
  { prefix, dated, digits }: NonNullable<EntityPlan['serial']>,
): Promise<string> {
  const day = dated ? environment.today.replaceAll('-', '') : everyDay
  const { rows } = await sql<{ last_value: string }>`
    insert into document_sequence as s (prefix, day, last_value) values (${prefix}, ${day}, 1)
    on conflict (prefix, day) do update set last_value = s.last_value + 1 returning last_value`.execute(trx)
  const number = String(rows[0]?.last_value).padStart(digits, '0')
  return dated ? `${prefix}${day}-${number}` : `${prefix}${number}`
}
