import type { RecordValues } from '../../core/wire'

export interface TreeRows {
  /** Rows in order, without those below a closed one. */
  rows: RecordValues[]
  levelOf: (row: RecordValues) => number
  hasChildren: (row: RecordValues) => boolean
}

/**
 * A flat list as a tree by the field that names the parent. A row whose parent is not in the list stands at the top, as does one of a
 * circle, so that every row is somewhere.
 */
export function treeRows(records: readonly RecordValues[], parentField: string, open: ReadonlySet<string>): TreeRows {
  const ids = new Set(records.map(({ id }) => id))
  const childrenOf = new Map<string, RecordValues[]>()
  for (const record of records) {
    const parent = parentOf(record, parentField, ids)
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), record])
  }
  const levels = new Map<string, number>()
  const rows: RecordValues[] = []
  const place = (record: RecordValues, level: number, visible: boolean): void => {
    if (levels.has(record.id)) return
    levels.set(record.id, level)
    if (visible) rows.push(record)
    for (const child of childrenOf.get(record.id) ?? []) place(child, level + 1, visible && open.has(record.id))
  }
  for (const record of childrenOf.get(TOP) ?? []) place(record, 0, true)
  for (const record of records) place(record, 0, true)
  return { rows, levelOf: ({ id }) => levels.get(id) ?? 0, hasChildren: ({ id }) => childrenOf.has(id) }
}

/** In px; the same numbers are in BodyRow and table.css. */
const STEP = 20
const TOGGLE = 23

/** How far the first value of the deepest row is moved in, in px, whether that row is open or not: a column that grew would move all others. */
export function deepestIndent(records: readonly RecordValues[], parentField: string): number {
  const { levelOf } = treeRows(records, parentField, new Set())
  return TOGGLE + STEP * Math.max(0, ...records.map(levelOf))
}

/** The id of the one row that all others lie below: open from the start, because a list of one row is of no use. */
export function onlyTop(records: readonly RecordValues[], parentField: string): string[] {
  const ids = new Set(records.map(({ id }) => id))
  const top = records.filter((record) => parentOf(record, parentField, ids) === TOP)
  return top.length === 1 ? top.map(({ id }) => id) : []
}

const TOP = ''

function parentOf(record: RecordValues, parentField: string, ids: ReadonlySet<string>): string {
  const parent = record[parentField]
  return typeof parent === 'string' && parent !== record.id && ids.has(parent) ? parent : TOP
}
