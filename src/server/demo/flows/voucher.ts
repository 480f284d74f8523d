import { multiplyDecimals, roundDecimal, sumDecimals } from '../../../../engine/core/decimal'
import { firstDayOf, lastDayOf } from '../../../rules/accountPeriod'
import type { NewVoucherEntries, Voucher } from '../../generated/voucher'
import { bankAccounts, subjectOf } from '../master/bankAccounts'
import type { World } from '../world'

export const vouchers = 'evidence/certificateManage'

/** Account by code, and so much on one side, kept by the finance department where it is kept by one. */
type Line = [code: string, side: 'debit' | 'credit', amount: string]

interface Typed {
  voucherDate: string
  summary: string
  lines: Line[]
}

/** A voucher that the finance officer types. */
export async function addVoucher({ office, names }: World, { voucherDate, summary, lines }: Typed): Promise<Voucher> {
  const departmentId = names.id('department', 'FINANCE')
  const entries = lines.map(([code, side, amount]): NewVoucherEntries => ({
    summary,
    subAccountId: names.id('subAccount', code),
    debitAmount: side === 'debit' ? amount : '0.00',
    creditAmount: side === 'credit' ? amount : '0.00',
    ...(code.startsWith('66') ? { auxDepartmentId: departmentId } : {}),
  }))
  return type({ office, names }, { voucherDate, summary, entries })
}

/** What the bank accounts began with, put against capital. */
export async function addOpeningVoucher(world: World, voucherDate: string, dollarRate: string): Promise<Voucher> {
  const summary = '银行账户期初余额'
  const { names } = world
  const debits = bankAccounts.flatMap(({ name, currency = 'CNY', openingBalance = '0' }): NewVoucherEntries[] => {
    if (Number(openingBalance) === 0) return []
    const foreign = currency !== 'CNY'
    const amount = foreign ? roundDecimal(multiplyDecimals(openingBalance, dollarRate), 2) : openingBalance
    return [
      {
        summary,
        subAccountId: names.id('subAccount', subjectOf(name)),
        debitAmount: amount,
        creditAmount: '0.00',
        auxBankAccountId: names.id('bankAccount', name),
        ...(foreign ? { currency, originalAmount: openingBalance, exchangeRate: dollarRate } : {}),
      },
    ]
  })
  const creditAmount = sumDecimals(debits.map(({ debitAmount }) => debitAmount ?? '0'))
  const credit = { summary, subAccountId: names.id('subAccount', '4001'), debitAmount: '0.00', creditAmount }
  return type(world, { voucherDate, summary, entries: [...debits, credit] })
}

async function type(
  { office, names }: Pick<World, 'office' | 'names'>,
  { voucherDate, summary, entries }: { voucherDate: string; summary: string; entries: NewVoucherEntries[] },
): Promise<Voucher> {
  return (await office.as('fn01')).add(vouchers, {
    voucherTypeId: names.id('voucherType', 'MANUAL'),
    voucherWord: 'JI',
    voucherDate,
    departmentId: names.id('department', 'FINANCE'),
    summary,
    entries,
  })
}

/** What the finance manager does when a month is over: everything of it is audited and posted, and its books are closed. */
export async function closeMonth({ office }: World, period: string): Promise<void> {
  const manager = await office.as('fm01')
  const from = { atLeast: firstDayOf(period), atMost: lastDayOf(period) }
  const drafts = await manager.work((tools) => tools.find('voucher', { voucherDate: from, status: 'DRAFT' }))
  for (const { id } of drafts) await manager.act(vouchers, id, 'audit')
  const audited = await manager.work((tools) => tools.find('voucher', { voucherDate: from, status: 'AUDITED' }))
  for (const { id } of audited) await manager.act(vouchers, id, 'post')
  await manager.ask('closePeriod', { params: { period } })
}
