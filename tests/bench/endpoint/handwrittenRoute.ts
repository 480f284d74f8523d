/**
 * The list endpoint as one writes it by hand for a single table: Fastify with its schema of the query, SQL with parameters, two statements.
 * It answers what the engine answers, for the same account.
 */
import fastify, { type FastifyInstance } from 'fastify'
import { CompiledQuery } from 'kysely'
import type { Database } from '../../../engine/server/database/database'

interface ListQuery {
  page: number
  pageSize: number
  sortField?: string
  sortOrder?: 'ascend' | 'descend'
  orderName?: string
  status?: string
  region?: string
  totalAmountStart?: string
}

const querystring = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, default: 1 },
    pageSize: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
    sortField: { enum: ['orderNo', 'orderDate', 'totalAmount', 'createdAt'] },
    sortOrder: { enum: ['ascend', 'descend'] },
    orderName: { type: 'string', maxLength: 200 },
    status: { enum: ['DRAFT', 'AUDITING', 'APPROVED'] },
    region: { enum: ['EAST', 'SOUTH', 'NORTH', 'WEST', 'ABROAD'] },
    totalAmountStart: { type: 'string', pattern: '^\\d+(\\.\\d{1,2})?$' },
  },
  additionalProperties: false,
}

const sortColumns: Record<string, string> = {
  orderNo: 'o.order_no',
  orderDate: 'o.order_date',
  totalAmount: 'o.total_amount',
  createdAt: 'o.created_at',
}

const columns = `o.id::text as id, o.version, o.order_no as "orderNo", o.order_name as "orderName", s.supplier_name as "supplierName",
  o.supplier_id::text as "supplierId", o.order_type as "orderType", o.region, o.order_date as "orderDate", o.arrive_date as "arriveDate",
  o.currency, o.goods_amount as "goodsAmount", o.total_amount as "totalAmount", o.deposit_amount as "depositAmount", o.urgent, o.project,
  o.created_at as "createdAt", o.status`

/** @param accounts branches that each token may see */
export async function handwrittenServer({ kysely }: Database, accounts: ReadonlyMap<string, string[]>): Promise<FastifyInstance> {
  const app = fastify()

  async function query<Row>(text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await kysely.executeQuery<Row>(CompiledQuery.raw(text, values))
    return rows
  }

  app.get<{ Querystring: ListQuery }>('/api/order/list', { schema: { querystring } }, async (request, reply) => {
    const branches = accounts.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!branches) return reply.code(401).send({ message: '请登录' })
    const { page, pageSize, sortField, sortOrder, orderName, status, region, totalAmountStart } = request.query

    const values: unknown[] = [branches]
    const conditions = ['o.branch_id = any($1)']
    const add = (condition: string, value: unknown): void => {
      values.push(value)
      conditions.push(condition.replace('?', `$${values.length}`))
    }
    if (orderName) add(`o.order_name ilike ?`, `%${orderName.replace(/[\\%_]/g, '\\$&')}%`)
    if (status) add('o.status = ?', status)
    if (region) add('o.region = ?', region)
    if (totalAmountStart) add('o.total_amount >= ?', totalAmountStart)

    const where = conditions.join(' and ')
    const direction = sortOrder === 'ascend' ? 'asc' : 'desc'
    const order = sortField ? `${sortColumns[sortField]} ${direction}, o.id ${direction}` : 'o.id desc'
    const [records, [count]] = await Promise.all([
      query(
        `select ${columns} from "order" o left join supplier s on s.id = o.supplier_id where ${where} order by ${order}
         limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, pageSize, (page - 1) * pageSize],
      ),
      query<{ total: string }>(`select count(*) as total from "order" o where ${where}`, values),
    ])
    return { records, total: Number(count?.total), page, pageSize }
  })
  return app
}
