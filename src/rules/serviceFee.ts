/** E-21: what is charged for the service, once at the payout, or by the balance of each day or month. */
import { addDays } from '../../engine/core/dateTime'
import type { Decimal } from '../../engine/core/decimal'
import { derive, type Derivation, type DerivationInput, type Source } from '../../engine/core/derivation'
import { figure } from './debt/terms'

const cents = { decimals: 2, mode: 'halfUp' } as const

/** The records that say what a fee is charged of, and by which rate. */
export interface FeeSources {
  base?: Source | undefined
  rate?: Source | undefined
}

/** Of what is financed by a payout. */
export function oneOffFee(base: Decimal, feeRate: Decimal, { base: of, rate }: FeeSources = {}): Derivation {
  return derive({
    title: 'fee.oneOff',
    formula: 'base * rate',
    rounding: cents,
    inputs: { base: figure('figure.financePart', base, of), rate: figure('figure.feeRate', feeRate, rate) },
  })
}

/** What was owed at the end of a day; of what was typed as a whole without a day. */
export interface DayBalance {
  day?: string
  balance: Decimal
}

/** Of the balances at the end of each day of a period. */
export function dailyFee(balances: readonly DayBalance[], feeRate: Decimal, { rate }: FeeSources = {}): Derivation {
  return derive({
    title: 'fee.daily',
    formula: 'sum(balances) * rate / 360',
    rounding: cents,
    inputs: {
      balances: balances.map(({ day, balance }) => ({
        ...figure('figure.dayBalance', balance),
        ...(day === undefined ? {} : { of: day }),
      })),
      rate: figure('figure.feeRate', feeRate, rate),
    },
  })
}

/** Of the balance at the end of a month. */
export function monthlyFee(balance: Decimal, feeRate: Decimal, { base, rate }: FeeSources = {}): Derivation {
  return derive({
    title: 'fee.monthly',
    formula: 'balance * rate / 12',
    rounding: cents,
    inputs: { balance: figure('figure.monthBalance', balance, base), rate: figure('figure.feeRate', feeRate, rate) },
  })
}

export type FeeMode = 'ONE_OFF' | 'DAILY' | 'MONTHLY'

/** What is charged of a base that is known as a whole, by how it is charged. */
export function feeOf(mode: FeeMode, base: Decimal, feeRate: Decimal, sources?: FeeSources): Derivation {
  if (mode === 'ONE_OFF') return oneOffFee(base, feeRate, sources)
  return mode === 'DAILY' ? dailyFee([{ balance: base }], feeRate, sources) : monthlyFee(base, feeRate, sources)
}

/** What stands beside the total of a fee: what of it is no tax, its tax, and what is still to be received. */
export function feeParts(
  total: DerivationInput,
  { taxRate, receivedAmount, waivedAmount }: Record<'taxRate' | 'receivedAmount' | 'waivedAmount', Decimal>,
): Record<'netAmount' | 'taxAmount' | 'openAmount', Derivation> {
  const netAmount = derive({
    title: 'fee.net',
    formula: 'total / (1 + tax)',
    rounding: cents,
    inputs: { total, tax: figure('figure.taxRate', taxRate) },
  })
  return {
    netAmount,
    taxAmount: derive({ title: 'fee.tax', formula: 'total - net', rounding: cents, inputs: { total, net: netAmount } }),
    openAmount: derive({
      title: 'fee.open',
      formula: 'total - received - waived',
      rounding: cents,
      inputs: { total, received: figure('figure.received', receivedAmount), waived: figure('figure.waived', waivedAmount) },
    }),
  }
}

/** The day on which a fee is due unless somebody says another one: that of the payout, or ten days after the period. */
export function feeDueDate(of: { paidOn: string } | { periodEnd: string }): string {
  return 'paidOn' in of ? of.paidOn : addDays(of.periodEnd, 10)
}
