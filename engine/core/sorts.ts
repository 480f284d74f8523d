import { maxSorts, type ListSort, type SortOrder } from './wire'

/** The fields that rows are ordered by, the first one first. */
export function sortsOf(sort: ListSort | undefined): readonly { field: string; order: SortOrder }[] {
  return sort ? [{ field: sort.field, order: sort.order }, ...(sort.further ?? [])] : []
}

/** The order by these fields, as many as rows are ordered by; undefined where there are none. */
export function sortBy([first, ...further]: readonly { field: string; order: SortOrder }[]): ListSort | undefined {
  return first && { field: first.field, order: first.order, ...(further.length > 0 ? { further: further.slice(0, maxSorts - 1) } : {}) }
}

/** Of an order that one field was added to, that field alone, where rows can be ordered by only one. */
export function lastOf(sort: ListSort | undefined): ListSort | undefined {
  return sortBy(sortsOf(sort).slice(-1))
}

/** An order as a query says it. */
export function sortParameters(sort: ListSort | undefined): { sortField?: string; sortOrder?: string } {
  const sorts = sortsOf(sort)
  return sorts.length === 0 ? {} : { sortField: sorts.map(({ field }) => field).join(), sortOrder: sorts.map(({ order }) => order).join() }
}

/** Reads it, as far as the fields are known; each once. What is no order is ascending, since people write addresses. */
export function sortIn(
  { sortField, sortOrder }: { sortField: string | null; sortOrder: string | null },
  isKnown: (field: string) => boolean,
): ListSort | undefined {
  const orders = (sortOrder ?? '').split(',')
  const sorts = (sortField ?? '')
    .split(',')
    .map((field, index) => ({ field, order: orders[index] === 'descend' ? ('descend' as const) : ('ascend' as const) }))
  return sortBy(sorts.filter(({ field }, index) => isKnown(field) && sorts.findIndex((each) => each.field === field) === index))
}

/**
 * What pressing the title of a column makes of an order: ascending, descending, and then the list's own again.
 * @param adds the order so far stays, and the column is one of its fields
 */
export function pressedSort(sort: ListSort | undefined, field: string, adds: boolean): ListSort | undefined {
  const sorts = sortsOf(sort)
  const known = sorts.find((each) => each.field === field)
  const next = known?.order === 'descend' ? [] : [{ field, order: known ? ('descend' as const) : ('ascend' as const) }]
  if (!adds) return sortBy(next)
  if (known) return sortBy(sorts.flatMap((each) => (each === known ? next : [each])))
  // There is room for so many: the last gives way.
  return sortBy([...sorts.slice(0, maxSorts - 1), ...next])
}
