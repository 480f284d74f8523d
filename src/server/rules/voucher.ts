import { addMonths } from '../../../engine/core/dateTime'
import { compareDecimals } from '../../../engine/core/decimal'
import type { ProductPlan } from '../../../engine/core/plan'
import { mostMonthsBack } from '../../rules/accountPeriod'
import { no } from '../../rules/guards'
import { wrongEntry } from '../../rules/voucher/entries'
import type { SubAccountRow } from '../generated/subAccount'
import type { Voucher, VoucherEntries } from '../generated/voucher'
import { openPeriodOf, refuseClosedPeriod } from './accountPeriod'
import { drawVoucher } from './voucherDrawing'
import type { ActionRule, Draft, SaveRule, Tools } from '../ruleTypes'

/**
 * A voucher that somebody types has entries on one side each, in accounts that are in use; what a document is booked by is drawn from the template
 * of its event (E-28). Either stands in an open period.
 */
export function saveVoucher({ dictionaries }: Pick<ProductPlan, 'dictionaries'>): SaveRule<'voucher'> {
  return async (tools, { values, before }) => {
    const automatic = isAutomatic(values)
    if (automatic && before) refuseChangedAmounts(tools, values, before)
    if (automatic && !before && values.entries.length === 0) await drawVoucher(tools, values, dictionaries['bizEvent'])
    if (!automatic) await refuseWrongInput(tools, values)
    const day = values.voucherDate
    const { date, period, accountPeriodId } = await openPeriodOf(tools, day, automatic && !before)
    Object.assign(values, { voucherDate: date, period, accountPeriodId })
    if (date !== day) values.summary = withOriginalDay(values.summary, day)
  }
}

function isAutomatic({ docStep }: { docStep?: string | null | undefined }): boolean {
  return docStep !== undefined && docStep !== null
}

/** Where its own month was closed, the summary says when it happened (domain 50, 自动凭证). */
function withOriginalDay(summary: string | null | undefined, day: string): string {
  const note = `（原日期 ${day}）`
  return `${(summary ?? '').slice(0, 200 - note.length)}${note}`
}

/** What was booked is the document's to decide; words and auxiliaries may be completed. */
function refuseChangedAmounts(tools: Tools, values: Draft<'voucher'>, before: Voucher): void {
  const fixed = ['voucherTypeId', 'voucherWord', 'voucherDate', 'departmentId', 'fundingPartyId', 'borrowerId'] as const
  const moved = fixed.some((name) => (values[name] ?? null) !== before[name])
  const changed =
    values.entries.length !== before.entries.length ||
    values.entries.some((entry, index) => {
      const was = before.entries[index] as VoucherEntries
      const same = entry.id === was.id && entry.subAccountId === was.subAccountId && entry.currency === was.currency
      return (
        !same || compareDecimals(entry.debitAmount, was.debitAmount) !== 0 || compareDecimals(entry.creditAmount, was.creditAmount) !== 0
      )
    })
  if (moved || changed) tools.refuseIf(no('voucher.fixed', { voucherNo: before.voucherNo, docNo: before.docNo }))
}

async function refuseWrongInput(tools: Tools, { entries, voucherDate }: Draft<'voucher'>): Promise<void> {
  if (voucherDate < addMonths(tools.today, -mostMonthsBack)) tools.invalid('voucherDate', '凭证日期不能早于两年前')
  if (entries.length < 2) tools.invalid('entries', '凭证至少有两行分录')
  const wrong = wrongEntry(entries)
  if (wrong) tools.invalid(`entries.${wrong.index}.${wrong.field}`, wrong.message)
  const subjects = await subjectsOf(tools, entries)
  for (const [index, { subAccountId }] of entries.entries()) {
    const subject = subjects.get(subAccountId)
    if (subject?.isLeaf !== true) tools.invalid(`entries.${index}.subAccountId`, '请选末级科目')
  }
}

async function subjectsOf(tools: Tools, entries: readonly { subAccountId: string }[]): Promise<Map<string, SubAccountRow>> {
  const found = await tools.find('subAccount', { id: [...new Set(entries.map(({ subAccountId }) => subAccountId))] })
  return new Map(found.map((subject) => [subject.id, subject]))
}

/**
 * Nobody who has typed in a voucher, first or later, audits it; what the system has drawn anybody may (decision A16). Its accounts are leaves that are
 * in use, with what they are kept by.
 */
export const auditVoucher: ActionRule<'voucher', 'audit'> = async (tools, { record }) => {
  if (!isAutomatic(record) && (await hasTyped(tools, record.id))) tools.refuseIf(no('voucher.own'))
  await refuseClosedPeriod(tools, record.period)
  const subjects = await subjectsOf(tools, record.entries)
  for (const [index, entry] of record.entries.entries()) {
    const subject = subjects.get(entry.subAccountId)
    if (!subject) continue
    const figures = { line: index + 1, code: subject.subjectCode, subject: subject.subjectName }
    if (subject.isLeaf !== true) tools.refuseIf(no('voucher.not-leaf', figures))
    if (subject.status !== 'ENABLED') tools.refuseIf(no('voucher.subject-disabled', figures))
    const missing = auxiliaries[subject.auxType as keyof typeof auxiliaries]
    if (missing && entry[missing.field] === null) tools.refuseIf(no('voucher.no-auxiliary', { ...figures, aux: missing.title }))
  }
}

async function hasTyped(tools: Tools, id: string): Promise<boolean> {
  const typed = await tools.trx
    .selectFrom('document_history')
    .select('id')
    .where('entity', '=', 'voucher')
    .where('document_id', '=', id)
    .where('action', 'in', ['create', 'edit'])
    .where('operator_id', '=', tools.user.id)
    .limit(1)
    .executeTakeFirst()
  return typed !== undefined
}

/** What an account is kept by → where an entry says it. */
const auxiliaries = {
  ENTERPRISE: { field: 'auxEnterpriseId', title: '往来单位' },
  DEPARTMENT: { field: 'auxDepartmentId', title: '部门' },
  BANK: { field: 'auxBankAccountId', title: '银行账户' },
} as const

export const unAuditVoucher: ActionRule<'voucher', 'unAudit'> = (tools, { record }) => refuseClosedPeriod(tools, record.period)

export const postVoucher: ActionRule<'voucher', 'post'> = (tools, { record }) => refuseClosedPeriod(tools, record.period)
