import { isShare, textOf, type Titles } from '../../core/fields'
import type { ChartPlan, ChartSeriesPlan } from '../../core/plan'
import type { ChartData } from '../../core/wire'
import { countField } from '../fields/countField'
import { messages, say } from '../laterMessages'

/** The data of a chart as a table: a row for each group, a column for each line. The picture is drawn from it, and it is shown itself. */
export interface ChartTable {
  groups: ChartGroup[]
  lines: ChartLine[]
  /** `cells[group][line]`, by their indexes. */
  cells: ChartCell[][]
}

export interface ChartGroup {
  title: string
  /** The value that the server sent; undefined for 其余, which combines the groups that are left out. */
  value: unknown
}

export interface ChartLine {
  key: string
  title: string
  series: ChartSeriesPlan
}

export interface ChartCell {
  /** The value that the server sent; null and undefined mean that there is none. */
  value: number | string | null | undefined
  /** The formatted value, without its unit. */
  text: string
}

/** Arranges the points of a response as a table. Lines are sorted by title, so that a line keeps its colour when the filters change. */
export function chartTable({ x, per, by, series }: ChartPlan, { points, rest }: ChartData, titles: Titles): ChartTable {
  const groupText = per ? String : textOf(x, titles)
  const lineText = by && textOf(by, titles)
  const groups = new Map<string, ChartGroup>()
  const titleByKey = new Map<string, string>()
  const values = new Map<string, ChartCell['value']>()
  for (const point of points) {
    const group = JSON.stringify(point.x)
    if (!groups.has(group)) groups.set(group, { title: called(point.x, point.title, groupText), value: point.x })
    const line = by ? JSON.stringify(point.by ?? null) : ''
    if (lineText && !titleByKey.has(line)) titleByKey.set(line, called(point.by, point.byTitle, lineText))
    for (const [name, value] of Object.entries(point.values)) values.set(`${group} ${line} ${name}`, value)
  }

  const lines = by
    ? [...titleByKey]
        .toSorted(([, one], [, other]) => one.localeCompare(other, 'zh-CN'))
        .flatMap(([key, title]) => series.map((one) => ({ key, title, series: one })))
    : series.map((one) => ({ key: '', title: one.title, series: one }))
  const columns = lines.map(({ key, title, series: one }) => ({ key, one, title, text: textOf(one.field ?? countField, titles) }))
  const cells = [...groups.keys()].map((group) =>
    columns.map(({ key, one, text }) => cellOf(values.get(`${group} ${key} ${one.name}`), text)),
  )
  const table: ChartTable = {
    groups: [...groups.values()],
    lines: lines.map(({ key, title, series: one }) => ({ key: `${key} ${one.name}`, title, series: one })),
    cells,
  }
  const [first] = columns
  if (rest === undefined || rest === null || !first) return table
  return {
    ...table,
    groups: [...table.groups, { title: messages['charts.rest'], value: undefined }],
    cells: [...cells, [cellOf(rest, first.text)]],
  }
}

/** Whether there is anything to draw. A pie whose values are all 0 is not drawn, because echarts would draw its slices as if they were equal. */
export function isDrawable({ kind }: Pick<ChartPlan, 'kind'>, { groups, cells }: ChartTable): boolean {
  return groups.length > 0 && (kind !== 'pie' || cells.some((row) => Number(row[0]?.value ?? 0) > 0))
}

/** The text of the tooltip of a group: its title, and below it the value of each line. */
export function groupText({ groups, lines, cells }: ChartTable, index: number): string {
  const values = lines.flatMap(({ title, series: { unit = '' } }, line) => {
    const cell = cells[index]?.[line]
    return cell === undefined || cell.value === undefined || cell.value === null ? [] : [`${title}${messages.colon}${cell.text}${unit}`]
  })
  return [groups[index]?.title ?? '', ...values].join('\n')
}

/** A sentence about the groups and lines that are not drawn; undefined when all are. @param drawn how many groups and lines are drawn */
export function leftOut(
  { per, kind }: ChartPlan,
  { groups, lines }: ChartData,
  drawn: { groups: number; lines: number },
): string | undefined {
  const of = per ? 'charts.latest' : 'charts.largest'
  const left = [
    ...(kind !== 'pie' && groups > drawn.groups ? [say(of, { total: groups, drawn: drawn.groups })] : []),
    ...(lines > drawn.lines ? [say('charts.lines', { total: lines, drawn: drawn.lines })] : []),
  ]
  return left.length === 0 ? undefined : left.join(messages['charts.and'])
}

function called(value: unknown, title: string | null | undefined, text: (value: unknown) => string): string {
  if (value === null || value === undefined) return messages['charts.none']
  return title ?? text(value)
}

function cellOf(value: ChartCell['value'], text: (value: unknown) => string): ChartCell {
  return { value, text: value === undefined || value === null ? messages.empty : text(value) }
}

/** The unit of a series, `%` for percentages. Series of the same unit share an axis. */
export function measureOf({ field, unit = '' }: Pick<ChartSeriesPlan, 'field' | 'unit'>): string {
  return field && isShare(field) ? '%' : unit
}
