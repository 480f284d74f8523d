import type { WriteContext } from '../../../engine/server/record/context'
import { typed, type Tools } from '../ruleTypes'
import { chartOfAccounts } from './chartOfAccounts'
import { voucherTemplates } from './voucherTemplates'

/**
 * The books that a new database begins with: accounts and voucher types (domain 50, E.5). Where there are some already,
 * they are the accountants': nothing is added to them.
 */
export async function openBooks(context: WriteContext): Promise<void> {
  const tools = typed(context.tools)
  if ((await tools.find('subAccount', {}, { limit: 1 })).length === 0)
    for (const account of chartOfAccounts) await tools.create('subAccount', account)
  if ((await tools.find('voucherType', {}, { limit: 1 })).length === 0) await addTypes(tools)
}

async function addTypes(tools: Tools): Promise<void> {
  const ids = new Map((await tools.find('subAccount', {})).map(({ subjectCode, id }) => [subjectCode, id]))
  for (const { rows, ...type } of voucherTemplates)
    await tools.create('voucherType', {
      ...type,
      entries: rows.map(({ code, ...entry }) => ({ ...entry, subAccountId: ids.get(code) ?? '' })),
    })
}
