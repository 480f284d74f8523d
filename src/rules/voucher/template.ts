import type { VoucherEvent } from './events'

export interface TemplateEntry {
  entrySide: string
  amountField: string
}

/** Entries of a template whose amount is none of the event's, by their place. */
export function foreignEntries({ keys }: VoucherEvent, entries: readonly TemplateEntry[]): number[] {
  return entries.flatMap(({ amountField }, index) => (keys.includes(amountField) ? [] : [index]))
}

/**
 * Whether both sides of a template come to the same for every document: each amount is debited as often as credited, but for those of the event's
 * equation, which may differ all together.
 */
export function balances({ keys, equation: [left, right] = [[], []] }: VoucherEvent, entries: readonly TemplateEntry[]): boolean {
  const surplus = (key: string): number =>
    entries.reduce((sum, { entrySide, amountField }) => (amountField === key ? sum + (entrySide === 'DEBIT' ? 1 : -1) : sum), 0)
  const factor = left[0] === undefined ? 0 : surplus(left[0])
  return keys.every((key) => surplus(key) === (left.includes(key) ? factor : right.includes(key) ? -factor : 0))
}
