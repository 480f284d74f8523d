/**
 * What amounts each business event may be booked by, and which of them come to the same as others (domain 50, E.5 取数键). A template balances for
 * every document when what it debits and credits differs by nothing, or by such an equation.
 */
export interface VoucherEvent {
  keys: readonly string[]
  /** The sum of the first equals the sum of the second, whatever the document. */
  equation?: readonly [readonly string[], readonly string[]]
}

const amount: VoucherEvent = { keys: ['amount'] }
const taxed: VoucherEvent = { keys: ['totalAmount', 'netAmount', 'taxAmount'], equation: [['totalAmount'], ['netAmount', 'taxAmount']] }

function summedUp(total: readonly string[], parts: readonly string[]): VoucherEvent {
  return { keys: [...total, ...parts], equation: [total, parts] }
}

const debtParts = ['principal', 'taxPrincipal', 'interest', 'penaltyNet', 'penaltyTax', 'fee']

export const voucherEvents = {
  PAYOUT: summedUp(['cnyAmount'], ['financePart', 'bondPart']),
  TAX_PAYOUT: { keys: ['cnyAmount'] },
  INTEREST_ACCRUAL: summedUp(['interestGross'], ['interestNet', 'interestTax']),
  REPAY: summedUp(['receiptNet', 'depositOffset', 'bondOffset'], debtParts),
  BOND_IN: amount,
  // Kept for what is booked by hand: a repayment and a payout have debited the bond already (decision A18).
  BOND_USE: { keys: [] },
  BOND_REFUND: { keys: ['toDeposit', 'toBank'] },
  DEPOSIT_IN: amount,
  WITHDRAW: summedUp(['total'], ['amount', 'feeAmount']),
  FEE_CONFIRM: taxed,
  FEE_IN: amount,
  // E-20: what is bought and what is sold, of which a settlement has one.
  FX_SETTLE: summedUp(['bookAmount', 'cnyReceived', 'feeAmount', 'lossAmount'], ['cnyPaid', 'bookAmountOut', 'gainAmount']),
  BANK_CHARGE: { keys: ['cnyAmount'] },
  SALE_OUT: { ...taxed, keys: [...taxed.keys, 'costAmount'] },
  SALE_IN: amount,
  PURCHASE_IN: taxed,
  PURCHASE_PAY: amount,
  DISPOSAL: summedUp(['receiptTotal'], ['disposalCost', ...debtParts, 'surplus']),
  TAX_IN: amount,
  TAX_PAY: amount,
  WRITE_OFF: summedUp(['total'], ['principal', 'taxPrincipal', 'interest', 'fee']),
} satisfies Record<string, VoucherEvent>

export type VoucherEventCode = keyof typeof voucherEvents

export function voucherEventOf(code: string): VoucherEvent | undefined {
  return Object.hasOwn(voucherEvents, code) ? voucherEvents[code as VoucherEventCode] : undefined
}
