import { sameFilters, type Filters } from '../data/listState'

/** The list asks for just this. */
export function asksFor(filter: Filters, filters: Filters): boolean {
  return sameFilters(filter, Object.fromEntries(Object.entries(filters).filter(([name]) => Object.hasOwn(filter, name))))
}

/** What the list asks after a figure or a group was pressed: for this too, or no longer when it did already. */
export function pressedFilters(filter: Filters, filters: Filters): Filters {
  if (!asksFor(filter, filters)) return { ...filters, ...filter }
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !Object.hasOwn(filter, name)))
}
