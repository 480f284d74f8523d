import type { ColumnPlan } from '../../core/plan'
import type { ViewColumns } from '../../core/wire'

/** A user's own choice of columns: keys in order, which of them are off, and how wide, in px, those are that were made wider or narrower. */
export type ColumnSettings = ViewColumns

/** Keys of columns. */
export interface ColumnMove {
  column: string
  to: string
  behind: boolean
}

/** All columns in the user's order. Columns that are new since they were arranged stand where the schema has them. */
export function orderColumns(columns: readonly ColumnPlan[], settings: ColumnSettings | undefined): ColumnPlan[] {
  if (!settings) return [...columns]
  const known = new Set(settings.order)
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const ordered = settings.order.flatMap((key) => byKey.get(key) ?? [])
  columns.forEach((column, index) => {
    if (!known.has(column.key)) ordered.splice(index, 0, column)
  })
  return ordered
}

export function isOff(column: ColumnPlan, settings: ColumnSettings | undefined): boolean {
  return settings?.order.includes(column.key) ? settings.off.includes(column.key) : column.hidden
}

/** What the table shows; never nothing. */
export function shownColumns(columns: readonly ColumnPlan[], settings: ColumnSettings | undefined): ColumnPlan[] {
  const shown = orderColumns(columns, settings).filter((column) => !isOff(column, settings))
  return shown.length > 0 ? shown : columns.slice(0, 1)
}

export function settingsOf(
  ordered: readonly ColumnPlan[],
  off: ReadonlySet<string>,
  { widths, pinned }: Pick<ColumnSettings, 'widths' | 'pinned'> = {},
): ColumnSettings {
  const order = ordered.map(({ key }) => key)
  return { order, off: order.filter((key) => off.has(key)), ...(widths && { widths }), ...(pinned === undefined ? {} : { pinned }) }
}

/** One column put before or behind another. @param columns all of the list */
export function withMoved(
  columns: readonly ColumnPlan[],
  settings: ColumnSettings | undefined,
  { column, to, behind }: ColumnMove,
): ColumnSettings {
  const ordered = orderColumns(columns, settings)
  const off = new Set(ordered.filter((each) => isOff(each, settings)).map(({ key }) => key))
  const moved = ordered.filter(({ key }) => key === column)
  const others = ordered.filter(({ key }) => key !== column)
  const at = others.findIndex(({ key }) => key === to)
  return settingsOf(at < 0 ? ordered : others.toSpliced(behind ? at + 1 : at, 0, ...moved), off, settings)
}

/** @param pinned how many columns stay in place, of those that are shown */
export function withPinned(settings: ColumnSettings | undefined, pinned: number): ColumnSettings {
  return { ...(settings ?? { order: [], off: [] }), pinned }
}

/** @param width in px; undefined: as wide as its content */
export function withWidth(
  { widths, ...others }: ColumnSettings = { order: [], off: [] },
  column: string,
  width: number | undefined,
): ColumnSettings {
  const kept = Object.entries(widths ?? {}).filter(([key]) => key !== column)
  return { ...others, widths: Object.fromEntries(width === undefined ? kept : [...kept, [column, width]]) }
}
