import { notFound } from '../../../engine/server/problem'
import { listsOf, readItems } from '../liveDictionaries'
import type { Handler } from '../ruleTypes'

/** Everything a page needs to show codes: read with the session, so that a renamed item is seen by the next sign-in. */
export const allDictionaries: Handler<'allDictionaries'> = async ({ kysely }) => ({ dictionaries: listsOf(await readItems(kysely)) })

interface TreeNode {
  id: string
  code: string
  name: string
  children: TreeNode[]
}

/** Rows with a parent as a tree; a row whose parent is missing stands at the top. */
export function treeOf(rows: { id: string; parentId: string | null; name: string; code: string }[]): TreeNode[] {
  const nodes = new Map(rows.map(({ id, code, name }) => [id, { id, code, name, children: [] as TreeNode[] }]))
  const roots: TreeNode[] = []
  for (const row of rows) {
    const node = nodes.get(row.id)
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId)
    if (node) (parent?.children ?? roots).push(node)
  }
  return roots
}

export const categoryTree: Handler<'categoryTree'> = async ({ kysely }) => {
  const rows = await kysely
    .selectFrom('category')
    .select(['id', 'parent_id as parentId', 'category_name as name', 'category_code as code'])
    .where('status', '=', 'ENABLED')
    .orderBy('seq')
    .orderBy('id')
    .execute()
  return { result: treeOf(rows) }
}

export const departmentTree: Handler<'departmentTree'> = async ({ kysely }) => {
  const rows = await kysely
    .selectFrom('department')
    .select(['id', 'parent_id as parentId', 'department_name as name', 'department_code as code'])
    .where('status', '=', 'ENABLED')
    .orderBy('seq')
    .orderBy('id')
    .execute()
  return { result: treeOf(rows) }
}

/** Levels of education for contacts, after GB/T 4658. */
export const educationLevels: Handler<'educationLevels'> = () =>
  Promise.resolve({
    result: [
      { code: '10', title: '研究生' },
      { code: '20', title: '大学本科' },
      { code: '30', title: '大学专科' },
      { code: '40', title: '中等职业' },
      { code: '60', title: '普通高中' },
      { code: '90', title: '其他' },
    ],
  })

/** A day's rate, or the nearest before it (domain 60, exchangerate). */
export const latestExchangeRate: Handler<'latestExchangeRate'> = async ({ kysely, query, tools }) => {
  const date = query.date ?? tools.today
  if (query.from === query.to) return { rateDate: date, rate: '1.000000' }
  const row = await kysely
    .selectFrom('exchange_rate')
    .select(['rate_date as rateDate', 'rate'])
    .where('from_currency', '=', query.from)
    .where('to_currency', '=', query.to)
    .where('rate_type', '=', query.type)
    .where('rate_date', '<=', date)
    .where('status', '=', 'ENABLED')
    .orderBy('rate_date', 'desc')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
