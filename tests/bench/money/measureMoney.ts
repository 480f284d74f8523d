import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordValues } from '../../../engine/core/wire'
import { messageText } from '../../../engine/server/messages'
import { violatedInvariants } from '../../../src/server/invariants'
import type { Session } from '../../api/support/client'
import { at, lineInForce, quotaInForce, referenceGoods } from '../../api/support/fixtures'
import { bondPaid, payableLoan, paymentValues } from '../../api/support/payouts'
import { approvedLoan, paidOut } from '../../api/support/pledging'
import { feeDue, received, repaymentValues } from '../../api/support/repaying'
import type { Served } from '../../api/support/served'
import { percentile } from '../report'
import { withProduct } from '../servedProduct'

/** Of 50 people each does the same work over and over: so many pay out, match receipts, and repay. */
const people = { payout: 15, matching: 15, repayment: 20 }
/** After each the ledgers and invariants of all data are looked at. */
const rounds = 4
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
 * Fifty people pay out loans, match receipts and repay debts at the same time and take it back again, on one customer: its deposit and its limit
 * are everybody's.
 * @throws Error when an invariant is hurt after a round, or anything is answered with a fault of the server or an unforeseen refusal
 */
export function measureMoney(program: string, root: string, databaseUrl: string): Promise<MoneyTimes> {
  return withProduct({ program, root, databaseUrl }, async ({ platform }) => {
    const works = await prepared(platform)
    const seen: Answer[] = []
    for (let round = 0; round < rounds; round++) {
      const until = Date.now() + roundMs
      await Promise.all(
        works.map(async (work) => {
          while (Date.now() < until) await work(seen)
        }),
      )
      const violations = await violatedInvariants(platform.plan, platform.database)
      if (violations.length > 0) throw new Error(`after round ${round + 1}: ${violations.join('; ')}`)
      const odd = seen.filter(({ status, detail }) => status !== 200 && detail !== busy)
      if (odd.length > 0) throw new Error(`${odd.length} of ${seen.length}: ${JSON.stringify(odd.slice(0, 3))}`)
    }
    const times = seen.map(({ ms }) => ms)
    return {
      requests: seen.length,
      p95: percentile(times, 0.95),
      longest: Math.max(...times),
      busy: seen.filter(({ detail }) => detail === busy).length,
    }
  })
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

/** Each with a loan of his own, as in an office where work is shared out. */
async function prepared(platform: Served): Promise<Work[]> {
  const goodsId = await referenceGoods(platform)
  const quota = await quotaInForce(platform, { approvedAmount: '90000000.00' })
  const lineId = (await lineInForce(platform, quota.id, { lineAmount: '80000000.00' })).id
  const works: Work[] = []
  for (let one = 0; one < people.payout; one++) {
    const loan = await payableLoan(platform, { lineId, goodsId }, '60000.00', '1200')
    await bondPaid(platform, loan.id)
    works.push(await payingOut(platform, loan, one))
  }
  for (let one = 0; one < people.matching + people.repayment; one++) {
    const loan = await approvedLoan(platform, lineId, goodsId, { appliedAmount: '635250.00' })
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
async function payingOut(platform: Served, loan: RecordValues, one: number): Promise<Work> {
  const [fn, fm] = await Promise.all(['fn01', 'fm01'].map((name) => platform.as(name)))
  const values = await paymentValues(platform, loan, { paymentType: 'FINANCING_LOAN_ADVANCE', amount: '1.00' })
  const bankAccountId = values['bankAccountId']
  let number = 0
  return turn(async (seen) => {
    const { id, version } = await post(seen, fn!, at.payment, values)
    const on = (action: string) => `${at.payment}/${action}/${id}`
    const submitted = await post(seen, fn!, on('submit'), { version })
    const approved = await post(seen, fm!, on('approve'), { version: submitted['version'], opinion: '同意' })
    const slip = { bankAccountId, bankSerialNo: `MIX-${one}-${(number += 1)}`, paidAt: platform.clock.now() }
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
