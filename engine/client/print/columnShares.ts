/** What a column of a printed table is given its width by. */
export interface PrintedColumn {
  /** Its width beside the others. */
  width: number
  /** In CSS px of paper: it is not to be narrower. */
  least: number
}

/** Between the margins of the narrowest paper that tables are printed on, in CSS px. */
const ROOM = 490

/** The part of the paper's width that each column has, in percent: by their widths, but none less than it needs, as a number that may not wrap. */
export function columnShares(columns: readonly PrintedColumn[]): number[] {
  const needed = columns.map(({ least }) => (100 * least) / ROOM)
  const whole = sum(needed)
  // More than there is: each has its part of what it needs.
  if (whole >= 100) return needed.map((share) => (100 * share) / whole)
  const held = new Set<number>()
  const shareOf = (index: number): number => {
    const room = 100 - sum([...held].map((each) => needed[each] ?? 0))
    const widths = sum(columns.map(({ width }, each) => (held.has(each) ? 0 : width)))
    return (room * (columns[index]?.width ?? 0)) / widths
  }
  // What is held takes from the others, which may then be too narrow themselves.
  for (let index = 0; index < columns.length; index++) {
    if (held.has(index) || shareOf(index) >= (needed[index] ?? 0)) continue
    held.add(index)
    index = -1
  }
  return columns.map((_column, index) => (held.has(index) ? (needed[index] ?? 0) : shareOf(index)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
