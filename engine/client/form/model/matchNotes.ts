import { compareDecimals, type Decimal } from '../../../core/decimal'
import type { MatchPlan, MatchSidePlan } from '../../../core/plan'
import type { RecordValues } from '../../../core/wire'
import type { LinesModel } from './linesModel'
import { restOf } from './match'
import { keyOf } from './pickedLines'

type Sides<T> = Readonly<Record<'from' | 'to', T>>

interface Overdrawn {
  match: MatchPlan
  lines: Pick<LinesModel, 'plan' | 'rows' | 'cellOf'>
  taken: Sides<ReadonlyMap<string, Decimal>>
  /** Those that are known, of each side. */
  rows: Sides<readonly RecordValues[]>
  text: (side: MatchSidePlan, row: RecordValues, taken: Decimal) => string
}

/** Cell of a line → what it takes too much of. */
export function overdrawn({ match, lines, taken, rows, text }: Overdrawn): Map<string, string> {
  const notes = new Map<string, string>()
  for (const name of ['from', 'to'] as const) {
    const side = match[name]
    const over = new Map<string, string>()
    for (const row of rows[name]) {
      const id = keyOf(side, lines.plan, row)
      const all = taken[name].get(id)
      if (all === undefined || compareDecimals(restOf({ id, left: leftOf(side, row) }, taken[name]), '0') >= 0) continue
      over.set(id, text(side, row, all))
    }
    if (over.size === 0) continue
    for (const line of lines.rows()) {
      const said = over.get(String(line[side.field]))
      if (said !== undefined) notes.set(lines.cellOf(line, match.amount), said)
    }
  }
  return notes
}

/** How much a row has, before any line. */
export function leftOf({ left }: Pick<MatchSidePlan, 'left'>, row: RecordValues): Decimal {
  const value = row[left]
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '0'
}
