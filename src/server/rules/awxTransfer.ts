/** What the payment institution does with a transfer, as it tells us (domain 40, awxTransferStatus and D.9; decision B14). */
import { compareDecimals } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { transferStateTitle } from '../../rules/transferStates'
import type { Calls } from '../calls/calls'
import { transferCall, transferCancelCall, transferCancelNumber } from '../calls/transfer'
import type { AwxTransfer, AwxTransferState } from '../generated/awxTransfer'
import type { LoanPayment } from '../generated/loanPayment'
import type { ActionRule, Found, Tools } from '../ruleTypes'

/** The way that money takes. */
const way: readonly string[] = ['SCHEDULED', 'PROCESSING', 'SENT', 'PAID']
/** What becomes of it is the institution's to say: people wait for that. */
const underWay: readonly AwxTransferState[] = ['PROCESSING', 'SENT', 'PAID']

/** What is told of a transfer, by the institution or, in demo mode, by who plays it. */
export interface TransferNotice {
  requestId: string
  /** A code of awxNoticeStatus. */
  status: string
  /** The institution's own number. */
  transferId?: string | undefined
  amount?: string | undefined
  currency?: string | undefined
  feeAmount?: string | undefined
  failReason?: string | undefined
}

/**
 * Takes a notice, each state of a transfer once: what has been told before changes nothing. The transfer is locked, so that of two at the same time
 * the later one sees the earlier one; should it not, the key of the notices refuses it.
 */
export async function takeNotice(tools: Tools, notice: TransferNotice, simulated: boolean): Promise<void> {
  const { requestId, status: noticeStatus, transferId, feeAmount, failReason } = notice
  const [transfer] = await tools.find('awxTransfer', { requestId }, { lock: true })
  if (!transfer) return tools.refuseIf(no('transfer.unknown', { requestId }))
  if ((await tools.find('awxCallback', { requestId, noticeStatus }, { limit: 1 })).length > 0) return
  refuseOther(tools, transfer, notice)
  const told = { ...(transferId && { awxTransferId: transferId }), ...(feeAmount && { feeAmount }) }
  if (Object.keys(told).length > 0) await tools.set('awxTransfer', transfer.id, told)
  await follow(tools, transfer, notice)
  await tools.append('awxCallback', {
    awxTransferId: transfer.id,
    requestId,
    noticeStatus,
    externalNo: transferId,
    feeAmount,
    failReason,
    simulated,
    occurredAt: tools.now,
  })
}

/** Another payment under the same number is none of ours. */
function refuseOther(tools: Tools, transfer: Found<'awxTransfer'>, { amount, currency, transferId }: TransferNotice): void {
  const { transferCode } = transfer
  const refuse = (what: string, told: string, expected: string): void =>
    tools.refuseIf(no('transfer.differs', { transferCode, what, told, expected }))
  if (amount && compareDecimals(amount, transfer.amount) !== 0) refuse('金额', amount, transfer.amount)
  if (currency && currency !== transfer.currency) refuse('币种', currency, transfer.currency)
  if (transferId && transfer.awxTransferId !== null && transferId !== transfer.awxTransferId)
    refuse('外部付款号', transferId, transfer.awxTransferId)
}

async function follow(tools: Tools, transfer: Found<'awxTransfer'>, { status, failReason }: TransferNotice): Promise<void> {
  const { id, transferCode } = transfer
  const [from, to] = [way.indexOf(transfer.status), way.indexOf(status)]
  if (to >= 0 && from >= to)
    tools.refuseIf(no('transfer.backward', { transferCode, state: transferStateTitle(transfer.status), told: transferStateTitle(status) }))
  switch (status) {
    case 'PROCESSING':
      return transfer.status === 'OVERDUE'
        ? tools.perform('awxTransfer', id, 'funded')
        : tools.perform('awxTransfer', id, 'advance', { toStatus: status })
    case 'SENT':
      return tools.perform('awxTransfer', id, 'advance', { toStatus: status })
    case 'PAID':
      return tools.perform('awxTransfer', id, 'arrive')
    case 'OVERDUE':
      return tools.perform('awxTransfer', id, 'overdue')
    case 'FAILED':
      return tools.perform('awxTransfer', id, 'fail', { failReason: failReason ?? '支付机构没有说明原因' })
    default:
      throw new TypeError(`nothing follows from ${status}`)
  }
}

export const advanceTransfer: ActionRule<'awxTransfer', 'advance'> = (_tools, { form }) => ({
  to: form.toStatus === 'SENT' ? 'SENT' : 'PROCESSING',
})

/** The institution is asked for it once all of this is committed. */
export function scheduleTransfer(calls: Calls): ActionRule<'awxTransfer', 'schedule'> {
  return async (tools, { record }) => {
    const { externalCode } = await tools.load('awxBeneficiary', record.awxBeneficiaryId)
    const { awxAccountCode } = await tools.load('awxAccount', record.awxAccountId)
    await calls.send(tools, transferCall(record, { accountCode: awxAccountCode ?? '', beneficiaryCode: externalCode ?? '' }))
  }
}

/** What the institution still has waiting, it is told not to pay. */
export function cancelTransfer(calls: Calls): ActionRule<'awxTransfer', 'cancel'> {
  return (tools, { record }) => calls.send(tools, transferCancelCall(record))
}

/** When a payment by the institution arrived, and the number that its flow of the bank account bears. */
export async function arrivalOf(
  tools: Tools,
  { awxTransferId }: Pick<LoanPayment, 'awxTransferId'>,
): Promise<Pick<AwxTransfer, 'paidAt'> & { bankSerialNo: string }> {
  const { transferCode, status, paidAt } = await tools.load('awxTransfer', awxTransferId ?? '', { lock: true })
  if (status !== 'PAID') tools.refuseIf(no('payment.not-arrived', { transferCode, state: transferStateTitle(status) }))
  return { paidAt, bankSerialNo: transferCode }
}

/** In minutes: all tries of a request are over by then, or its job is lost. */
const askedWithin = 10

/**
 * Decision B14: what people call failed would be paid all the same. Neither is a payment called failed while it is being asked for: the request may
 * arrive after the word that it is not wanted any more.
 */
export async function refuseWhileTransferring(tools: Tools, { awxTransferId }: Pick<LoanPayment, 'awxTransferId'>): Promise<void> {
  if (awxTransferId === null) return
  const { transferCode, status, ...asked } = await tools.load('awxTransfer', awxTransferId, { lock: true })
  if (underWay.includes(status)) tools.refuseIf(no('payment.transfer-under-way', { transferCode, state: transferStateTitle(status) }))
  const isUnanswered = status === 'SCHEDULED' && asked.awxTransferId === null && asked.failReason === null
  if (isUnanswered && Date.parse(tools.now) - Date.parse(asked.submittedAt ?? tools.now) < askedWithin * 60_000)
    tools.refuseIf(no('payment.transfer-being-asked', { transferCode }))
}

/** The institution has agreed not to pay what was called failed, or never knew of it: else two would be paid. */
export async function refuseUnlessCancelled(tools: Tools, docId: string): Promise<void> {
  for (const { transferCode, requestId } of await tools.find('awxTransfer', { docId, status: 'CANCELLED' })) {
    const answers = await tools.system.find('interfaceLog', { requestNo: transferCancelNumber({ requestId }) })
    if (!answers.some(({ httpStatus, success }) => success || httpStatus === unknownThere))
      tools.refuseIf(no('payment.cancel-unanswered', { transferCode }))
  }
}

/** HTTP: there is nothing of that number. */
const unknownThere = 404
