/**
 * The documents as rules read them. A record comes from the engine by name; which fields it has is said by its schema, which the plan has
 * checked, so each rule may read it as one of these.
 */
import type { Decimal } from '../../../engine/core/decimal'
import type { SheetSource } from '../../rules/invoiceSheet'

type Optional<T> = T | null | undefined

export interface Quota {
  id: string
  quotaNo: string
  status: string
  currency: string
  fundingPartyId: string
  productIds: string[]
  approvedAmount: Decimal
  tempAmount: Optional<Decimal>
  tempExpireDate: Optional<string>
  reservedAmount: Decimal
  usedAmount: Decimal
  oversellRatio: Decimal
  startDate: string
  endDate: string
}

export interface CustomerLine {
  id: string
  lineNo: string
  quotaId: string
  borrowerId: string
  fundingPartyId: string
  productId: string
  currency: string
  status: string
  lineAmount: Decimal
  reservedAmount: Decimal
  usedAmount: Decimal
  pledgeRateCap: Optional<Decimal>
  startDate: string
  endDate: string
}

export interface Product {
  id: string
  productName: string
  fundingPartyId: string
  status: string
  currency: string
  startDate: string
  endDate: string
  maxPledgeRate: Decimal
  minSingleAmount: Optional<Decimal>
  maxSingleAmount: Optional<Decimal>
}

export interface Client {
  id: string
  enterpriseId: string
  fundingPartyId: string
  productIds: string[]
  rating: string
  status: string
}

export interface LoanGoods {
  id: string
  goodsId: string
  goodsName: string
  stockBatchId: Optional<string>
  qty: Decimal
  unitPrice: Decimal
  amount: Decimal
  pledgeRate: Optional<Decimal>
  financeAmount: Optional<Decimal>
}

export interface Loan {
  id: string
  loanNo: string
  status: string
  borrowerId: string
  departmentId: string
  fundingPartyId: string
  productId: string
  customerLineId: string
  warehouseId: string
  supplierId: Optional<string>
  currency: string
  appliedAmount: Decimal
  approvedAmount: Optional<Decimal>
  applyDate: string
  goods: LoanGoods[]
}

export interface StockInGoods {
  id: string
  lineNo: number
  goodsId: string
  goodsNo: string
  goodsName: string
  spec: string
  unit: string
  batchNo: Optional<string>
  productionDate: Optional<string>
  expiryDate: Optional<string>
  expectedQty: Decimal
  goodQty: Optional<Decimal>
  damagedQty: Optional<Decimal>
  unitPrice: Decimal
  locationCode: Optional<string>
}

export interface StockIn {
  id: string
  stockInNo: string
  entryNo: Optional<string>
  stockInType: string
  status: string
  warehouseId: string
  warehouseType: string
  borrowerId: string
  departmentId: string
  fundingPartyId: string
  supplierId: Optional<string>
  loanId: Optional<string>
  goods: StockInGoods[]
}

export interface StockBatch {
  id: string
  batchCode: string
  warehouseId: string
  borrowerId: string
  departmentId: string
  fundingPartyId: string
  goodsId: string
  goodsNo: string
  goodsName: string
  spec: string
  unit: string
  qualityStatus: string
  inDate: string
  expiryDate: Optional<string>
  costPrice: Decimal
  availableQty: Decimal
  pledgedQty: Decimal
  frozenAvailQty: Decimal
  frozenPledgeQty: Decimal
}

export interface Warehouse {
  id: string
  warehouseName: string
  warehouseType: string
  warehouseGrade: string
  status: string
}

export interface Enterprise {
  id: string
  enterpriseName: string
  enterpriseRoles: string[]
  status: string
}

export interface SaleOrderLine {
  id: string
  goodsId: string
  goodsName: string
  spec: string
  unit: string
  qty: Decimal
  unitPrice: Decimal
  taxRate: Decimal
  totalAmount: Decimal
  taxAmount: Decimal
  invoicedQty: Decimal
}

export interface SaleOrder {
  id: string
  saleNo: string
  status: string
  customerId: string
  departmentId: string
  fundingPartyId: Optional<string>
  currency: string
  totalAmount: Decimal
  invoicedAmount: Decimal
  orderDate: string
  deliveryDate: string
  lines: SaleOrderLine[]
}

export interface SaleInvoiceLine {
  id: string
  itemName: string
  taxClassCode: string
  spec: Optional<string>
  unit: Optional<string>
  qty: Decimal
  unitPrice: Decimal
  netAmount: Decimal
  taxRate: Decimal
  taxAmount: Decimal
  saleOrderLineId: Optional<string>
}

export interface SaleInvoice extends SheetSource {
  id: string
  invoiceApplyNo: string
  saleOrderId: string
  sellerId: string
  buyerId: string
  lines: SaleInvoiceLine[]
}

/** Reads a record, a line, or values on their way into one, as one of the documents above. */
export function as<T>(record: Readonly<Record<string, unknown>>): T {
  // The one cast of the rules; see the comment on top.
  return record as T
}
