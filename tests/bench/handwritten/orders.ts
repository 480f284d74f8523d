import { message } from 'antd'

export interface Order {
  id: string
  version: number
  orderNo: string
  orderName: string
  supplierName: string
  orderType: string
  region: string
  orderDate: string
  arriveDate: string | null
  currency: string
  goodsAmount: string
  totalAmount: string
  depositAmount: string
  urgent: boolean
  project: string | null
  createdAt: string
  status: 'DRAFT' | 'AUDITING' | 'APPROVED'
}

export interface OrderItem {
  article: string
  spec?: string
  unit?: string
  qty?: string
  price?: string
  note?: string
}

export interface OrderDetail extends Order {
  discountRate: string | null
  freight: string | null
  insurance: string | null
  depositRate: string | null
  items: OrderItem[]
}

/** Texts by the names of fields. */
export type LargeDetail = Record<string, string>

export interface Page<Row> {
  records: Row[]
  total: number
  page: number
  pageSize: number
}

async function get<Body>(path: string, query: Record<string, string | undefined> = {}, signal?: AbortSignal): Promise<Body> {
  const filled = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = filled.length > 0 ? `?${new URLSearchParams(filled)}` : ''
  const response = await fetch(path + search, { headers: { authorization: 'Bearer token' }, signal })
  if (!response.ok) {
    void message.error('加载失败')
    throw new Error(response.statusText)
  }
  return (await response.json()) as Body
}

export function listOrders(query: Record<string, string | undefined>, signal?: AbortSignal): Promise<Page<Order>> {
  return get('/api/order/list', query, signal)
}

export interface StateCounts {
  counts: Record<string, number>
  total: number
}

export function countStates(query: Record<string, string | undefined>, signal?: AbortSignal): Promise<StateCounts> {
  return get('/api/order/states', query, signal)
}

export function readOrder(id: string, signal?: AbortSignal): Promise<OrderDetail> {
  return get(`/api/order/${id}`, {}, signal)
}

export function readLarge(id: string, signal?: AbortSignal): Promise<LargeDetail> {
  return get(`/api/large/${id}`, {}, signal)
}

export function listSuppliers(keyword: string): Promise<{ value: string; label: string }[]> {
  return get('/api/order/options/supplierId', { keyword })
}
