import type { ProductSources } from '../../../core/compile'

type Rows = NonNullable<NonNullable<NonNullable<ProductSources['templates']>[string]['templates'][string]['lines']>[string]>

/** What the library's books say of an event: entries that come to the same on both sides. */
export const voucher: ProductSources['entities'][string] = {
  language: 1,
  title: 'Voucher',
  label: 'voucherNo',
  scope: 'global',
  unique: [{ fields: ['event', 'docId'], where: { status: { ended: false } } }],
  fields: {
    voucherNo: { type: 'text', title: 'Number', maxLength: 60, required: true },
    event: { type: 'text', title: 'Event', maxLength: 20, required: true },
    docId: { type: 'text', title: 'Document', maxLength: 20, required: true },
    totalDebit: { type: 'money', title: 'Debit', value: 'sum(entries.debit)', stored: true },
    totalCredit: { type: 'money', title: 'Credit', value: 'sum(entries.credit)', stored: true },
    status: { type: 'status', title: 'State' },
  },
  lines: {
    entries: {
      title: 'Entries',
      fields: {
        account: { type: 'text', title: 'Account', maxLength: 20, required: true },
        debit: { type: 'money', title: 'Debit', default: '0' },
        credit: { type: 'money', title: 'Credit', default: '0' },
      },
    },
  },
  checks: [{ that: 'totalDebit == totalCredit', message: 'A voucher balances', field: 'totalDebit' }],
  states: { BOOKED: { title: 'Booked', initial: true }, REVERSED: { title: 'Reversed', ended: true } },
  actions: { reverse: { title: 'Reverse', from: ['BOOKED'], to: 'REVERSED', system: true } },
}

const debit = (account: string, amount: string): Rows[number] => ({
  fields: { account: `'${account}'`, debit: amount },
  nonZero: ['debit'],
})
const credit = (account: string, amount: string): Rows[number] => ({
  fields: { account: `'${account}'`, credit: amount },
  nonZero: ['credit'],
})

const template = (event: string, number: string, entries: Rows) => ({
  create: 'voucher',
  with: { voucherNo: `concat('V ', ${number})`, event: `'${event}'`, docId: 'id' },
  lines: { entries },
  onUndo: 'reverse',
})

/** One for each event that is booked. */
export const vouchers: NonNullable<ProductSources['templates']>[string] = {
  language: 1,
  title: 'Vouchers',
  templates: {
    returned: template('RETURN', 'returnNo', [
      debit('PURSE', 'offset'),
      debit('CASH', 'sum(debts.ofBase) - offset'),
      { ...credit('FEES', 'it.ofBase'), each: 'debts' },
    ]),
    settled: template('SETTLE', 'settlementNo', [
      debit('SLIP', 'sum(rows.amount)'),
      { ...credit('BILL', 'it.amount'), each: 'rows' },
      { ...debit('SURPLUS', 'surplus'), when: 'surplus > 0' },
      { ...credit('PURSE', 'surplus'), when: 'surplus > 0' },
    ]),
    paidOut: template('PAY', 'payoutNo', [debit('FEES', 'amount'), credit('PURSE', 'withheld'), credit('CASH', 'amount - withheld')]),
    writtenOff: template('WRITE-OFF', 'writeOffNo', [
      debit('SLIP', 'amount'),
      { ...credit('FEES', 'it.ofBase'), each: 'parts' },
      { ...credit('DELAY', 'it.ofDelay'), each: 'parts' },
      credit('PURSE', 'surplus'),
    ]),
  },
}
