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
  /** What it is to the card that a row is on a phone. */
  card?: CardPart | undefined
}

/** In px; the same numbers are in table.css. Rows of one height make it possible to leave out those that are out of sight. */
export const rowHeights: Readonly<Record<Density, number>> = { large: 54, middle: 46, small: 36 }

export function columnClass(align: TableColumn['align'], pinned: boolean): string {
  return [align === 'left' ? '' : `engine-cell-${align}`, pinned ? 'engine-pinned engine-pinned-first' : ''].filter(Boolean).join(' ')
}
