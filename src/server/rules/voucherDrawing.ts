import type { DictionaryPlan } from '../../../engine/core/plan'
import { compareDecimals } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { drawEntries, totalsOf } from '../../rules/voucher/entries'
import { voucherEventOf } from '../../rules/voucher/events'
import { isBankSubject } from '../../rules/voucher/subjects'
import { summaryOf } from '../../rules/voucher/summary'
import type { BankAccount } from '../generated/bankAccount'
import type { SubAccountRow } from '../generated/subAccount'
import type { NewVoucherEntries } from '../generated/voucher'
import type { VoucherType, VoucherTypeEntries } from '../generated/voucherType'
import type { Draft, DraftRow, Tools } from '../ruleTypes'

type Amount = DraftRow<'voucher', 'amounts'>

/**
 * E-28: what a document is booked by (`amounts`) becomes the entries of its event's template, as it stands today. Without amounts, and where the
 * type is switched off, there is no voucher.
 */
export async function drawVoucher(tools: Tools, voucher: Draft<'voucher'>, events: DictionaryPlan | undefined): Promise<void> {
  const { bizEvent, docNo, amounts } = voucher
  const event = events?.items.find(({ code }) => code === bizEvent)?.title ?? bizEvent ?? ''
  refuseForeignKeys(bizEvent ?? '', amounts)
  const type = await typeOf(tools, bizEvent ?? '', event)
  if (!type.autoGenerate || type.status !== 'ENABLED') tools.skip()
  const drawn = drawEntries(type.entries, amounts)
  if (drawn.length === 0) tools.skip()

  const { debit, credit } = totalsOf(drawn)
  if (compareDecimals(debit, credit) !== 0) tools.refuseIf(no('voucher.not-balanced', { docNo, event, debit, credit }))
  const borrower = voucher.borrowerId ? await tools.load('enterprise', voucher.borrowerId) : undefined
  const summary =
    voucher.summary || summaryOf(type.summaryTemplate, { docNo: docNo ?? '', event, borrower: borrower?.enterpriseName ?? '' })
  const entries: NewVoucherEntries[] = []
  for (const { entry, from, debitAmount, creditAmount } of drawn)
    entries.push({ ...(await placeOf(tools, voucher, entry, from)), summary, debitAmount, creditAmount, amountKey: from.amountKey })
  Object.assign(voucher, { voucherTypeId: type.id, voucherWord: type.voucherWord, summary, entries })
}

/** Amounts that the event does not know would be lost silently: whoever says them is mistaken, not the user. */
function refuseForeignKeys(bizEvent: string, amounts: readonly Amount[]): void {
  const keys = voucherEventOf(bizEvent)?.keys
  const foreign = amounts.find(({ amountKey }) => !keys?.includes(amountKey))
  if (!keys || foreign) throw new TypeError(`a voucher of ${bizEvent} is not booked by ${foreign?.amountKey ?? 'anything'}`)
}

async function typeOf(tools: Tools, bizEvent: string, event: string): Promise<VoucherType> {
  const [found] = await tools.find('voucherType', { bizEvent }, { limit: 1 })
  if (!found) tools.refuseIf(no('voucher.no-type', { event }))
  return tools.load('voucherType', found?.id ?? '')
}

type Place = Omit<NewVoucherEntries, 'summary' | 'debitAmount' | 'creditAmount' | 'amountKey'>

/** The account of an entry, which of a bank's is that of the bank account, with what it is kept by. */
async function placeOf(tools: Tools, voucher: Draft<'voucher'>, entry: VoucherTypeEntries, from: Amount): Promise<Place> {
  const template = await tools.load('subAccount', entry.subAccountId)
  const bank = isBankSubject(template.subjectCode) && from.bankAccountId ? await tools.load('bankAccount', from.bankAccountId) : undefined
  const subject = bank ? await tools.load('subAccount', bank.subAccountId) : template
  return {
    subAccountId: subject.id,
    subjectCode: subject.subjectCode,
    currency: from.currency ?? 'CNY',
    originalAmount: from.originalAmount ?? null,
    exchangeRate: from.exchangeRate ?? null,
    ...auxiliariesOf(voucher, entry, subject, bank),
  }
}

function auxiliariesOf(
  voucher: Draft<'voucher'>,
  { auxField }: VoucherTypeEntries,
  { auxType }: SubAccountRow,
  bank: BankAccount | undefined,
): Pick<Place, 'auxEnterpriseId' | 'auxDepartmentId' | 'auxBankAccountId'> {
  return {
    auxEnterpriseId: auxType === 'ENTERPRISE' ? (voucher[auxField ?? 'borrowerId'] ?? null) : null,
    auxDepartmentId: auxType === 'DEPARTMENT' ? voucher.departmentId : null,
    auxBankAccountId: bank?.id ?? null,
  }
}
