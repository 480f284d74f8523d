import { sameFilters, type Filters } from '../data/listState'

/** Whether the filters of the list contain this filter, with the same values. */
export function asksFor(filter: Filters, filters: Filters): boolean {
  return sameFilters(filter, Object.fromEntries(Object.entries(filters).filter(([name]) => Object.hasOwn(filter, name))))
}

/** The filters of the list after a click on a figure or a group: its filter is added, or removed when it was already there. */
export function pressedFilters(filter: Filters, filters: Filters): Filters {
  if (!asksFor(filter, filters)) return { ...filters, ...filter }
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !Object.hasOwn(filter, name)))
}
