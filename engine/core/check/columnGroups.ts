import type { Column, ColumnGroups } from '../../spec/generated/screen'
import type { Report } from './report'

/** Each column of a group is one of the table's, in one group alone, and they stand beside one another. */
export function checkGroups(
  source: string,
  pointer: string,
  { columns, groups = {} }: { columns: Column[]; groups?: ColumnGroups | undefined },
  report: Report,
): void {
  const shown = columns.map((column) => (typeof column === 'string' ? column : column.field))
  const grouped = new Map<string, string>()
  for (const [title, names] of Object.entries(groups)) {
    const at = `${pointer}/${title.replace(/~/g, '~0').replace(/\//g, '~1')}`
    const known = names.filter((name, index) => report.known(source, `${at}/${index}`, 'column', name, shown))
    for (const name of known) {
      const other = grouped.get(name)
      if (other !== undefined) report.add(source, `${at}/${names.indexOf(name)}`, 'check.twice', { name, other })
      grouped.set(name, title)
    }
    const places = known.map((name) => shown.indexOf(name)).toSorted((a, b) => a - b)
    const [first = 0] = places
    if (places.some((place, index) => place !== first + index)) report.add(source, at, 'check.group-apart', { name: title }, { key: true })
    if (first === 0 && known.length > 0) report.add(source, at, 'check.group-pinned', { name: shown[0] }, { key: true })
  }
}
