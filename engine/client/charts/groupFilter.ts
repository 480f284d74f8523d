import { addDays, addMonths } from '../../core/dateTime'
import type { ChartPeriod, ChartPlan, SearchPlan } from '../../core/plan'
import type { Filters } from '../data/listState'

/**
 * The filters with which the list shows the rows of a group; undefined when its search form has no such filter.
 * @param value value of the group, as the server sent it
 */
export function groupFilter({ x, per }: Pick<ChartPlan, 'x' | 'per'>, value: unknown, search: readonly SearchPlan[]): Filters | undefined {
  const item = search.find(({ name }) => name === x.name)
  if (!item || value === null || value === undefined) return undefined
  const text = String(value)
  switch (item.as) {
    case 'range': {
      if (!per) return undefined
      const [first, last] = daysOf(text, per)
      return { [`${item.name}Start`]: first, [`${item.name}End`]: last }
    }
    case 'multiple':
      return { [item.name]: [text] }
    case 'equals':
      if (per && per !== 'day') return undefined
      return { [item.name]: typeof value === 'boolean' ? value : text }
    case 'contains':
    case 'begins':
    case 'few':
    case 'param':
      return undefined
  }
}

/** First and last day of `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
function daysOf(text: string, per: ChartPeriod): [string, string] {
  if (per === 'day') return [text, text]
  const first = per === 'month' ? `${text}-01` : `${text}-01-01`
  return [first, addDays(addMonths(first, per === 'month' ? 1 : 12), -1)]
}
