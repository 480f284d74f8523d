import { sql } from 'kysely'
import type { Readable } from 'node:stream'
import { messageText } from '../../core/messages'
import type { ColumnPlan, DictionaryPlan, FieldPlan, ListPagePlan, ScreenPlan } from '../../core/plan'
import type { QueuedExport } from '../../core/wire'
import { textFormat, writeXlsx, type Cell, type SheetColumn } from '../exchange/xlsx'
import { refused } from '../problem'
import { isInteger } from '../rows'
import { dictionariesOf, type Services } from '../services'
import type { SessionUser } from '../session'
import type { WriteContext } from '../write/context'
import type { Condition } from './conditions'
import { listOfScreen, listReader, type ListReader } from './list'
import { finished } from './page'
import { createReading, type Reading } from './reading'
import { rowAlias } from './shape'

/** More rows are no sheet that a person reads; such amounts leave by other ways. */
export const mostExportRows = 50_000
/** Rows that are answered at once, in about a second; more are worth a job. */
export const mostDirectRows = 5_000
/** Rows per statement: each takes some milliseconds, and others get their turn in between. */
const batchRows = 1_000
/** A read model is run anew for every batch. */
const batchRowsOfView = 10_000

/** What an export is asked to tell while its rows are read. */
export interface ExportReader {
  /** Rows written so far. */
  onRows?: (rows: number) => Promise<void>
  /** Reading stops, and the content fails, with its reason. */
  signal?: AbortSignal
}

export interface FoundRows {
  count: number
  fileName: string
  /** The workbook; its rows are read as fast as it is. */
  content(reader?: ExportReader): Readable
}

export interface ListExport {
  /**
   * The rows that match, as the account sees them; undefined when there are none.
   * @throws HttpProblem 417 with the figures when there are too many, 422 for the question
   */
  find(input: Record<string, unknown>, user: SessionUser): Promise<FoundRows | undefined>
}

/** Takes an export over that is too large to wait for; says where its file will be found. */
export type QueueExport = (
  context: WriteContext,
  wanted: { screen: ScreenPlan; input: Record<string, unknown>; rows: number },
) => Promise<QueuedExport>

const known = new WeakMap<Services, Map<string, ListExport>>()

/** The export of a screen's list; the same for its route and for a job. @throws TypeError that names what cannot be asked in SQL */
export function exportOf(services: Services, screen: ScreenPlan): ListExport {
  const exports = known.get(services) ?? new Map<string, ListExport>()
  known.set(services, exports)
  let found = exports.get(screen.id)
  if (!found) {
    const reading = createReading(services)
    found = listExport(reading, screen, listReader(reading, listOfScreen(screen)))
    exports.set(screen.id, found)
  }
  return found
}

/** `POST {base}/export`: all rows of the list that match the question, in its order, with its columns. */
function listExport(reading: Reading, screen: ScreenPlan, list: ListReader): ListExport {
  const page = Object.values(screen.pages).find((each): each is ListPagePlan => each.kind === 'list')
  const columns = (page?.columns ?? []).filter((column) => !column.hidden)
  const sheetColumns = columns.map(sheetColumn)
  const { source } = list.shape
  const batchSize = source.entity.view ? batchRowsOfView : batchRows

  return {
    async find(input, user) {
      const context = reading.context()
      const cells = columns.map((column) => cellOf(column, screen, dictionariesOf(reading.services)))
      const { conditions, orderBy } = list.ask(input, user, context)
      const id = sql.raw(source.column(rowAlias, 'id'))
      const rows = sql.raw(rowAlias)
      // The ids alone first: which rows and in which order is settled in one moment, and each batch is found by its keys.
      const found = await sql<{ ids: string[]; total: string }>`
        select coalesce(array_agg(matching.id), '{}') as ids, count(*) as total
        from (select ${id}::text as id from ${source.from(context)} as ${rows} ${where(conditions)} order by ${orderBy} limit ${mostExportRows + 1}) as matching`.execute(
        context.kysely,
      )
      const ids = found.rows[0]?.ids ?? []
      if (ids.length === 0) return undefined
      if (ids.length > mostExportRows) {
        const params = { limit: mostExportRows }
        throw refused(messageText('problem.too-many-rows', params), undefined, params)
      }

      async function* read({ onRows, signal }: ExportReader): AsyncGenerator<Cell[]> {
        for (let start = 0; start < ids.length; start += batchSize) {
          signal?.throwIfAborted()
          const batch = ids.slice(start, start + batchSize)
          // Asked with all conditions again: what stopped being visible in the meantime does not leave.
          const narrowed = [sql<boolean>`${id} = any(${batch})`, ...conditions]
          const answer = await sql<{ records: string }>`
            select coalesce(json_agg(page), '[]')::text as records
            from (select ${list.shape.columns(context)} from ${source.from(context)} as ${rows} ${where(narrowed)} order by ${orderBy}) as page`.execute(
            context.kysely,
          )
          const records = JSON.parse(finished(answer.rows[0]?.records ?? '[]', list.shape, reading.environment())) as Record<
            string,
            unknown
          >[]
          for (const record of records) yield cells.map((cell) => cell(record))
          await onRows?.(Math.min(start + batchSize, ids.length))
        }
      }
      const fileName = `${screen.title}-${context.today.replaceAll('-', '')}.xlsx`
      return {
        count: ids.length,
        fileName,
        content: (reader = {}) => writeXlsx({ name: screen.title, columns: sheetColumns, rows: read(reader) }),
      }
    },
  }
}

function where(conditions: Condition[]) {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

function sheetColumn(column: ColumnPlan): SheetColumn {
  const format = column.display ? textFormat : formatOf(column.field)
  // A character is about seven pixels wide.
  return { title: column.title, width: Math.ceil(column.width / 7), format }
}

function formatOf(field: FieldPlan): string {
  switch (field.type) {
    case 'digit':
    case 'money':
      return isInteger(field) ? '0' : `#,##0.${'0'.repeat(field.decimals ?? 0)}`
    case 'percent':
      // Two places fewer than the fraction has, because the cell shows per cent.
      return `0.${'0'.repeat(Math.max(2, (field.decimals ?? 4) - 2))}%`
    case 'date':
      return 'yyyy-mm-dd'
    case 'dateTime':
      return 'yyyy-mm-dd hh:mm:ss'
    default:
      return textFormat
  }
}

const shanghaiOffset = 8 * 3_600_000
/** What a binary number holds exactly. */
const exactDigits = 15

/** How a column's values become cells: what is counted stays a number, codes become their titles. */
function cellOf(
  { key, field, display }: ColumnPlan,
  screen: ScreenPlan,
  dictionaries: Record<string, DictionaryPlan>,
): (record: Record<string, unknown>) => Cell {
  const toCell = display ? textCell : cellsOfType(field, screen, dictionaries)
  return (record) => {
    const value = record[key]
    return value === null || value === undefined ? null : toCell(value)
  }
}

function cellsOfType(field: FieldPlan, screen: ScreenPlan, dictionaries: Record<string, DictionaryPlan>): (value: unknown) => Cell {
  switch (field.type) {
    case 'digit':
    case 'money':
    case 'percent':
      return (value) => (String(value).replace(/\D/g, '').length <= exactDigits ? Number(value) : String(value))
    case 'date':
      return (value) => new Date(`${String(value)}T00:00:00Z`)
    case 'dateTime':
      // Shown as the wall clock of Shanghai: a sheet knows no time zones.
      return (value) => new Date(Date.parse(String(value)) + shanghaiOffset)
    case 'switch':
      return (value) => messageText(value === true ? 'export.yes' : 'export.no')
    case 'select': {
      const titles = new Map(dictionaries[field.dictionary ?? '']?.items.map((item) => [item.code, item.title]))
      return (value) => textCell([value].flat().map((code) => titles.get(String(code)) ?? code))
    }
    case 'status':
      return (value) => screen.states?.[String(value)]?.title ?? String(value)
    case 'files':
      return (value) => textCell((value as { name: string }[]).map((file) => file.name))
    case 'json':
      return (value) => JSON.stringify(value)
    default:
      return textCell
  }
}

/** Several values read as a Chinese list. */
function textCell(value: unknown): Cell {
  return Array.isArray(value) ? value.join(messageText('export.separator')) : String(value)
}
