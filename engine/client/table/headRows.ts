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
 * Neighbours of one group have one title above them. Whoever stands apart from the others of its group, because it was moved or is judged by,
 * and what is pinned, has the title of its own, which says the group only where another column is called the same.
 */
export function headRows<Row extends TableRow>(columns: readonly TableColumn<Row>[]): HeadRows<Row> {
  const isShared = ({ title }: TableColumn<Row>): boolean => columns.filter((other) => other.title === title).length > 1
  const alone = (column: TableColumn<Row>): { title: string; column: TableColumn<Row> } => {
    const { group, title } = column
    return { title: group !== undefined && isShared(column) ? say('table.grouped', { group, title }) : title, column }
  }
  const runs: HeadRows<Row>['first'] = []
  for (const [index, column] of columns.entries()) {
    const { group, pinned } = column
    const before = runs.at(-1)
    if (group === undefined || index === 0 || pinned !== undefined) runs.push(alone(column))
    else if (before && 'columns' in before && before.title === group) before.columns.push(column)
    else runs.push({ title: group, columns: [column] })
  }
  const first = runs.map((run) => ('columns' in run && run.columns.length === 1 ? alone(run.columns[0]) : run))
  return { first, second: first.flatMap((cell) => ('columns' in cell ? cell.columns : [])) }
}
