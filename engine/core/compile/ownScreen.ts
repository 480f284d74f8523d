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
  const showing = screensOf(related, screens)
  return showing.length === 1 ? showing[0] : undefined
}

const known = new WeakMap<ProductSources['screens'], ReadonlyMap<string, readonly string[]>>()

/** Ids of the screens that show an entity. Asked for by every related table, and worked out once. */
export function screensOf(entity: string, screens: ProductSources['screens']): readonly string[] {
  const byEntity = known.get(screens) ?? idsByEntity(screens)
  known.set(screens, byEntity)
  return byEntity.get(entity) ?? []
}

function idsByEntity(screens: ProductSources['screens']): Map<string, string[]> {
  const byEntity = new Map<string, string[]>()
  for (const [id, { entity }] of Object.entries(screens)) {
    const ids = byEntity.get(entity) ?? []
    ids.push(id)
    byEntity.set(entity, ids)
  }
  return byEntity
}
