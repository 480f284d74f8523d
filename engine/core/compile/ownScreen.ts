import type { RelatedTable } from '../../spec/generated/screen'
import type { ProductSources } from '../sources/sources'

/** The rows of a related table can be opened, or something can be done with them. */
export function isAtHome({ link, rowActions, add, columns }: RelatedTable): boolean {
  const linked = columns.some((column) => typeof column === 'object' && column.link !== undefined)
  return link !== undefined || rowActions !== undefined || add !== undefined || linked
}

/** Id of the screen where the rows of a related table are at home: the one it names, else the only one that shows their entity. */
export function ownScreenOf({ screen, related }: RelatedTable, screens: ProductSources['screens']): string | undefined {
  if (screen !== undefined) return Object.hasOwn(screens, screen) ? screen : undefined
  const showing = Object.keys(screens).filter((id) => screens[id]?.entity === related)
  return showing.length === 1 ? showing[0] : undefined
}
