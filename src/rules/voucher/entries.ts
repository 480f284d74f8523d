import { addDecimals, compareDecimals, type Decimal } from '../../../engine/core/decimal'
import type { TemplateEntry } from './template'

/** How much of one kind a document is booked by; several of a kind where it went over several bank accounts. */
export interface VoucherAmount {
  amountKey: string
  amount: Decimal
}

export interface DrawnEntry<E extends TemplateEntry, A extends VoucherAmount> {
  entry: E
  from: A
  debitAmount: Decimal
  creditAmount: Decimal
}

/** E-28: the entries of a template with the amounts of a document, in the template's order; what is 0 makes none. */
export function drawEntries<E extends TemplateEntry, A extends VoucherAmount>(
  template: readonly E[],
  amounts: readonly A[],
): DrawnEntry<E, A>[] {
  return template.flatMap((entry) =>
    amounts
      .filter(({ amountKey, amount }) => amountKey === entry.amountField && compareDecimals(amount, '0') !== 0)
      .map((from) => ({ entry, from, ...onSide(entry.entrySide, from.amount) })),
  )
}

function onSide(side: string, amount: Decimal): { debitAmount: Decimal; creditAmount: Decimal } {
  return side === 'DEBIT' ? { debitAmount: amount, creditAmount: '0.00' } : { debitAmount: '0.00', creditAmount: amount }
}

export interface Sides {
  debitAmount: Decimal
  creditAmount: Decimal
}

export function totalsOf(entries: readonly Sides[]): { debit: Decimal; credit: Decimal } {
  return entries.reduce(
    (sum, { debitAmount, creditAmount }) => ({
      debit: addDecimals(sum.debit, debitAmount),
      credit: addDecimals(sum.credit, creditAmount),
    }),
    { debit: '0.00', credit: '0.00' },
  )
}

/** The first entry that is typed wrongly: it has an amount on one side, and only there, which is above 0 (a voucher in red comes by reversal). */
export function wrongEntry(
  entries: readonly Sides[],
): { index: number; field: 'debitAmount' | 'creditAmount'; message: string } | undefined {
  for (const [index, { debitAmount, creditAmount }] of entries.entries()) {
    if (compareDecimals(debitAmount, '0') < 0) return { index, field: 'debitAmount', message: negative }
    if (compareDecimals(creditAmount, '0') < 0) return { index, field: 'creditAmount', message: negative }
    const onDebit = compareDecimals(debitAmount, '0') > 0
    if (onDebit && compareDecimals(creditAmount, '0') > 0) return { index, field: 'creditAmount', message: '一行分录只填借方或贷方' }
    if (!onDebit && compareDecimals(creditAmount, '0') === 0) return { index, field: 'debitAmount', message: '请填写借方或贷方金额' }
  }
  return undefined
}

const negative = '金额不能为负；更正已过账的凭证请用红字冲销'
