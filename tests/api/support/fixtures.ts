import { sql } from 'kysely'
import type { RecordValues } from '../../../engine/core/wire'
import { systemUser } from '../../../engine/server/session'
import { inWrite } from '../../../engine/server/write/transaction'
import { typed } from '../../../src/server/ruleTypes'
import { insertRows } from '../../../src/server/seed/insertRows'
import type { Session } from './client'
import type { Served } from './served'

/** Endpoints by what they hold. */
export const at = {
  quota: '/api/credit',
  line: '/api/customer/credit',
  loan: '/api/finance/loan',
  stockIn: '/api/inventory/stockin',
  shortOrder: '/api/inventory/shortorder',
  stock: '/api/inventory/collateralstock',
  enterprise: '/api/base/enterprise',
  warehouse: '/api/base/warehouse',
  order: '/api/sell/order',
  invoice: '/api/invoice/order',
  product: '/api/base/product',
  client: '/api/base/client',
  contract: '/api/finance/contract',
  account: '/api/base/entaccount',
  beneficiary: '/api/airwallex/beneficiary',
  relation: '/api/base/clientrelation',
  keyword: '/api/base/categorykeyword',
  interfaceLog: '/api/base/interfacelog',
  goods: '/api/base/goods',
  rate: '/api/base/exchangerate',
  currency: '/api/base/currency',
  category: '/api/base/category',
  department: '/api/base/department',
  dictionary: '/api/base/basicdata',
  user: '/api/base/user',
  role: '/api/base/role',
  baseRate: '/api/collateral/basepledgerate',
  pledgeRule: '/api/collateral/pledgerules',
  collateralPrice: '/api/collateral/price',
  customerPrice: '/api/collateral/customerprice',
  pledge: '/api/collateral/pledge',
  outOrder: '/api/redemption/outbound',
  release: '/api/collateral/stockoutbound',
  pledgeItem: '/api/collateral/inventorystock',
  notice: '/api/collateral/notification',
  control: '/api/collateral/controlgoods',
  waterline: '/api/collateral/goodslimit',
  unusual: '/api/collateral/stockunusual',
  payment: '/api/capital/financingloan',
  slip: '/api/capital/financingloan/water',
  bankFlow: '/api/capital/financingloan/bankFlow',
  transfer: '/api/airwallex/transfer',
  awxAccount: '/api/airwallex/account',
  voucher: '/api/finance/certificate',
  period: '/api/finance/certificate/period',
  voucherType: '/api/finance/certificatetype',
  bankAccount: '/api/finance/bankaccount',
  subject: '/api/finance/subaccount',
  interest: '/api/finance/interest',
  serviceFee: '/api/servicefee/collection',
  techFee: '/api/servicefee/technology',
  miscFee: '/api/fee/misc',
  overdue: '/api/overdue/monitoring',
  repayment: '/api/capital/cashrepayment',
  overdueRepayment: '/api/overdue/repayment',
  creditRepayment: '/api/capital/creditrepayment',
  redemption: '/api/redemption/apply',
  creditRedemption: '/api/redemption/credit',
  redemptionCheck: '/api/capital/redemption',
  creditLimit: '/api/capital/creditlimit',
  receipt: '/api/receive/money',
  verification: '/api/receive/money/verification',
  bond: '/api/capital/guarantee',
  deposit: '/api/capital/advancedeposit',
  pledgeWarning: '/api/earlywarn/pledge',
  warning: '/api/earlywarn/pledgedetail',
  warnRule: '/api/earlywarn/validityperiod',
  innerValidity: '/api/earlywarn/innervalidity',
  outerValidity: '/api/earlywarn/outervalidity',
  commonGoods: '/api/earlywarn/commongoods',
  risk: '/api/capital/riskexposure',
  riskDetail: '/api/capital/riskexposure/detail',
  fill: '/api/capital/fill',
  withdrawal: '/api/capital/withdrawal',
}

/** A quota of the bank for the east, typed by op01. */
export async function quotaValues(platform: Served, more: object = {}): Promise<Record<string, unknown>> {
  return {
    quotaName: '测试授信',
    quotaType: 'MASTER',
    fundingPartyId: await platform.idOf('enterprise', 'short_name', '甲行'),
    departmentId: await platform.idOf('department', 'department_name', '华东业务部'),
    productIds: [await platform.idOf('product', 'product_name', '甲行存货质押')],
    currency: 'CNY',
    guaranteeMode: 'PLEDGE',
    approvedAmount: '10000000.00',
    isRevolving: true,
    oversellRatio: '1.0000',
    startDate: '2026-01-01',
    endDate: '2028-12-31',
    ...more,
  }
}

/** An account of an enterprise abroad, as a payment provider takes it for a beneficiary. */
export async function accountAbroad(platform: Served, accountNo: string, more: object = {}): Promise<Record<string, unknown>> {
  return {
    enterpriseId: await platform.idOf('enterprise', 'short_name', '演示海外仓储'),
    accountName: 'Demo Overseas Storage GmbH',
    accountNo,
    bankName: 'Demo Bank AG',
    swiftCode: 'DEMODEFF',
    currency: 'EUR',
    accountType: 'OVERSEAS',
    ...more,
  }
}

/** A quota in force: typed and submitted by op01, approved by bm01. */
export async function quotaInForce(platform: Served, more: object = {}): Promise<RecordValues> {
  const op = await platform.as('op01')
  const { id } = await op.add(at.quota, await quotaValues(platform, more))
  await op.act(at.quota, 'submit', id)
  return (await platform.as('bm01')).act(at.quota, 'approve', id, { opinion: '同意' })
}

/** A line for 演示乳品 on a quota of `quotaValues`. */
export async function lineValues(platform: Served, quotaId: string, more: object = {}): Promise<Record<string, unknown>> {
  return {
    quotaId,
    borrowerId: await platform.idOf('enterprise', 'short_name', '演示乳品'),
    productId: await platform.idOf('product', 'product_name', '甲行存货质押'),
    departmentId: await platform.idOf('department', 'department_name', '华东业务部'),
    fundingPartyId: await platform.idOf('enterprise', 'short_name', '甲行'),
    lineAmount: '5000000.00',
    isRevolving: true,
    startDate: '2026-01-01',
    endDate: '2028-12-31',
    ...more,
  }
}

export async function lineInForce(platform: Served, quotaId: string, more: object = {}): Promise<RecordValues> {
  const op = await platform.as('op01')
  const { id } = await op.add(at.line, await lineValues(platform, quotaId, more))
  await op.act(at.line, 'submit', id)
  return (await platform.as('bm01')).act(at.line, 'approve', id, { opinion: '同意' })
}

/** Goods that nothing else is said about in the demo data. */
const caseGoods = { goodsName: '金装婴配奶粉1段', spec: '900g×6 罐' }

/**
 * Gives goods the prices and the rate of the reference case F1 (domain 50): market 115.50, agreed with 演示乳品 118, rate 0.5500. There is
 * no screen yet to enter them. Returns the id of the goods.
 */
export async function referenceGoods(platform: Served): Promise<string> {
  const borrowerId = await platform.idOf('enterprise', 'short_name', '演示乳品')
  const fundingPartyId = await platform.idOf('enterprise', 'short_name', '甲行')
  const departmentId = await platform.idOf('department', 'department_name', '华东业务部')
  return inWrite(platform.services, systemUser, async (context) => {
    const [goods] = await typed(context.tools).find('goods', caseGoods)
    if (!goods) throw new Error('the demo data has no goods of the reference case')
    const { id: goodsId, categoryId } = goods
    const market = { goodsId, priceSource: 'MARKET', priceDate: '2026-11-20', price: '115.5', status: 'EFFECTIVE' } as const
    await insertRows(context, 'collateralPrice', [{ values: market }])
    const validity = { effectiveDate: '2026-11-20', expireDate: '2027-11-19', status: 'EFFECTIVE' } as const
    await insertRows(context, 'customerPrice', [
      { values: { goodsId, borrowerId, fundingPartyId, departmentId, price: '118', ...validity } },
    ])
    const rate = {
      fundingPartyId,
      categoryId,
      goodsId,
      baseRate: '0.55',
      maxRate: '0.7',
      effectiveDate: '2026-01-01',
    }
    await insertRows(context, 'basePledgeRate', [{ values: rate }])
    return goodsId
  })
}

/** An application of 演示乳品 for 10,000 cases at 120 that come to 演示一号仓. */
export async function loanValues(platform: Served, lineId: string, goodsId: string, more: object = {}): Promise<Record<string, unknown>> {
  return {
    projectName: '测试融资',
    borrowerId: await platform.idOf('enterprise', 'short_name', '演示乳品'),
    productId: await platform.idOf('product', 'product_name', '甲行存货质押'),
    customerLineId: lineId,
    contractId: await platform.idOf('contract', 'contract_name', '演示乳品融资合同'),
    warehouseId: await platform.idOf('warehouse', 'warehouse_name', '演示一号仓'),
    purpose: '采购货物',
    appliedAmount: '635250.00',
    goods: [{ goodsId, qty: '10000', unitPrice: '120' }],
    ...more,
  }
}

/** A loan under approval. */
export async function submittedLoan(platform: Served, lineId: string, goodsId: string, more: object = {}): Promise<RecordValues> {
  const op = await platform.as('op01')
  const { id } = await op.add(at.loan, await loanValues(platform, lineId, goodsId, more))
  return op.act(at.loan, 'submit', id)
}

/** A contract of 演示乳品 with 甲行 for loans, from the first day of the year to the last. */
export async function contractValues(platform: Served, more: object = {}): Promise<Record<string, unknown>> {
  const [borrowerId, fundingPartyId] = [
    await platform.idOf('enterprise', 'short_name', '演示乳品'),
    await platform.idOf('enterprise', 'short_name', '甲行'),
  ]
  return {
    contractName: '测试融资合同',
    contractType: 'LOAN',
    borrowerId,
    departmentId: await platform.idOf('department', 'department_name', '华东业务部'),
    fundingPartyId,
    partyAId: fundingPartyId,
    partyBId: borrowerId,
    currency: 'CNY',
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    ...more,
  }
}

/** A contract that is signed: typed, submitted and signed today by op01. */
export async function signedContract(platform: Served, more: object = {}): Promise<RecordValues> {
  const op = await platform.as('op01')
  const { id } = await op.add(at.contract, await contractValues(platform, more))
  await op.act(at.contract, 'submit', id)
  return op.act(at.contract, 'sign', id, { signDate: '2026-11-20', signedFiles: [await uploaded(op)] })
}

/** A notice of 100 cases and 50 more to 演示一号仓, drafted by op01. */
export async function draftedStockIn(platform: Served, goodsId: string, more: object = {}): Promise<RecordValues> {
  return (await platform.as('op01')).add(at.stockIn, {
    stockInType: 'PLEDGE',
    warehouseId: await platform.idOf('warehouse', 'warehouse_name', '演示一号仓'),
    borrowerId: await platform.idOf('enterprise', 'short_name', '演示乳品'),
    departmentId: await platform.idOf('department', 'department_name', '华东业务部'),
    fundingPartyId: await platform.idOf('enterprise', 'short_name', '甲行'),
    autoPledge: false,
    expectedDate: '2026-11-25',
    goods: [
      { goodsId, expectedQty: '100', unitPrice: '120' },
      { goodsId, expectedQty: '50', unitPrice: '120', batchNo: 'B2' },
    ],
    ...more,
  })
}

/** A batch of the reference goods in 演示一号仓, received and confirmed; answers its id. `more` says of the stock-in what is otherwise. */
export async function batchInStock(platform: Served, goodsId: string, qty: string, more: object = {}): Promise<string> {
  const goods = [{ goodsId, expectedQty: qty, unitPrice: '120' }]
  return batchOf(await receivedStockIn(platform, (await draftedStockIn(platform, goodsId, { goods, ...more })).id))
}

/** A drafted stock-in of one line, received whole but what arrives damaged, and confirmed. */
export async function receivedStockIn(platform: Served, id: string, damaged = 0): Promise<RecordValues> {
  const [op, keeper] = [await platform.as('op01'), await platform.as('wh01')]
  const { goods } = await op.act(at.stockIn, 'submit', id)
  const [line] = goods as { id: string; expectedQty: string }[]
  const receipt = { id: line?.id, receivedGoodQty: String(Number(line?.expectedQty) - damaged), receivedDamagedQty: String(damaged) }
  await keeper.act(at.stockIn, 'receive', id, { goods: [receipt] })
  await keeper.act(at.stockIn, 'finish', id)
  return op.act(at.stockIn, 'confirm', id)
}

export function batchOf({ goods }: RecordValues): string {
  return (goods as { stockBatchId: string }[])[0]?.stockBatchId ?? ''
}

/** Uploads a file as the dialogs do; answers its id. */
export async function uploaded(session: Session, name = '附件.pdf', content = '%PDF-1.7 file'): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const headers = { authorization: `Bearer ${session.token}` }
  const response = await fetch(`${session.address}/file/upload`, { method: 'POST', headers, body: form })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}

/** Copies of a loan with its goods and history. */
export function copiesOfLoan(platform: Served, loan: RecordValues, count: number): Promise<string[]> {
  return copiesOf(platform, 'loan', 'loan_no', loan, count, ['loan_goods'])
}

/**
 * Copies of a record with its lines and history, numbers of their own apart, written by one statement each: hundreds of applications would take longer
 * than the test that needs them. Returns their ids.
 */
export async function copiesOf(
  platform: Served,
  record: string,
  number: string,
  { id }: RecordValues,
  count: number,
  lines: readonly string[],
): Promise<string[]> {
  const { kysely } = platform.database
  const others = async (table: string, ...replaced: string[]): Promise<string> => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all(${['id', ...replaced]}::text[])`.execute(
      kysely,
    )
    return rows.map(({ name }) => `"${name}"`).join()
  }
  const columns = await others(record, number)
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(record)} (${sql.ref(number)}, ${sql.raw(columns)})
    select ${sql.ref(number)} || '-' || n, ${sql.raw(columns)} from ${sql.table(record)}, generate_series(1, ${count}) n
    where id = ${id} returning id`.execute(kysely)
  const ids = rows.map((row) => String(row.id))
  for (const [table, key, condition] of [
    ...lines.map((table) => [table, 'parent_id', sql`parent_id = ${id}`] as const),
    ['document_history', 'document_id', sql`entity = ${record} and document_id = ${id}`],
  ] as const) {
    const rest = sql.raw(await others(table, key))
    await sql`
      insert into ${sql.table(table)} (${sql.ref(key)}, ${rest})
      select copy, ${rest} from ${sql.table(table)}, unnest(${ids}::bigint[]) copy where ${condition} order by id`.execute(kysely)
  }
  return ids
}

/** An order of 演示商超 over 100 cases at 9.9999, drafted by op01: 999.99 with tax (E-26). */
export async function orderValues(platform: Served, more: object = {}): Promise<Record<string, unknown>> {
  return {
    customerId: await platform.idOf('enterprise', 'short_name', '演示商超'),
    departmentId: await platform.idOf('department', 'department_name', '华东业务部'),
    warehouseId: await platform.idOf('warehouse', 'warehouse_name', '演示一号仓'),
    orderDate: '2026-11-20',
    deliveryDate: '2026-12-01',
    lines: [{ goodsId: await goodsOf(platform), qty: '100', unitPrice: '9.9999' }],
    ...more,
  }
}

/** The id of the goods that are sold in tests. */
export async function goodsOf(platform: Served): Promise<string> {
  const { kysely } = platform.database
  const { goodsName, spec } = caseGoods
  const row = await kysely
    .selectFrom('goods')
    .select('id')
    .where('goods_name', '=', goodsName)
    .where('spec', '=', spec)
    .executeTakeFirstOrThrow()
  return String(row['id'])
}

/** An order in execution: drafted and submitted by op01, approved by bm01. */
export async function orderInForce(platform: Served, more: object = {}): Promise<RecordValues> {
  const op = await platform.as('op01')
  const { id } = await op.add(at.order, await orderValues(platform, more))
  await op.act(at.order, 'submit', id)
  return (await platform.as('bm01')).act(at.order, 'approve', id, { opinion: '同意' })
}

/** An invoice over all that an order has left, as the form takes it over. */
export async function invoiceValues(platform: Served, saleOrderId: string, more: object = {}): Promise<Record<string, unknown>> {
  const { status, body } = await (await platform.as('fn01')).ask('GET', `${at.invoice}/fromorder?saleOrderId=${saleOrderId}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  const { sellerId, buyerTitle, buyerTaxNo, lines } = body
  const classified = (lines as object[]).map((line) => ({ ...line, taxClassCode: '1030204010000000000' }))
  return { saleOrderId, invoiceKind: 'DIGI_SPECIAL', sellerId, buyerTitle, buyerTaxNo, lines: classified, ...more }
}

/** An invoice that may be issued: drafted and submitted by fn01, approved by fm01. */
export async function approvedInvoice(platform: Served, saleOrderId: string, more: object = {}): Promise<RecordValues> {
  const clerk = await platform.as('fn01')
  const { id } = await clerk.add(at.invoice, await invoiceValues(platform, saleOrderId, more))
  await clerk.act(at.invoice, 'submit', id)
  return (await platform.as('fm01')).act(at.invoice, 'approve', id, { opinion: '同意' })
}

/** The code by which the goods of an order are handed over; who keeps the warehouse is not told it. */
export async function pickCodeOf({ database }: Served, id: string): Promise<string> {
  const row = await database.kysely.selectFrom('out_order').select('pick_code').where('id', '=', id).executeTakeFirstOrThrow()
  return String(row['pick_code'])
}
