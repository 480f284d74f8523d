import { say } from '../messages'
import type { TableColumn, TableRow } from './tableColumn'

type Columns<Row extends TableRow> = [TableColumn<Row>, ...TableColumn<Row>[]]

/** The titles of a table's head: a column over the whole height, or the title of columns that the second row names. */
export interface HeadRows<Row extends TableRow> {
  first: ({ title: string; column: TableColumn<Row> } | { title: string; columns: Columns<Row> })[]
  /** Empty where no columns are grouped. */
  second: TableColumn<Row>[]
}

/**
 * Neighbours of one group have one title above them. A user may have moved them apart: then each run has its own. What is pinned
 * stands alone, whatever group it came from.
 */
export function headRows<Row extends TableRow>(columns: readonly TableColumn<Row>[]): HeadRows<Row> {
  const first: HeadRows<Row>['first'] = []
  for (const [index, column] of columns.entries()) {
    const { group, title, pinned } = column
    const before = first.at(-1)
    if (group === undefined) first.push({ title, column })
    else if (index === 0 || pinned !== undefined) first.push({ title: say('table.grouped', { group, title }), column })
    else if (before && 'columns' in before && before.title === group) before.columns.push(column)
    else first.push({ title: group, columns: [column] })
  }
  return { first, second: first.flatMap((cell) => ('columns' in cell ? cell.columns : [])) }
}
