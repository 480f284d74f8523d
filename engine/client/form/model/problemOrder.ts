import type { FieldProblem } from '../../../core/wire'

/**
 * Problems in the order in which a form shows their places: fields, then line tables row by row, each row by its columns.
 * @param columns names of fields and line tables, with the columns of each table
 */
export function inFormOrder(problems: readonly FieldProblem[], columns: ReadonlyMap<string, readonly string[]>): FieldProblem[] {
  const roots = [...columns.keys()]
  const placeOf = ({ path }: FieldProblem): number[] => {
    const [root = '', row, column = ''] = path.split('.')
    return [lastIfAbsent(roots.indexOf(root)), Number(row ?? -1), columns.get(root)?.indexOf(column) ?? -1]
  }
  const placed = problems.map((problem) => ({ problem, place: placeOf(problem) }))
  return placed.toSorted((one, other) => compare(one.place, other.place)).map(({ problem }) => problem)
}

function lastIfAbsent(index: number): number {
  return index < 0 ? Infinity : index
}

function compare([a = 0, ...restOfA]: number[], [b = 0, ...restOfB]: number[]): number {
  if (a !== b) return a < b ? -1 : 1
  return restOfA.length === 0 ? 0 : compare(restOfA, restOfB)
}
