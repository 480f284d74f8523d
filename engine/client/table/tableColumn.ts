import type { ReactNode } from 'react'
import type { CardPart } from '../../core/plan'
import type { Density } from '../../core/wire'

export interface TableRow {
  id: string
}

/** How a column is drawn, settled before the first row is. */
export interface TableColumn<Row extends TableRow = TableRow> {
  key: string
  title: string
  /** Above its title and those of its neighbours that have the same. */
  group?: string
  help?: string
  /** In px. */
  width: number
  align: 'left' | 'right' | 'center'
  /** Name to sort by. */
  sort?: string
  /** Text or one light element; no component with hooks, which every row would pay for. */
  cell: (row: Row) => ReactNode
  /** Class names of its cells. */
  className: string
  /** It stays in place while the others are scrolled: its place among those, from 1. */
  pinned?: number | undefined
  /** What it is to the card that a row is on a phone. */
  card?: CardPart | undefined
  /** Whether it says of a row what stands on its card already, in a line of its own. */
  repeats?: (row: Row) => boolean
}

/** In px; the same numbers are in table.css. Rows of one height make it possible to leave out those that are out of sight. */
export const rowHeights: Readonly<Record<Density, number>> = { large: 54, middle: 46, small: 34 }

/** The most columns that stay in place while the others are scrolled: a window has room for some more. */
export const maxPinned = 4

/** @param place of a column that stays in place, from 1 */
export function columnClass(align: TableColumn['align'], place: number | undefined): string {
  const pinned = place === undefined ? '' : `engine-pinned ${place === 1 ? 'engine-pinned-first' : `engine-pinned-${place}`}`
  return [align === 'left' ? '' : `engine-cell-${align}`, pinned].filter(Boolean).join(' ')
}
