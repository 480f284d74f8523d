import { bestKeyword } from '../../rules/categoryKeyword'
import type { Extensions, Found, Tools } from '../ruleTypes'

/** The keyword in force that a name of goods matches. */
export async function keywordOf(tools: Tools, name: string): Promise<Found<'categoryKeyword'> | undefined> {
  return bestKeyword(name, await tools.find('categoryKeyword', { status: 'ENABLED' }))
}

/** Goods of a file whose category is not said get that of their name; the keyword counts its hit, which is no change of it. */
export const matchCategory: Extensions['line']['matchCategory'] = async (tools, { line }) => {
  if (line.categoryId || !line.goodsName) return
  const keyword = await keywordOf(tools, line.goodsName)
  if (!keyword) return
  line.categoryId = keyword.categoryId
  await tools.trx
    .updateTable('category_keyword')
    .set((row) => ({ hit_count: row('hit_count', '+', 1) }))
    .where('id', '=', keyword.id)
    .execute()
}
