import { sql } from 'kysely'
import { loansAtOnce, recomputeWaterlines } from '../rules/waterline'
import type { StepHandler } from '../ruleTypes'
import { aliased } from '../sqlNames'

/** The water line of the day of every loan that goods are pledged to, or that owes something (E-40, step 5). */
export const snapshotWaterlines: StepHandler = async ({ kysely, together }) => {
  const l = aliased('loan', 'l')
  const i = aliased('pledge_item', 'i')
  for (let last = '0'; ;) {
    const { rows } = await sql<{ id: string }>`
      select ${l.column('id')}::text as id from ${l.from}
      where ${l.column('id')} > ${last} and (${l.column('outstanding_principal')} > 0
        or exists (select from ${i.from} where ${i.column('loan_id')} = ${l.column('id')} and ${i.is('status', 'EFFECTIVE')}))
      order by ${l.column('id')} limit ${loansAtOnce}`.execute(kysely)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await together((tools) => recomputeWaterlines(tools, ids))
    if (ids.length < loansAtOnce) return
    last = ids.at(-1) ?? last
  }
}
