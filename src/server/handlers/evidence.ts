import { drawEntries, totalsOf } from '../../rules/voucher/entries'
import { no } from '../../rules/guards'
import { notFound } from '../../../engine/server/problem'
import { loadSeen } from './loadSeen'
import { treeOf } from './lookups'
import type { Handler, Tools } from '../ruleTypes'

export const subAccountTree: Handler<'subAccountTree'> = async ({ kysely }) => {
  const rows = await kysely
    .selectFrom('sub_account')
    .select(['id', 'parent_id as parentId', 'subject_name as name', 'subject_code as code'])
    .where('status', '=', 'ENABLED')
    .orderBy('subject_code')
    .execute()
  return { result: treeOf(rows) }
}

/** 结账 and 反结账 by the month's name (domain 60, certificateManage). */
export const closePeriod: Handler<'closePeriod'> = async ({ tools, params }) => {
  await tools.perform('accountPeriod', await periodId(tools, params.period), 'close')
}

export const reopenPeriod: Handler<'reopenPeriod'> = async ({ tools, params }) => {
  await tools.perform('accountPeriod', await periodId(tools, params.period), 'reopen')
}

async function periodId(tools: Tools, period: string): Promise<string> {
  const [found] = await tools.find('accountPeriod', { period }, { limit: 1 })
  if (!found) tools.refuseIf(no('period.none', { period }))
  return found?.id ?? ''
}

/** What a document's amounts, as its newest voucher keeps them, or that of an event, come to by the template of today. */
export const previewVoucher: Handler<'previewVoucher'> = async (call) => {
  const { kysely, query, tools, visible } = call
  let ofDocument = kysely
    .selectFrom('voucher as v')
    .select(['v.id', 'v.biz_event'])
    .where('v.doc_no', '=', query.docNo)
    .where('v.doc_step', 'is not', null)
    .where('v.doc_type', '<>', 'voucher')
    .orderBy('v.id', 'desc')
    .limit(1)
  if (query.bizEvent !== undefined) ofDocument = ofDocument.where('v.biz_event', '=', query.bizEvent)
  if (query.docType !== undefined) ofDocument = ofDocument.where('v.doc_type', '=', query.docType)
  const found = await visible('voucher', 'v', ofDocument).executeTakeFirst()
  const bizEvent = query.bizEvent ?? found?.biz_event
  if (!bizEvent) tools.refuseIf(no('voucher.none', { docNo: query.docNo }))
  const [type] = await tools.find('voucherType', { bizEvent }, { limit: 1 })
  if (!type) throw notFound()
  if (!found) tools.refuseIf(no('voucher.no-event', { docNo: query.docNo, event: type.typeName }))
  const voucher = await loadSeen(call, 'voucher', String(found?.id ?? ''))
  const { entries } = await tools.load('voucherType', type.id)
  const drawn = drawEntries(entries, voucher.amounts)
  const { debit, credit } = totalsOf(drawn)
  const lines = drawn.map(({ entry, from }) => `${entry.entrySide === 'DEBIT' ? '借' : '　贷'} ${entry.subAccountName} ${from.amount}`)
  return { voucherNo: voucher.voucherNo, totalDebit: debit, totalCredit: credit, entries: lines.join('\n') }
}
