import { createHmac } from 'node:crypto'
import type { RecordValues } from '../../../engine/core/wire'
import { institutionSecret } from './config'
import { exchange } from './exchange'
import { at } from './fixtures'
import { paymentValues } from './payouts'
import type { Served } from './served'

export interface Signing {
  secret?: string
  /** Of the clock of the product, unless said. */
  timestamp?: string
  /** What is signed, where it is not what is sent. */
  signed?: string
  headers?: Record<string, string>
}

/** A call of the payment institution, as it signs them. */
export async function tell(platform: Served, notice: object | string, signing: Signing = {}): Promise<{ status: number; body: string }> {
  const { secret = institutionSecret, timestamp = String(Date.parse(platform.clock.now())), headers = {} } = signing
  const body = typeof notice === 'string' ? notice : JSON.stringify(notice)
  const signature = createHmac('sha256', secret)
    .update(timestamp + (signing.signed ?? body))
    .digest('hex')
  const sent = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature, ...headers }
  const response = await exchange(`${platform.guest.address}${at.transfer}/callback`, { method: 'POST', headers: sent, body })
  return { status: response.status, body: response.content.toString() }
}

/** A payment in dollars out of a loan, to a supplier abroad, by the payment institution. */
export async function institutionPaymentValues(platform: Served, loan: RecordValues, more: object = {}): Promise<Record<string, unknown>> {
  const payeeId = await platform.idOf('enterprise', 'short_name', '演示新西兰乳业')
  return paymentValues(platform, loan, {
    paymentType: 'FINANCING_LOAN_ADVANCE',
    payeeId,
    payeeAccountId: await platform.idOf('ent_account', 'account_no', 'NZ0299990012345600'),
    bankAccountId: await platform.idOf('bank_account', 'account_no', '6000000000001707'),
    payChannel: 'AIRWALLEX',
    currency: 'USD',
    exchangeRate: '7.120000',
    amount: '1000.00',
    ...more,
  })
}
