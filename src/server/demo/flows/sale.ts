import { addDays } from '../../../../engine/core/dateTime'
import { divideDecimals, multiplyDecimals, roundDecimal, type Decimal } from '../../../../engine/core/decimal'
import { taxOf, type RestLine } from '../../../rules/invoice'
import type { NewSaleInvoice } from '../../generated/saleInvoice'
import type { SaleOrder } from '../../generated/saleOrder'
import { workdayFrom } from '../calendar'
import { operatorOf } from '../master/clients'
import { usualPrice } from '../master/goods'
import { goodsOf } from '../master/prices'
import type { Press } from '../office'
import type { World } from '../world'

export interface SoldGoods {
  goods: string
  qty: Decimal
  /** With tax; a quarter above the usual cost when left out. */
  price?: Decimal
}

export type SaleOrderState = 'DRAFT' | 'AUDITING' | 'REJECTED' | 'APPROVED' | 'CLOSED'
export type InvoiceState = 'DRAFT' | 'AUDITING' | 'REJECTED' | 'APPROVED' | 'ISSUED' | 'RED' | 'VOID'

export interface Sale {
  customer: string
  department: 'EAST' | 'SOUTH'
  warehouse: string
  day: string
  goods: SoldGoods[]
  /** Who financed the goods that are sold. */
  borrower?: string
  remark?: string
  /** Where it stays; APPROVED when left out. */
  until?: SaleOrderState
}

export interface SaleHandle {
  /** @throws RangeError before it exists */
  record(): SaleOrder
}

const orders = 'salesInventoryManagement/saleManage'
const invoices = 'salesInventoryManagement/saleInvoice'

/** Classifications of goods for value added tax, by how their names begin. */
const taxClassCodes: [string, string][] = [
  ['金装婴配奶粉', '1030204010000000000'],
  ['全脂成人奶粉', '1030204020000000000'],
  ['赤霞珠', '1030305000000000000'],
  ['梅洛', '1030305000000000000'],
  ['保湿面霜', '1070224010000000000'],
  ['修护精华', '1070224010000000000'],
  ['1#电解铜', '1080309000000000000'],
  ['对开门冰箱', '1090415010000000000'],
  ['滚筒洗衣机', '1090415020000000000'],
]

/** An order from the draft to the manager's answer. */
export function planSale(world: World, sale: Sale): SaleHandle {
  const { diary, office, names } = world
  const until = sale.until ?? 'APPROVED'
  const operator = operatorOf(sale.department)
  let current: SaleOrder | undefined
  const record = (): SaleOrder => {
    if (!current) throw new RangeError('there is no such order yet')
    return current
  }
  const act: Press<typeof orders> = async (userName, action, ...form) => {
    current = await (await office.as(userName)).act(orders, record().id, action, ...form)
  }
  diary.at(sale.day, '11:10', `order of ${sale.customer}`, async () => {
    current = await (
      await office.as(operator)
    ).add(orders, {
      customerId: names.id('enterprise', sale.customer),
      borrowerId: sale.borrower && names.id('enterprise', sale.borrower),
      departmentId: names.id('department', sale.department),
      fundingPartyId: names.id('enterprise', '演示平台'),
      warehouseId: names.id('warehouse', sale.warehouse),
      deliveryDate: addDays(sale.day, 14),
      remark: sale.remark,
      lines: sale.goods.map(({ goods, qty, price }) => ({
        goodsId: goodsOf(world, goods).id,
        qty,
        unitPrice: price ?? roundDecimal(divideDecimals(String(usualPrice(goods) * 5), '4'), 4),
      })),
    })
    if (until !== 'DRAFT') await act(operator, 'submit')
  })
  if (until === 'DRAFT' || until === 'AUDITING') return { record }
  diary.at(sale.day, '16:05', `answer to the order of ${sale.customer}`, async () => {
    if (until === 'REJECTED') return act('bm01', 'reject', { opinion: '单价低于指导价，请复核' })
    await act('bm01', 'approve', { opinion: '同意' })
  })
  if (until === 'CLOSED')
    diary.at(workdayFrom(addDays(sale.day, 10)), '15:20', `closing the order of ${sale.customer}`, () =>
      act('bm01', 'close', { opinion: '客户取消采购' }),
    )
  return { record }
}

export interface Invoicing {
  of: SaleHandle
  day: string
  kind?: string
  /** In hundredths of what is left of each line; everything when left out. */
  percent?: number
  remark?: string
  /** For an invoice on paper: what is printed on it. */
  paper?: { code: string; number: string }
  /** Where it stays; ISSUED when left out. */
  until?: InvoiceState
}

/** An invoice from the application over what an order has left to its end. */
export function planInvoice(world: World, invoicing: Invoicing): void {
  const { diary, office } = world
  const { of, day } = invoicing
  const until = invoicing.until ?? 'ISSUED'
  let id = ''
  const act: Press<typeof invoices> = async (userName, action, ...form) => {
    await (await office.as(userName)).act(invoices, id, action, ...form)
  }
  diary.at(day, '10:15', 'application for an invoice', async () => {
    const clerk = await office.as('fn01')
    const brought = (await clerk.ask('invoiceFromOrder', { query: { saleOrderId: of.record().id } })) as Brought
    const invoice = await clerk.add(invoices, applicationOf(of.record().id, brought, invoicing))
    id = invoice.id
    if (until !== 'DRAFT') await act('fn01', 'submit')
  })
  if (until === 'DRAFT' || until === 'AUDITING') return
  diary.at(day, '14:50', 'answer to the application', async () => {
    if (until === 'REJECTED') return act('fm01', 'reject', { opinion: '购方信息待核对' })
    await act('fm01', 'approve', { opinion: '同意开票' })
  })
  if (until === 'REJECTED' || until === 'APPROVED') return
  diary.at(day, '15:40', 'the end of the application', async () => {
    if (until === 'VOID') return act('fn01', 'void', { opinion: '客户变更开票信息，另行申请' })
    const { paper } = invoicing
    await act('fn01', 'issue', paper ? { invoiceCode: paper.code, invoiceNo: paper.number } : {})
  })
  if (until === 'RED')
    diary.at(workdayFrom(addDays(day, 7)), '11:30', 'reversal of the invoice', () => act('fm01', 'red', { redReason: '销货退回' }))
}

interface Brought {
  sellerId: string
  buyerTitle: string
  buyerTaxNo: string
  buyerAddressPhone: string | null
  buyerBankAccount: string | null
  lines: (RestLine & { itemName: string; taxClassCode: string | null; spec: string; unit: string })[]
}

function applicationOf(saleOrderId: string, brought: Brought, { kind, percent, remark }: Invoicing): NewSaleInvoice {
  const { sellerId, buyerTitle, buyerTaxNo, buyerAddressPhone, buyerBankAccount, lines } = brought
  return {
    saleOrderId,
    invoiceKind: kind ?? 'DIGI_SPECIAL',
    sellerId,
    buyerTitle,
    buyerTaxNo,
    buyerAddressPhone,
    buyerBankAccount,
    remark,
    lines: lines.map((line) => ({
      ...(percent === undefined ? line : partOf(line, percent)),
      taxClassCode: line.taxClassCode ?? taxClassCodeOf(line.itemName),
    })),
  }
}

/** @throws RangeError for goods whose classification is not listed */
function taxClassCodeOf(itemName: string): string {
  const [, code] = taxClassCodes.find(([begin]) => itemName.startsWith(begin)) ?? []
  if (code === undefined) throw new RangeError(`nobody says how ${itemName} is taxed`)
  return code
}

/** As the form reckons when the quantity is typed over. */
function partOf<Line extends RestLine>(line: Line, percent: number): Line {
  const qty = roundDecimal(divideDecimals(multiplyDecimals(line.qty, String(percent)), '100'), 0)
  const netAmount = roundDecimal(multiplyDecimals(qty, line.unitPrice), 2)
  return { ...line, qty, netAmount, taxAmount: taxOf(netAmount, line.taxRate) }
}
