import { systemUser } from '../../../engine/server/session'
import { inWrite } from '../../../engine/server/write/transaction'
import { refusals, type RefusalCode } from '../../../src/rules/refusals'
import type { ApiResponse } from './client'
import type { Served } from './served'

export const subjectId = (platform: Served, code: string): Promise<string> => platform.idOf('sub_account', 'subject_code', code)

/** An entry as a form sends it: so much in an account by its code, on the debit side, or below 0 on the credit side. */
export async function entryOf(platform: Served, code: string, amount: string, more: object = {}): Promise<Record<string, unknown>> {
  const credit = amount.startsWith('-')
  const sides = credit ? { debitAmount: '0.00', creditAmount: amount.slice(1) } : { debitAmount: amount, creditAmount: '0.00' }
  return { summary: '分录', subAccountId: await subjectId(platform, code), ...sides, ...more }
}

export async function departmentOf(platform: Served): Promise<string> {
  return platform.idOf('department', 'department_name', '财务部')
}

/** 计提职工薪酬 of 100.00, typed by hand, dated today. */
export async function voucherValues(platform: Served, more: object = {}): Promise<Record<string, unknown>> {
  const departmentId = await departmentOf(platform)
  return {
    voucherTypeId: await platform.idOf('voucher_type', 'type_code', 'MANUAL'),
    voucherWord: 'JI',
    voucherDate: platform.clock.today(),
    departmentId,
    summary: '计提职工薪酬',
    entries: [await entryOf(platform, '6602', '100.00', { auxDepartmentId: departmentId }), await entryOf(platform, '2211', '-100.00')],
    ...more,
  }
}

/** What a document of a later business is booked by, as an action's step creates it; answers the id of its voucher. */
export async function bookedEvent(
  platform: Served,
  bizEvent: string,
  docNo: string,
  amounts: Record<string, string>,
  more: object = {},
): Promise<string> {
  const [departmentId, borrowerId] = [await departmentOf(platform), await platform.idOf('enterprise', 'short_name', '演示乳品')]
  const bankAccountId = await platform.idOf('bank_account', 'account_no', '6000000000001704')
  return inWrite(platform.services, systemUser, async ({ tools }) => {
    const voucher = await tools.create('voucher', {
      voucherDate: tools.today,
      bizEvent,
      docType: 'loanPayment',
      docNo,
      docStep: '3',
      departmentId,
      borrowerId,
      amounts: Object.entries(amounts).map(([amountKey, amount]) => ({ amountKey, amount, bankAccountId })),
      ...more,
    })
    return voucher.id
  })
}

/** The refusal of an answer, by its code in the catalogue. */
export function refusedBy({ status, body }: ApiResponse): { code: RefusalCode | undefined; params: Record<string, unknown> } {
  const code = (Object.keys(refusals) as RefusalCode[]).find((each) => status === 417 && refusals[each].number === body.code)
  return { code, params: (body.params ?? {}) as Record<string, unknown> }
}
