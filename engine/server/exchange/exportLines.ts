import type { ScreenPlan, TabPlan } from '../../core/plan'
import { cellOf, sheetColumn } from './exportCells'
import type { Cell, SheetColumn } from '../xlsx'
import { isShown } from '../outside'
import { dictionariesOf } from '../services'
import type { SessionUser } from '../session'
import type { Reading } from '../read/reading'
import { shapeOf, type Shape } from '../read/shape'

export interface ExportedLines {
  /** A record's number and its line tables. */
  shape: Shape
  /** As the account sees them. */
  sheets: (user: Pick<SessionUser, 'outside'>) => Sheet[]
}

interface Sheet {
  name: string
  columns: SheetColumn[]
  rowsOf: (record: Record<string, unknown>) => Cell[][]
}

/**
 * The line tables that an export brings, each on a sheet of its own, with the columns of the page that shows them; the first column says
 * to which record a row belongs. Undefined when it brings none.
 */
export function exportedLines(reading: Reading, screen: ScreenPlan, names: readonly string[]): ExportedLines | undefined {
  if (names.length === 0) return undefined
  const entity = reading.entity(screen.entity)
  const number = entity.serial?.field ?? entity.label
  const title = entity.fields[number]?.title ?? entity.title
  const dictionaries = dictionariesOf(reading.services)
  const tabs = names.map((lines) => tabOf(screen, lines))
  return {
    shape: shapeOf(reading.shapes, screen.entity, ['id', number], names),
    sheets: (user) =>
      tabs.map(({ lines, columns: all }) => {
        const columns = all.filter((column) => !column.hidden && isShown(column.field, user))
        const cells = columns.map((column) => cellOf(column, screen, dictionaries))
        return {
          name: screen.lines[lines]?.title ?? lines,
          columns: [{ title, width: 20 }, ...columns.map(sheetColumn)],
          rowsOf: (record) =>
            (record[lines] as Record<string, unknown>[]).map((row) => [String(record[number]), ...cells.map((cell) => cell(row))]),
        }
      }),
  }
}

function tabOf(screen: ScreenPlan, lines: string): Extract<TabPlan, { kind: 'lines' }> {
  for (const page of Object.values(screen.pages)) {
    if (page.kind !== 'record') continue
    for (const tab of page.tabs) if (tab.kind === 'lines' && tab.lines === lines) return tab
  }
  throw new TypeError(`screen ${screen.id} has no page that shows the line table ${lines}`)
}
