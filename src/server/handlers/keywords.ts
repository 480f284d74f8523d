import { keywordOf } from '../rules/categoryKeyword'
import type { Handler } from '../ruleTypes'

/** Which keyword a name of goods matches, and which category that is. */
export const testKeywords: Handler<'testKeywords'> = async ({ tools, query }) => {
  const found = await keywordOf(tools, query.text)
  if (!found) return { result: '未命中' }
  const { categoryId, keyword, matchMode, priority } = found
  const { categoryName } = await tools.load('category', categoryId)
  return { result: categoryName, categoryId, keyword, matchMode, priority }
}

export const matchGoodsCategory: Handler<'matchGoodsCategory'> = async ({ tools, query }) => {
  const found = await keywordOf(tools, query.name)
  if (!found) return {}
  const { categoryId, keyword, matchMode } = found
  const { categoryName } = await tools.load('category', categoryId)
  return { categoryId, categoryName, keyword, matchMode }
}
