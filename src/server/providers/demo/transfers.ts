import { compareDecimals, isDecimal } from '../../../../engine/core/decimal'
import type { OutsideRequest, OutsideResponse } from '../provider'
import { answer } from './answer'

interface Asked {
  request_id?: string
  account_id?: string
  beneficiary_id?: string
  transfer_currency?: string
  transfer_amount?: string
}

/** What it holds for us, however much of it was paid: the stand-in is topped up by whoever plays it. */
export const demoAccounts = [
  { account_id: 'acct-usd-0001', account_name: '支付机构美元户', currency: 'USD', total_amount: '80000.00' },
  { account_id: 'acct-eur-0001', account_name: '支付机构欧元户', currency: 'EUR', total_amount: '25000.00' },
  { account_id: 'acct-aud-0001', account_name: '支付机构澳元户', currency: 'AUD', total_amount: '0.00' },
]

/**
 * Stands in for the payment institution where it is asked to pay, or not to: takes what is whole, and says by nothing but notices what becomes of it,
 * which whoever shows the product simulates. Undefined: it was asked something else.
 */
export function answerTransfer({ path, body = '{}', requestNo }: OutsideRequest): OutsideResponse | undefined {
  if (path === '/api/v1/balances/current') return answer(200, { accounts: demoAccounts }, requestNo)
  if (/^\/api\/v1\/transfers\/[^/]+\/cancel$/.test(path)) return answer(200, { status: 'CANCELLED' }, requestNo)
  if (path !== '/api/v1/transfers/create') return undefined
  const mistake = mistakeIn(JSON.parse(body) as Asked)
  if (mistake) return answer(400, { code: 'validation_failed', source: mistake[0], message: mistake[1] }, requestNo)
  return answer(201, { id: `tfr-${requestNo.toLowerCase()}`, status: 'SCHEDULED' }, requestNo)
}

/** The first mistake: where, and what. */
function mistakeIn(asked: Asked): [source: string, message: string] | undefined {
  const {
    request_id: request,
    account_id: account,
    beneficiary_id: beneficiary,
    transfer_amount: amount,
    transfer_currency: currency,
  } = asked
  if (!request) return ['request_id', '缺少请求号']
  if (!account) return ['account_id', '缺少付款账户']
  if (!beneficiary) return ['beneficiary_id', '缺少收款人']
  if (!currency || currency === 'CNY') return ['transfer_currency', '只付外币']
  if (!isDecimal(amount) || compareDecimals(amount, '0') <= 0) return ['transfer_amount', '金额须大于 0']
  return undefined
}
