/** The height of a block in px; of a table the heights of its parts, because its rows may continue on the next sheet. */
export type Measured =
  | { height: number; /** A heading: never the last thing on a sheet. */ leads?: boolean }
  /** The head stands above each piece, the foot below the last row. */
  | { head: number; rows: readonly number[]; foot: number }

/** A block on a sheet. Of a table it has the rows from `from` up to but not including `to`, and the foot when they are the last ones. */
export interface Piece {
  block: number
  rows?: { from: number; to: number; foot: boolean }
}

/**
 * Puts blocks on sheets, one after another. No row is cut in two, a heading stays with what it heads, and sums stay with the last row;
 * what is higher than a sheet has one for itself.
 * @param room height of a sheet without its margins, in px
 */
export function paginate(blocks: readonly Measured[], room: number): Piece[][] {
  let sheet: Piece[] = []
  const sheets = [sheet]
  let used = 0
  const startUnlessFits = (needed: number): void => {
    if (sheet.length === 0 || used + needed <= room) return
    sheet = []
    sheets.push(sheet)
    used = 0
  }
  for (const [block, measured] of blocks.entries()) {
    if ('height' in measured) {
      startUnlessFits(needOf(blocks, block))
      sheet.push({ block })
      used += measured.height
      continue
    }
    const { head, rows, foot } = measured
    let from = 0
    do {
      startUnlessFits(needOfRow(measured, from))
      let taken = head + (rows.length === 0 ? foot : 0)
      let to = from
      while (to < rows.length && (to === from || used + taken + withFoot(measured, to) <= room)) {
        taken += withFoot(measured, to)
        to += 1
      }
      sheet.push({ block, rows: { from, to, foot: to === rows.length } })
      used += taken
      from = to
    } while (from < rows.length)
  }
  return sheets
}

/** The height that has to fit on a sheet together: that of a block, or of a heading with the beginning of what follows it. */
function needOf(blocks: readonly Measured[], index: number): number {
  const block = blocks[index]
  if (!block) return 0
  if (!('height' in block)) return needOfRow(block, 0)
  return block.height + (block.leads ? needOf(blocks, index + 1) : 0)
}

type Table = Extract<Measured, { head: number }>

function needOfRow(table: Table, row: number): number {
  return table.head + (table.rows.length === 0 ? table.foot : withFoot(table, row))
}

function withFoot({ rows, foot }: Table, row: number): number {
  return (rows[row] ?? 0) + (row === rows.length - 1 ? foot : 0)
}
