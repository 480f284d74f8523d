import { keywordFinder } from '../../rules/categoryKeyword'
import type { Extensions, Found, Tools } from '../ruleTypes'

type Find = ReturnType<typeof keywordFinder<Found<'categoryKeyword'>>>

/** Of each transaction: the rows of a workbook ask one after the other, and each writes goods, after which all keywords would be read again. */
const finders = new WeakMap<Tools['trx'], Promise<Find>>()

/** The keyword in force that a name of goods matches. */
export async function keywordOf(tools: Tools, name: string): Promise<Found<'categoryKeyword'> | undefined> {
  const { trx } = tools
  const known = finders.get(trx) ?? tools.find('categoryKeyword', { status: 'ENABLED' }).then((keywords) => keywordFinder(keywords))
  finders.set(trx, known)
  return (await known)(name)
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
