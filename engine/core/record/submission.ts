import type { HistoryEntry, RecordChange } from '../wire'

/** A row of a line table that came as a whole: its cells in one. */
interface AddedRow {
  key: string
  lines: string
  /** Counted from 1. */
  row: number
  cells: unknown[]
}

export interface ChangesSince {
  /** Fields and cells, before and after; of a row that was taken out its text is before. In the order in which they were changed first. */
  changed: (RecordChange & { key: string })[]
  added: AddedRow[]
}

/**
 * What was changed between the submission that stands and the one before it; undefined at a first submission. A submission is what brought the
 * record into the state that is left by a decision now; what was done while it waited, and what actions write of themselves (`own`: who
 * submitted, when), is no change of the submitter's.
 * @param history oldest first
 */
export function changesSinceSubmission(
  history: readonly HistoryEntry[],
  state: string,
  own: ReadonlySet<string> = new Set(),
): ChangesSince | undefined {
  const submits = ({ from, to }: HistoryEntry): boolean => to === state && from !== state
  const last = history.findLastIndex(submits)
  const before = history.slice(0, Math.max(last, 0)).findLastIndex(submits)
  if (before < 0) return undefined
  const entries = history.slice(before + 1, last + 1).filter(({ from }) => from !== state)

  const changed = new Map<string, RecordChange & { key: string }>()
  const added = new Map<string, AddedRow>()
  // Rows that came or went have moved those below them, so that a place no longer names the same row.
  const moves = new Map<string, number>()
  for (const { id, changes = [] } of entries) {
    const moved = new Set<string>()
    for (const change of changes) {
      const [lines = '', index, column] = change.field.split('.')
      if (index === undefined && own.has(lines)) continue
      if (change.row !== undefined) moved.add(lines)
      if (change.row === 'added' && column !== undefined) {
        const key = `${id} ${lines}.${index}`
        const row = added.get(key) ?? { key, lines, row: Number(index) + 1, cells: [] }
        added.set(key, { ...row, cells: [...row.cells, change.after] })
        continue
      }
      const key = change.row === undefined ? `${moves.get(lines) ?? 0} ${change.field}` : `${id} ${change.field}`
      const known = changed.get(key)
      changed.set(key, { ...change, key, before: known ? known.before : change.before })
    }
    for (const lines of moved) moves.set(lines, (moves.get(lines) ?? 0) + 1)
  }
  return {
    changed: [...changed.values()].filter(({ before: first, after, row }) => row !== undefined || first !== after),
    added: [...added.values()],
  }
}
