import type { ListPagePlan } from './plan'
import { queryText } from './queryText'

/**
 * The query by which the address of a list shows what these filters find, and nothing less: what the search form begins with is said to be empty,
 * or it would narrow the rows too.
 */
export function queryOfFilters({ search, side }: Pick<ListPagePlan, 'search' | 'side'>, filters: Readonly<Record<string, string>>): string {
  const emptied = (side ? [...search, side.filter] : search).flatMap(({ name, as, default: preset }) => {
    if (preset === undefined || as === 'param') return []
    return as === 'range' ? [`${name}Start`, `${name}End`] : [name]
  })
  const others = emptied.filter((name) => !Object.hasOwn(filters, name))
  return queryText([...Object.entries(filters), ...others.map((name) => [name, ''] as const)])
}
