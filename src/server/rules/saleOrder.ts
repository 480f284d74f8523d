import { no } from '../../rules/guards'
import { isTaxRate } from '../../rules/invoice'
import type { ActionRule, LineRule, SaveRule, Tools } from '../ruleTypes'

export const saveSaleOrder: SaveRule<'saleOrder'> = (tools, { values }) => refuseOtherTaxRates(tools, values.lines)

const otherTaxRate = '税率须为 0、1%、3%、6%、9% 或 13%'

/** Marks the first line whose rate is none of value added tax (domain 40, orderStatus.submit); a draft may have none yet. */
export function refuseOtherTaxRates(tools: Tools, lines: readonly { taxRate?: string | null | undefined }[]): void {
  const index = lines.findIndex(({ taxRate }) => taxRate && !isTaxRate(taxRate))
  if (index >= 0) tools.invalid(`lines.${index}.taxRate`, otherTaxRate)
}

/** 导入明细: a line of the workbook is refused as the save would (domain 60, saleManage). */
export const checkSaleLine: LineRule<'saleOrder', 'lines'> = (tools, { line: { taxRate } }) => {
  if (taxRate && !isTaxRate(taxRate)) tools.invalid('taxRate', otherTaxRate)
}

/** Nothing may be on its way for an order that is closed (domain 40, orderStatus.close). */
export const closeSaleOrder: ActionRule<'saleOrder', 'close'> = async (tools, { record }) => {
  const [underWay] = await tools.find('saleInvoice', { saleOrderId: record.id, status: ['AUDITING', 'APPROVED'] }, { limit: 1 })
  if (underWay) tools.refuseIf(no('sale-order.invoice-under-way', { invoiceApplyNo: underWay.invoiceApplyNo }))
}
