import { largeRecord } from '../largeForm'

/**
 * The answers of the server that is not there: the same fixed data for every contestant, at once, so that only the page is measured. They are
 * written once and then kept as texts, because a page does not write what a server answers.
 */

const regions = ['EAST', 'SOUTH', 'NORTH', 'WEST', 'ABROAD']
const types = ['NORMAL', 'URGENT', 'FRAME', 'SAMPLE']
const states = ['DRAFT', 'AUDITING', 'APPROVED']
const currencies = ['CNY', 'USD', 'EUR']
const TOTAL = 12_345
const LINES = 20
/** Searched for, it is answered with a thousand rows, whatever size of a page was asked for: what a page is drawn of is the same for all. */
const THOUSAND = 'thousand'

/** Ids of rows begin with what was asked for, so that the rows of one request are never taken for those of another. */
export function rowId(name: string, page: number, number: number): string {
  return `${name || 'all'}-${page}-${number}`
}

function row(id: string, index: number) {
  const amount = 10_000 + index * 137
  return {
    id,
    version: 1,
    orderNo: `CG20261120${String(index).padStart(4, '0')}`,
    orderName: `第${index}批办公与仓储用品采购`,
    supplierId: String(index % 7),
    supplierName: `上海第${index % 7}供应链管理有限公司`,
    orderType: types[index % types.length],
    region: regions[index % regions.length],
    orderDate: `2026-10-${day(index)}`,
    arriveDate: `2026-11-${day(index + 5)}`,
    currency: currencies[index % currencies.length],
    goodsAmount: `${amount}.50`,
    totalAmount: `${amount + 120}.25`,
    depositAmount: `${Math.floor(amount / 5)}.10`,
    urgent: index % 4 === 1,
    project: `仓库扩建${index % 9}期`,
    createdAt: `2026-10-${day(index)}T0${index % 10}:15:00.000Z`,
    status: states[index % states.length],
  }
}

function day(number: number): string {
  return String((number % 28) + 1).padStart(2, '0')
}

function list(query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1)
  const name = query.get('orderName') ?? ''
  const pageSize = name === THOUSAND ? 1000 : Number(query.get('pageSize') ?? 20)
  const records = Array.from({ length: pageSize }, (_, index) => row(rowId(name, page, index + 1), (page - 1) * pageSize + index + 1))
  return { records, total: TOTAL, page, pageSize }
}

function record(id: string) {
  return {
    ...row(id, 1),
    status: 'DRAFT',
    supplierContact: '王伟',
    branchId: '1',
    branchName: '浦东门店',
    exchangeRate: '1.000000',
    discountRate: '0.0500',
    discountAmount: '500.00',
    freight: '300.00',
    insurance: '80.00',
    depositRate: '0.2000',
    delivery: 'SUPPLIER',
    warehouse: '一号仓',
    address: '上海市浦东新区张江路 1 号',
    receiver: '李娜',
    receiverPhone: '021-50001234',
    transport: 'TRUCK',
    vehicleNo: '沪A12345',
    urgent: true,
    urgentReason: '产线待料',
    boxes: 120,
    weight: '1250.500',
    volume: '18.250',
    payTerm: 'MONTHLY',
    payDays: 30,
    invoiceType: 'SPECIAL',
    taxRate: '0.1300',
    taxNo: '91310115MA1K4A7B2X',
    bankName: '中国银行张江支行',
    bankAccount: '4550123412341234',
    remark: '',
    items: Array.from({ length: LINES }, (_, index) => ({
      id: `${id}-${index + 1}`,
      article: `标准托盘 ${index + 1}`,
      spec: '1200×1000',
      unit: 'PIECE',
      qty: `${index + 1}.0000`,
      price: '86.5000',
      amount: `${((index + 1) * 86.5).toFixed(2)}`,
      note: '',
    })),
  }
}

const written = new Map<string, string>()
/** Stands in kept lists for the name that was searched for. */
const ANY_NAME = 'any-name'

/** @throws Error for a request that the pages are not expected to make */
export function answerTo(url: URL): string {
  const name = url.searchParams.get('orderName')
  const asked = new URL(url)
  if (name && name !== THOUSAND) asked.searchParams.set('orderName', ANY_NAME)
  const text = written.get(asked.href) ?? JSON.stringify(answerOf(asked))
  written.set(asked.href, text)
  return asked.href === url.href ? text : text.replaceAll(ANY_NAME, name ?? '')
}

function answerOf(url: URL): unknown {
  if (url.pathname === '/api/order/list') return list(url.searchParams)
  if (url.pathname === '/api/order/states') return { counts: { DRAFT: 4_115, AUDITING: 4_115, APPROVED: 4_115 }, total: TOTAL }
  if (url.pathname === '/api/views/names') return { views: [] }
  if (url.pathname.startsWith('/api/order/options/')) return []
  const id = /^\/api\/order\/([^/]+)$/.exec(url.pathname)?.[1]
  if (id !== undefined) return record(id)
  const large = /^\/api\/large\/([^/]+)$/.exec(url.pathname)?.[1]
  if (large !== undefined) return largeRecord(large)
  throw new Error(`The measured pages do not ask for ${url.pathname}`)
}
