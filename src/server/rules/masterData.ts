import { compareDecimals, formatPercent, roundDecimal, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { pendingOf } from '../../../engine/core/pending'
import type { ProductPlan } from '../../../engine/core/plan'
import { no } from '../../rules/guards'
import { relativeChange, sizeOf } from '../../rules/priceChange'
import { openPartnerAccount } from '../partnerAccount'
import type { Client } from '../generated/client'
import type { Enterprise } from '../generated/enterprise'
import type { StockBatchRow } from '../generated/stockBatch'
import { refuseLastAdministrator } from './administrators'
import { refuseUnlessContract } from './contract'
import type { Giving } from './giving'
import { standingLoans } from './loanStates'
import type { ActionRule, RemoveRule, SaveRule, Tools } from '../ruleTypes'
import { hasFiles } from './files'

const maxCategoryLevel = 3

/** Level follows from the parent; at most three (domain 20, category). A category is never its own ancestor. */
export const saveCategory: SaveRule<'category'> = async (tools, { values }) => {
  let level = 1
  for (let id = values.parentId; id; id = (await tools.load('category', id)).parentId) {
    if (id === values.id) tools.invalid('parentId', '上级品类不能是自己或自己的下级')
    level += 1
    if (level > maxCategoryLevel) tools.invalid('parentId', `品类最多 ${maxCategoryLevel} 级`)
  }
  values.level = level
  if (values.id !== undefined) await moveCategoriesBelow(tools, values.id, level)
}

/** What stands below goes with it, and may not come to stand too deep. */
async function moveCategoriesBelow(tools: Tools, parentId: string, level: number): Promise<void> {
  for (const child of await tools.find('category', { parentId })) {
    if (level >= maxCategoryLevel) tools.invalid('parentId', `品类最多 ${maxCategoryLevel} 级，“${child.categoryName}”将超出`)
    if (child.level !== level + 1) await tools.set('category', child.id, { level: level + 1 })
    await moveCategoriesBelow(tools, child.id, level + 1)
  }
}

/** Whoever sees the upper department sees what stands below it. */
export function saveDepartment(giving: Pick<Giving, 'refuseMove'>): SaveRule<'department'> {
  return async (tools, { values, before }) => {
    for (let id = values.parentId; id; id = (await tools.load('department', id)).parentId) {
      if (id === values.id) tools.invalid('parentId', '上级部门不能是自己或自己的下级')
    }
    if (!before || (values.parentId ?? null) === (before.parentId ?? null)) return
    await giving.refuseMove(tools, before)
    const nameOf = async (id: string | null | undefined): Promise<string> =>
      id ? `“${(await tools.load('department', id)).departmentName}”` : '无'
    const [from, to] = [await nameOf(before.parentId), await nameOf(values.parentId)]
    tools.securityEvent('rights', `部门“${values.departmentName}”的上级由${from}改为${to}`)
  }
}

export const removeDepartment: RemoveRule<'department'> = async (tools, { record }) => {
  const children = await tools.find('department', { parentId: record.id }, { limit: 1 })
  if (children.length > 0) tools.refuseIf(no('department.in-use', { what: '下级部门' }))
  const users = await tools.find('appUser', { departmentId: record.id }, { limit: 1 })
  if (users.length > 0) tools.refuseIf(no('department.in-use', { what: '用户' }))
}

export const removeCurrency: RemoveRule<'currency'> = (tools, { record }) => {
  if (record.isBase) tools.refuseIf(no('currency.base'))
}

/** Above this change against the day before, whoever saves must confirm (domain 60, exchangerate). */
const deviationAllowed = '0.05'

export const saveExchangeRate: SaveRule<'exchangeRate'> = async (tools, { values: rate, before }) => {
  const { fromCurrency, toCurrency, rateType, rateDate } = rate
  // What was confirmed once is not asked again because of another field.
  const same = ['fromCurrency', 'toCurrency', 'rateType', 'rateDate', 'rate'] as const
  if (before && same.every((field) => before[field] === rate[field])) return
  const inForce = { fromCurrency, toCurrency, rateType, rateDate: { below: rateDate }, status: 'ENABLED' as const }
  const [earlier] = await tools.find('exchangeRate', inForce, { newest: 'rateDate', limit: 1 })
  if (!earlier) return
  const previous = earlier.rate
  const deviation = sizeOf(relativeChange(rate.rate, previous))
  if (compareDecimals(deviation, deviationAllowed) > 0) {
    tools.warn('rate', `汇率 ${rate.rate} 与上一有效汇率 ${previous}（${earlier.rateDate}）相差 ${formatPercent(deviation, 2)}`)
  }
}

/**
 * A system item keeps its codes; only its name, colour and order may change (domain 60, basicdata). A closed dictionary takes no further
 * code, because the program would not know what to do with it.
 */
export function saveDictItem({ dictionaries }: Pick<ProductPlan, 'dictionaries'>): SaveRule<'dictItem'> {
  return (tools, { values, before }) => {
    if (before?.isSystem === true) {
      for (const field of ['dictCode', 'dictName', 'itemCode'] as const)
        if (values[field] !== before[field]) tools.invalid(field, '系统内置项不能修改编码')
      return
    }
    const { closed, title } = dictionaries[values.dictCode] ?? {}
    if (closed) tools.invalid('dictCode', `“${title}”的代码由系统使用，不能增加`)
  }
}

export const removeDictItem: RemoveRule<'dictItem'> = (tools, { record }) => {
  if (record.isSystem) tools.refuseIf(no('dictionary.system-item'))
}

export const disableWarehouse: ActionRule<'warehouse', 'disable'> = async (tools, { record }) => {
  const batches = await tools.find('stockBatch', { warehouseId: record.id })
  const onHand = roundDecimal(sumDecimals(batches.map(onHandOf)), 4)
  if (compareDecimals(onHand, '0') > 0) tools.refuseIf(no('warehouse.has-stock', { onHand }))
}

function onHandOf(batch: StockBatchRow): Decimal {
  return sumDecimals([batch.availableQty, batch.pledgedQty, batch.frozenAvailQty, batch.frozenPledgeQty])
}

/** A Chinese enterprise has an 18-character credit code, in capitals; a foreign one any registration number (E-41). */
export const saveEnterprise: SaveRule<'enterprise'> = (tools, { values }) => {
  values.uscc = values.uscc.toUpperCase()
  const domestic = values.country === undefined || values.country === null || values.country === '中国'
  if (domestic && values.uscc.length !== 18) tools.invalid('uscc', '统一社会信用代码应为 18 位')
}

export const approveEnterprise: ActionRule<'enterprise', 'approve'> = async (tools, { record, form }) => {
  const isLicensed = await hasFiles(tools, 'enterprise', record.id, 'licenseFiles')
  const willHaveNone = pendingOf(record)?.clear.includes('licenseFiles') === true
  if (!isLicensed || willHaveNone) tools.refuseIf(no('enterprise.no-licence'))
  // An enterprise that changes has been approved before.
  if (record.pendingChange === null) {
    await tellAccounts(tools, record, 'unlock', '审核通过')
    await openPartnerAccount(tools, record, form.enterpriseRoles)
  }
  await tools.note('enterprise', record.id, 'NOTIFY', '通知联系人', { receiver: record.contactMobile, result: '审核通过' })
}

export const rejectEnterprise: ActionRule<'enterprise', 'reject'> = async (tools, { record, form }) => {
  await tools.note('enterprise', record.id, 'NOTIFY', '通知联系人', {
    receiver: record.contactMobile,
    result: '已驳回',
    opinion: form.opinion,
  })
}

/** Partners of a frozen enterprise are signed out with their next request: their sessions end here. */
export const freezeEnterprise: ActionRule<'enterprise', 'freeze'> = async (tools, { record }) => {
  await refuseLastAdministrator(tools, { enterprise: record.id })
  await endSessionsOfPartners(tools, record.id)
  await tellAccounts(tools, record, 'lock', '冻结')
}

/** Its partners may sign in again. */
export const unfreezeEnterprise: ActionRule<'enterprise', 'unfreeze'> = (tools, { record }) => tellAccounts(tools, record, 'unlock', '解冻')

/** The accounts of an enterprise work as long as it is in force: the security log tells of those that are let in or locked out with it. */
async function tellAccounts(
  tools: Tools,
  enterprise: Pick<Enterprise, 'id' | 'enterpriseName'>,
  kind: 'lock' | 'unlock',
  how: string,
): Promise<void> {
  const users = await tools.find('appUser', { enterpriseId: enterprise.id })
  if (users.length === 0) return
  const can = kind === 'lock' ? '不能登录' : '可以登录'
  tools.securityEvent(kind, `${how}企业“${enterprise.enterpriseName}”，其 ${users.length} 个账号${can}`)
}

async function endSessionsOfPartners(tools: Tools, enterpriseId: string): Promise<void> {
  const users = await tools.find('appUser', { enterpriseId })
  const ids = users.map((user) => user.id)
  if (ids.length > 0) await tools.trx.deleteFrom('session_token').where('user_id', 'in', ids).execute()
}

export const cancelEnterprise: ActionRule<'enterprise', 'cancel'> = async (tools, { record: enterprise, form }) => {
  if (form.confirmName !== enterprise.enterpriseName)
    tools.refuseIf(no('enterprise.name-mismatch', { enterprise: enterprise.enterpriseName }))
  const loans = await tools.find('loan', { borrowerId: enterprise.id, status: standingLoans }, { limit: 1 })
  if (loans.length > 0) tools.refuseIf(no('enterprise.has-obligations', { what: '未结清的融资' }))
  const batches = await tools.find('stockBatch', { borrowerId: enterprise.id })
  if (batches.some((batch) => compareDecimals(onHandOf(batch), '0') > 0)) {
    tools.refuseIf(no('enterprise.has-obligations', { what: '在库货物' }))
  }
  await refuseLastAdministrator(tools, { enterprise: enterprise.id })
  await endSessionsOfPartners(tools, enterprise.id)
  // Those of a frozen one are locked out already.
  if (enterprise.effectiveStatus === 'ACTIVE') await tellAccounts(tools, enterprise, 'lock', '注销')
}

/** A client file admits products of its own funding party only. */
export const saveClient: SaveRule<'client'> = async (tools, { values: client }) => {
  for (const productId of client.productIds ?? []) {
    const product = await tools.load('product', productId)
    if (product.fundingPartyId !== client.fundingPartyId) tools.invalid('productIds', `产品“${product.productName}”不属于所选资金方`)
  }
}

export const submitClient: ActionRule<'client', 'submit'> = (tools, { record }) => refuseUnlessAdmissible(tools, record)

export const approveClient: ActionRule<'client', 'approve'> = (tools, { record }) => refuseUnlessAdmissible(tools, record)

async function refuseUnlessAdmissible(tools: Tools, record: Client): Promise<void> {
  const enterprise = await tools.load('enterprise', record.enterpriseId)
  if (enterprise.effectiveStatus !== 'ACTIVE' || !enterprise.enterpriseRoles.includes('BORROWER')) {
    tools.refuseIf(no('client.enterprise-not-active', { enterprise: enterprise.enterpriseName }))
  }
  const { enterpriseId: borrowerId, fundingPartyId, frameContractId } = record
  await refuseUnlessContract(tools, frameContractId, { contractType: 'FRAME', borrowerId, fundingPartyId })
}

/** Ends the relation with a client, which must have no open loans. Its lines are closed with it. */
export const terminateClient: ActionRule<'client', 'terminate'> = async (tools, { record: client }) => {
  const key = { borrowerId: client.enterpriseId, fundingPartyId: client.fundingPartyId }
  const loans = await tools.find('loan', { ...key, status: standingLoans })
  if (loans.length > 0) tools.refuseIf(no('client.has-obligations', { count: loans.length }))
}
