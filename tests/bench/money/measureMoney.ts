import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RecordValues } from '../../../engine/core/wire'
import { messageText } from '../../../engine/server/messages'
import { violatedInvariants } from '../../../src/server/invariants'
import type { Session } from '../../api/support/client'
import { at, lineInForce, quotaInForce, referenceGoods } from '../../api/support/fixtures'
import { bondPaid, payableLoan, paymentValues } from '../../api/support/payouts'
import { approvedLoan, paidOut } from '../../api/support/pledging'
import { feeDue, received, repaymentValues } from '../../api/support/repaying'
import type { Served } from '../../api/support/served'
import { columnsOf } from '../columns'
import { percentile } from '../report'
import { withProduct } from '../servedProduct'

/** Of 50 people each does the same work over and over: so many pay out, match receipts, and repay. */
const people = { payout: 15, matching: 15, repayment: 20 }
/** They work for so many customers; what waits for one limit or one account is what waits for it on a busy day. */
const customers = 10
/** After each the ledgers and invariants of all data are looked at: two minutes for all customers, and one for a single one. */
const rounds = { spread: 4, single: 2 }
const roundMs = 30_000
/** In ms, from an answer to the next press of a button: of people who know by heart what comes. */
const rest = 1_000

export interface MoneyTimes {
  /** Requests answered in all rounds. */
  requests: number
  /** 95 of 100 are answered within so long, in ms. */
  p95: number
  /** Longest, in ms. */
  longest: number
  /** Requests that were refused because rows were taken by others for too long. */
  busy: number
}

/**
 * Fifty people pay out loans, match receipts and repay debts at the same time and take it back again: for ten customers, and then all of them for a
 * single one, whose deposit and limit are everybody's.
 * @throws Error when an invariant is hurt after a round, or anything is answered with a fault of the server or an unforeseen refusal
 */
export function measureMoney(program: string, root: string, databaseUrl: string): Promise<{ spread: MoneyTimes; single: MoneyTimes }> {
  return withProduct({ program, root, databaseUrl }, async ({ platform }) => {
    const goodsId = await referenceGoods(platform)
    const first = await firstCustomer(platform)
    const all = [first]
    while (all.length < customers) all.push(await nextCustomer(platform, goodsId, first, all.length))
    const spread = await measured(platform, await prepared(platform, goodsId, all), rounds.spread)
    return { spread, single: await measured(platform, await prepared(platform, goodsId, [first]), rounds.single) }
  })
}

async function measured(platform: Served, works: readonly Work[], times: number): Promise<MoneyTimes> {
  const seen: Answer[] = []
  // Copied customers have no history of how they came to be.
  const before = new Set((await violatedInvariants(platform.plan, platform.database)).map(({ what }) => what))
  for (let round = 0; round < times; round++) {
    const until = Date.now() + roundMs
    await Promise.all(
      works.map(async (work) => {
        while (Date.now() < until) await work(seen)
      }),
    )
    const violations = (await violatedInvariants(platform.plan, platform.database)).filter(({ what }) => !before.has(what))
    if (violations.length > 0) throw new Error(`after round ${round + 1}: ${JSON.stringify(violations.slice(0, 5))}`)
    const odd = seen.filter(({ status, detail }) => status !== 200 && detail !== busy)
    if (odd.length > 0) throw new Error(`${odd.length} of ${seen.length}: ${JSON.stringify(odd.slice(0, 3))}`)
  }
  const lasted = seen.map(({ ms }) => ms)
  return {
    requests: seen.length,
    p95: percentile(lasted, 0.95),
    longest: Math.max(...lasted),
    busy: seen.filter(({ detail }) => detail === busy).length,
  }
}

interface Answer {
  what: string
  status: number
  detail: unknown
  ms: number
}

type Work = (seen: Answer[]) => Promise<void>

/** What is refused because others have kept its rows for too long. */
const busy = messageText('refused.busy')

interface Customer {
  borrowerId: string
  fundingPartyId: string
  contractId: string
  lineId: string
}

async function firstCustomer(platform: Served): Promise<Customer> {
  const borrowerId = await platform.idOf('enterprise', 'short_name', '演示乳品')
  const fundingPartyId = await platform.idOf('enterprise', 'short_name', '甲行')
  const contractId = await platform.idOf('contract', 'contract_name', '演示乳品融资合同')
  return { borrowerId, fundingPartyId, contractId, lineId: await limitOf(platform, borrowerId) }
}

/** An enterprise with contract, account and agreed price of the goods as the first one has them, and a limit of its own. */
async function nextCustomer(platform: Served, goodsId: string, first: Customer, number: number): Promise<Customer> {
  const name = `MIX-${number}`
  const copy = async (table: string, own: Record<string, unknown>, where: Record<string, unknown>): Promise<string> => {
    const { kysely } = platform.database
    const rest = await columnsOf(platform.database, table, ['id', ...Object.keys(own)])
    const columns = sql.join(Object.keys(own).map((column) => sql.ref(column)))
    const conditions = Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    const { rows } = await sql<{ id: string }>`
      insert into ${sql.table(table)} (${columns}, ${rest}) select ${sql.join(Object.values(own))}, ${rest}
      from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} returning id`.execute(kysely)
    return String(rows[0]?.id)
  }
  const names = { enterprise_no: name, enterprise_name: name, short_name: name, uscc: name.padEnd(18, '0') }
  const borrowerId = await copy('enterprise', names, { id: first.borrowerId })
  const party = { borrower_id: borrowerId, party_b_id: borrowerId }
  const contractId = await copy('contract', { contract_no: name, contract_name: name, ...party }, { id: first.contractId })
  const isPledge = { borrower_id: first.borrowerId, funding_party_id: first.fundingPartyId, contract_type: 'PLEDGE', status: 'SIGNED' }
  await copy('contract', { contract_no: `${name}-P`, contract_name: `${name}-P`, ...party }, isPledge)
  const isPaidTo = { enterprise_id: first.borrowerId, currency: 'CNY', is_default: true }
  await copy('ent_account', { enterprise_id: borrowerId, account_no: `62220000${number}` }, isPaidTo)
  await copy(
    'client',
    { client_no: name, enterprise_id: borrowerId },
    { enterprise_id: first.borrowerId, funding_party_id: first.fundingPartyId },
  )
  await copy('customer_price', { customer_price_no: name, borrower_id: borrowerId }, { borrower_id: first.borrowerId, goods_id: goodsId })
  return { ...first, borrowerId, contractId, lineId: await limitOf(platform, borrowerId) }
}

async function limitOf(platform: Served, borrowerId: string): Promise<string> {
  const quota = await quotaInForce(platform, { approvedAmount: '90000000.00' })
  return (await lineInForce(platform, quota.id, { borrowerId, lineAmount: '80000000.00' })).id
}

/** Each with a loan of his own, as in an office where work is shared out. */
async function prepared(platform: Served, goodsId: string, all: readonly Customer[]): Promise<Work[]> {
  const works: Work[] = []
  const next = (): Customer => all[works.length % all.length]!
  for (let one = 0; one < people.payout; one++) {
    const { borrowerId, contractId, lineId } = next()
    const loan = await payableLoan(platform, { lineId, goodsId }, '60000.00', '1200', { borrowerId, contractId })
    await bondPaid(platform, loan.id)
    works.push(await payingOut(platform, loan))
  }
  for (let one = 0; one < people.matching + people.repayment; one++) {
    const { borrowerId, contractId, lineId } = next()
    const loan = await approvedLoan(platform, lineId, goodsId, { appliedAmount: '635250.00', borrowerId, contractId })
    await paidOut(platform, loan.id, '635250.00')
    works.push(one < people.matching ? await matching(platform, loan) : await repaying(platform, loan))
  }
  return works
}

/** Sends one request; nothing more of this turn is done when it is refused. */
async function post(seen: Answer[], session: Session, path: string, body: object): Promise<RecordValues> {
  await sleep(rest * (0.5 + Math.random()))
  const begin = performance.now()
  const { status, body: answer } = await session.ask('POST', path, body, { 'idempotency-key': randomUUID() })
  seen.push({ what: path, status, detail: answer.detail, ms: performance.now() - begin })
  if (status !== 200) throw new Refused()
  return answer
}

class Refused extends Error {}

function turn(steps: Work): Work {
  return async (seen) => {
    try {
      await steps(seen)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
}

/** An advance of 1.00 is drafted, approved, registered and fails, as where the bank sends it back. */
async function payingOut(platform: Served, loan: RecordValues): Promise<Work> {
  const [fn, fm] = await Promise.all(['fn01', 'fm01'].map((name) => platform.as(name)))
  const values = await paymentValues(platform, loan, { paymentType: 'FINANCING_LOAN_ADVANCE', amount: '1.00' })
  const bankAccountId = values['bankAccountId']
  return turn(async (seen) => {
    const { id, version } = await post(seen, fn!, at.payment, values)
    const on = (action: string) => `${at.payment}/${action}/${id}`
    const submitted = await post(seen, fn!, on('submit'), { version })
    const approved = await post(seen, fm!, on('approve'), { version: submitted['version'], opinion: '同意' })
    const slip = { bankAccountId, bankSerialNo: randomUUID(), paidAt: platform.clock.now() }
    const paying = await post(seen, fn!, on('pay'), { version: approved['version'], ...slip })
    const failed = await post(seen, fn!, on('fail'), { version: paying['version'], failReason: '退汇' })
    await post(seen, fn!, on('cancel'), { version: failed['version'], opinion: '退汇' })
  })
}

/** A slip is registered, matched with a fee and a deposit, and taken back. */
async function matching(platform: Served, loan: RecordValues): Promise<Work> {
  const [fn, fm] = await Promise.all(['fn01', 'fm01'].map((name) => platform.as(name)))
  const receivableId = await feeDue(platform, loan, '900000.00', platform.clock.today())
  const { borrowerId, departmentId, fundingPartyId } = loan
  const owner = { payerId: borrowerId, borrowerId, departmentId, fundingPartyId, currency: 'CNY' }
  const bankAccountId = await platform.idOf('bank_account', 'account_no', '6000000000001704')
  return turn(async (seen) => {
    const slip = { bankAccountId, bankSerialNo: randomUUID(), receivedAt: platform.clock.now(), amount: '30.00' }
    const { id: receiptId } = await post(seen, fn!, at.receipt, { ...owner, receiptType: 'FINANCING', ...slip })
    const lines = [
      { receiptId, receivableId, verifiedAmount: '20.00' },
      { receiptId, verifiedAmount: '10.00' },
    ]
    const { id, version } = await post(seen, fn!, at.verification, { ...owner, receiptIds: [receiptId], lines })
    const submitted = await post(seen, fn!, `${at.verification}/submit/${id}`, { version })
    await post(seen, fm!, `${at.verification}/reverse/${id}`, { version: submitted['version'], opinion: '错配' })
  })
}

/** A repayment is drafted, submitted, booked, and taken back. */
async function repaying(platform: Served, loan: RecordValues): Promise<Work> {
  const [fn, fm] = await Promise.all(['fn01', 'fm01'].map((name) => platform.as(name)))
  const receiptId = await received(platform, loan, '500000.00')
  const values = repaymentValues(loan, { receiptId, receiptAmount: '100.00' })
  return turn(async (seen) => {
    const { id, version } = await post(seen, fn!, at.repayment, values)
    const on = (action: string) => `${at.repayment}/${action}/${id}`
    const submitted = await post(seen, fn!, on('submit'), { version })
    const booked = await post(seen, fm!, on('approve'), { version: submitted['version'], opinion: '同意' })
    await post(seen, fm!, on('reverse'), { version: booked['version'], opinion: '错记' })
  })
}
