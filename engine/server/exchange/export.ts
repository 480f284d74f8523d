import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { messageText } from '../messages'
import { mayDo } from '../../core/permission'
import type { ScreenPlan } from '../../core/plan'
import type { QueuedExport } from '../../core/wire'
import { exportCell, exportColumns, listPageOf, recordImport } from './exportCells'
import { referenceTexts } from './referenceTexts'
import { writeForm, writeXlsx, type Cell, type FormSheet } from '../xlsx'
import { isShown } from '../outside'
import { refused } from '../problem'
import { dictionariesOf, type Services } from '../services'
import type { SessionUser } from '../session'
import type { WriteContext } from '../record/context'
import type { Condition } from '../read/conditions'
import { listOfScreen, listReader, type ListReader } from '../read/list'
import { finished } from '../read/page'
import { exportedLines } from './exportLines'
import { createReading, type Reading } from '../read/reading'
import { rowAlias, shapeOf, type Shape } from '../read/shape'

/** Half of what a sheet takes; such amounts leave by other ways. */
export const maxExportRows = 500_000
/** Rows that are answered at once, in about a second; more are worth a job. */
export const maxDirectRows = 5_000
/** Records with their line tables: a workbook of several sheets is made as a whole, in memory. */
export const maxRecordsWithLines = 10_000
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
   * @throws HttpProblem 417 with the figures when there are too many, 422 for the query
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

/** `POST {base}/export`: all rows of the list that match the query, in its order, with its columns. */
function listExport(reading: Reading, screen: ScreenPlan, list: ListReader): ListExport {
  const page = listPageOf(screen)
  const variants = exportColumns(screen, page)
  const importing = recordImport(screen)?.permission
  const wide = shapeOf(reading.shapes, screen.entity, ['id', ...new Set(variants.toImport.flatMap(({ keys }) => keys))])
  const { source } = list.shape
  const batchSize = source.entity.view !== undefined && !source.entity.linesOf ? batchRowsOfView : batchRows
  const lines = exportedLines(reading, screen, page?.exportLines ?? [])
  const maxRows = lines ? maxRecordsWithLines : maxExportRows

  return {
    async find(query, user) {
      const { context, input } = await list.given(query, user)
      // Whoever may import gets back what he can import.
      const isImportable = importing !== undefined && mayDo(user.subMenus, importing)
      const all = isImportable ? variants.toImport : variants.list
      const columns = all.filter(({ imported, shown }) => isShown(imported?.field ?? shown?.field, user))
      const shape = isImportable ? wide : list.shape
      const sheetColumns = columns.map(({ sheet }) => sheet)
      const imported = columns.flatMap((column) => column.imported?.field ?? [])
      const texts = await referenceTexts(reading.shapes, context, imported)
      const cells = columns.map((column) => exportCell(column, screen, dictionariesOf(reading.services), texts))
      const { conditions, orderBy } = list.ask(input, user, context)
      const id = sql.raw(source.column(rowAlias, 'id'))
      const rows = sql.raw(rowAlias)
      // The ids alone first: which rows and in which order is settled in one moment, and each batch is found by its keys.
      const found = await sql<{ ids: string[]; total: string }>`
        select coalesce(array_agg(matching.id), '{}') as ids, count(*) as total
        from (select ${id}::text as id from ${source.from(context)} as ${rows} ${where(conditions)} order by ${orderBy} limit ${maxRows + 1}) as matching`.execute(
        context.kysely,
      )
      const ids = found.rows[0]?.ids ?? []
      if (ids.length === 0) return undefined
      if (ids.length > maxRows) {
        const params = { limit: maxRows }
        throw refused(messageText('problem.too-many-rows', params), undefined, params)
      }

      /** Asked with all conditions again: what stopped being visible in the meantime does not leave. */
      async function readBatch(shape: Shape, start: number): Promise<string> {
        const narrowed = [sql<boolean>`${id} = any(${ids.slice(start, start + batchSize)})`, ...conditions]
        const result = await sql<{ records: string }>`
          select coalesce(json_agg(page), '[]')::text as records
          from (select ${shape.columns(context)} from ${source.from(context)} as ${rows} ${where(narrowed)} order by ${orderBy}) as page`.execute(
          context.kysely,
        )
        return result.rows[0]?.records ?? '[]'
      }
      async function* readBatches(shape: Shape, { onRows, signal }: ExportReader): AsyncGenerator<Record<string, unknown>[]> {
        let next: Promise<string> | undefined
        for (let start = 0; start < ids.length; start += batchSize) {
          signal?.throwIfAborted()
          const end = start + batchSize
          const records = await (next ?? readBatch(shape, start))
          // The database reads the next rows while these are written. A reader that stops early does not await them, nor their failure.
          next = end < ids.length ? readBatch(shape, end) : undefined
          next?.catch(() => undefined)
          yield JSON.parse(finished(records, shape, reading.environment())) as Record<string, unknown>[]
          await onRows?.(Math.min(end, ids.length))
        }
      }
      async function* readRows(reader: ExportReader): AsyncGenerator<Cell[]> {
        for await (const records of readBatches(shape, reader)) {
          for (const record of records) yield cells.map((cell) => cell(record))
        }
      }
      async function* workbook(reader: ExportReader, { shape: ofLines, sheets }: NonNullable<typeof lines>): AsyncGenerator<Uint8Array> {
        const first: FormSheet = { name: screen.title, columns: sheetColumns, rows: [] }
        for await (const row of readRows(reader)) first.rows.push(row)
        const others = sheets(user).map(({ rowsOf, ...sheet }) => ({ ...sheet, rowsOf, rows: [] as Cell[][] }))
        for await (const records of readBatches(ofLines, { signal: reader.signal })) {
          for (const record of records) for (const sheet of others) sheet.rows.push(...sheet.rowsOf(record))
        }
        yield await writeForm([first, ...others], 0)
      }
      const fileName = `${screen.title}-${context.today.replaceAll('-', '')}.xlsx`
      return {
        count: ids.length,
        fileName,
        content: (reader = {}) =>
          lines ? Readable.from(workbook(reader, lines)) : writeXlsx({ name: screen.title, columns: sheetColumns, rows: readRows(reader) }),
      }
    },
  }
}

function where(conditions: Condition[]) {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}
