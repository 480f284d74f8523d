import { sql } from 'kysely'
import type { FundAccount } from '../generated/fundAccount'
import type { Tools } from '../ruleTypes'

/** Whose money it is, held for whom. */
export type FundOwner = Pick<FundAccount, 'borrowerId' | 'departmentId' | 'fundingPartyId' | 'currency'>

/** The account of a customer's money with a funding party; opened when the first money comes (decision A40). Two that open it at once get the same. */
export async function fundAccountOf(
  { trx, system }: Tools,
  { borrowerId, departmentId, fundingPartyId, currency }: FundOwner,
  fundAccountKind: FundAccount['fundAccountKind'],
): Promise<string> {
  const key = { borrowerId, fundingPartyId, fundAccountKind, currency }
  const [known] = await system.find('fundAccount', key, { limit: 1 })
  if (known) return known.id
  await sql`select pg_advisory_xact_lock(hashtext(${`fund account ${Object.values(key).join()}`}))`.execute(trx)
  const [made] = await system.find('fundAccount', key, { limit: 1 })
  return made ? made.id : (await system.open('fundAccount', { ...key, departmentId })).id
}
