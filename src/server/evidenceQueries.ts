/** SQL values of the books: what has been posted to an account, what a month still has to post, and a bank account's balance after a flow. */
import { sql, type RawBuilder } from 'kysely'
import type { Extensions } from './ruleTypes'
import { aliased } from './sqlNames'

type EvidenceQuery =
  | 'bankFlowBalance'
  | 'periodIsFirstOpen'
  | 'periodIsLastClosed'
  | 'periodOpenVouchers'
  | 'periodVouchers'
  | 'subAccountBalance'
  | 'subAccountCredit'
  | 'subAccountDebit'

/**
 * Everything posted, by the code of its account. It does not depend on the row, so the database adds it up once for a statement, and not for each
 * account of the tree.
 */
const postedByCode = ((): RawBuilder<unknown> => {
  const e = aliased('voucher_entries', 'posted')
  const v = aliased('voucher', 'posting')
  const s = aliased('sub_account', 'posted_to')
  return sql`(select jsonb_object_agg(code, array[debit, credit]) from (
    select ${s.column('subject_code')} as code, sum(${e.column('debit_amount')})::text as debit, sum(${e.column('credit_amount')})::text as credit
    from ${e.from} join ${v.from} on ${v.column('id')} = ${e.column('parent_id')}
      join ${s.from} on ${s.column('id')} = ${e.column('sub_account_id')}
    where ${v.column('posted_at')} is not null group by ${s.column('subject_code')}) as by_code)`
})()

/** One side of what was posted to an account and those below it. */
function posted(account: string, side: 'debit' | 'credit'): RawBuilder<string> {
  const code = aliased('sub_account', account).column('subject_code')
  return sql<string>`(select round(coalesce(sum((sides ->> ${sql.lit(side === 'debit' ? 0 : 1)}::int)::numeric), 0), 2)
    from jsonb_each(${postedByCode}) as by_account (code, sides) where starts_with(code, ${code}))`
}

/** Periods are closed in their order and opened again in the opposite one: whether it is this one's turn. */
function isEndOf(period: string, which: 'open' | 'closed'): RawBuilder<boolean> {
  const own = aliased('account_period', period)
  const p = aliased('account_period', 'in_order')
  const end = which === 'open' ? sql`min(${p.column('period')})` : sql`max(${p.column('period')})`
  const isClosed = (closed: RawBuilder<unknown>) => sql`coalesce(${closed}, false) = ${sql.lit(which === 'closed')}`
  return sql<boolean>`(${isClosed(own.column('closed'))}
    and ${own.column('period')} = (select ${end} from ${p.from} where ${isClosed(p.column('closed'))}))`
}

function vouchersOf(period: string, open: boolean): RawBuilder<number> {
  const v = aliased('voucher', 'of_period')
  return sql<number>`(select count(*)::int from ${v.from} where ${v.column('period')} = ${aliased('account_period', period).column('period')}
    ${open ? sql`and ${v.column('status')} in ('DRAFT', 'AUDITED')` : sql``})`
}

/** Flows whose numbers share their hundreds are summed up together: a page reads fewer than so many for a row, and an account of a million has 10,000 sums. */
const block = 100
const blockOf = (id: RawBuilder<unknown>) => sql`(${id} / ${sql.lit(block)})`

/** What a flow adds to its account. */
function signed(flow: string): RawBuilder<string> {
  const f = aliased('bank_flow', flow)
  return sql<string>`case when ${f.is('flow_direction', 'IN')} then ${f.column('amount')} else -${f.column('amount')} end`
}

/**
 * What came before each block of flows of an account, by both. It does not depend on the row, so each flow is read once for a statement, and not once
 * for every later flow of the page.
 */
const sumsBeforeBlocks = ((): RawBuilder<unknown> => {
  const f = aliased('bank_flow', 'summed')
  return sql`(select jsonb_object_agg(concat(account, ' ', block), before) from (
    select account, block, sum(total) over (partition by account order by block) - total as before from (
      select ${f.column('bank_account_id')} as account, ${blockOf(f.column('id'))} as block, sum(${signed('summed')}) as total
      from ${f.from} group by 1, 2) as by_block) as running)`
})()

/** E-42, as it was after the flow: flows are counted in the order in which they were recorded. */
function balanceAfter(flow: string): RawBuilder<string> {
  const own = aliased('bank_flow', flow)
  const f = aliased('bank_flow', 'before')
  const a = aliased('bank_account', 'of_flow')
  const [account, id] = [own.column('bank_account_id'), own.column('id')]
  return sql<string>`(select ${a.column('opening_balance')}
      + (${sumsBeforeBlocks} ->> concat(${account}, ' ', ${blockOf(id)}))::numeric
      + (select sum(${signed('before')}) from ${f.from} where ${f.column('bank_account_id')} = ${account}
          and ${f.column('id')} between ${blockOf(id)} * ${sql.lit(block)} and ${id})
    from ${a.from} where ${a.column('id')} = ${account})`
}

export const evidenceQueries: Pick<Extensions['queries'], EvidenceQuery> = {
  bankFlowBalance: ({ alias }) => balanceAfter(alias),
  periodIsFirstOpen: ({ alias }) => isEndOf(alias, 'open'),
  periodIsLastClosed: ({ alias }) => isEndOf(alias, 'closed'),
  periodOpenVouchers: ({ alias }) => vouchersOf(alias, true),
  periodVouchers: ({ alias }) => vouchersOf(alias, false),
  subAccountDebit: ({ alias }) => posted(alias, 'debit'),
  subAccountCredit: ({ alias }) => posted(alias, 'credit'),
  subAccountBalance: ({ alias }) => {
    const [debit, credit] = [posted(alias, 'debit'), posted(alias, 'credit')]
    return sql`case when ${aliased('sub_account', alias).is('balance_direction', 'DEBIT')} then ${debit} - ${credit} else ${credit} - ${debit} end`
  },
}
