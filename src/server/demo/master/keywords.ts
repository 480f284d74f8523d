import type { World } from '../world'

/** Keyword, category code, how it matches, and its priority. */
const keywords: [keyword: string, category: string, matchMode: string, priority: number][] = [
  ['婴配', '010101', 'CONTAINS', 20],
  ['婴幼儿', '010101', 'CONTAINS', 20],
  ['成人奶粉', '010102', 'CONTAINS', 20],
  ['奶粉', '010102', 'CONTAINS', 10],
  ['干红', '010201', 'CONTAINS', 10],
  ['干白', '010201', 'CONTAINS', 10],
  ['葡萄酒', '010201', 'CONTAINS', 10],
  ['牛腩', '010301', 'PREFIX', 10],
  ['西冷', '010301', 'PREFIX', 10],
  ['眼肉', '010301', 'PREFIX', 10],
  ['面霜', '0201', 'CONTAINS', 10],
  ['精华', '0201', 'CONTAINS', 10],
  ['唇釉', '0202', 'PREFIX', 10],
  ['电解铜', '0301', 'CONTAINS', 20],
  ['1#铜', '0301', 'EXACT', 0],
  ['铝锭', '0302', 'CONTAINS', 10],
  ['锌锭', '0303', 'CONTAINS', 10],
  ['聚乙烯', '0401', 'CONTAINS', 10],
  ['LLDPE', '0401', 'PREFIX', 20],
  ['聚丙烯', '0402', 'CONTAINS', 10],
  ['橡胶', '0403', 'CONTAINS', 10],
  ['烟片胶', '0403', 'PREFIX', 10],
  ['针叶浆', '0501', 'CONTAINS', 10],
  ['冰箱', '0601', 'CONTAINS', 10],
  ['空调', '0601', 'CONTAINS', 10],
]

export async function makeKeywords({ office, names }: World): Promise<void> {
  const clerk = await office.as('cu01')
  for (const [keyword, category, matchMode, priority] of keywords)
    await clerk.add('base/categorykeyword', { keyword, categoryId: names.id('category', category), matchMode, priority })
}
