/**
 * Import of rows from a workbook (acceptance I1–I3), for each button that imports; `import` is the usual name.
 *
 *   GET  {base}/{name}/template   a workbook with the columns that can be filled
 *   POST {base}/{name}            multipart field `file` → 200 {code, msg, data}
 *        200   all rows are stored
 *        1001  nothing is stored: the rows, checked against those of the form (field `goodsStockInCheckList`), go back into it
 *        1002  nothing is stored: the mistakes by row and column, and a workbook of the rows that have any
 *        1003  nothing is stored yet: what is to be confirmed by row and column, and the key that confirms all of it
 */
import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messageText } from '../messages'
import type { ActionPlan, ImportedLinesPlan, ImportPlan, LinesPlan, ScreenPlan } from '../../core/plan'
import { importCodes, importExtraField, MAX_FILE_BYTES } from '../../core/wire'
import { userOf } from '../authorise'
import { downloadHeader, xlsxType } from '../download'
import { listPageOf, titlesNotImported } from '../exchange/exportCells'
import { failedRows } from '../exchange/failedRows'
import { importColumns, importTemplate, lineColumns, type ImportForm } from '../exchange/importColumns'
import { importLines } from '../exchange/importLines'
import { importRecordLines, type StoredLinesPlan } from '../exchange/importRecordLines'
import { importRows } from '../exchange/importRows'
import { createImportPlaces, type ImportPlaces } from '../exchange/importPlaces'
import { readImportSheet, type ImportSheet } from '../exchange/importSheet'
import { SheetRefusal } from '../exchange/sheetContent'
import { createSheetThreads, SheetLost, type SheetThreads, type SheetThreadsOptions } from '../exchange/sheetThreads'
import { RowsRefusal, RowsWarning, type RowProblem } from '../exchange/sheetRow'
import type { LineRule } from '../extensions'
import { reading } from '../files/parts'
import { isTooDeep } from '../json'
import { fieldProblem, invalid, tooLarge, unsupportedType } from '../problem'
import { dictionariesOf, type Services } from '../services'
import type { WriteContext } from '../record/context'
import { inRead } from '../write/transaction'
import { routeOptions, writeOptions } from './route'
import { saveAccess, write } from './write'

/** Imports under way, of all accounts and of one: each holds a file and its rows. */
const MAX_CONCURRENT = 8
const MAX_PER_USER = 2
/** What a form holds as text; its largest line table has a tenth of it. */
const MAX_EXTRA_BYTES = 2_000_000
/** More mistakes are counted, not listed. */
const MAX_LISTED = 200

/** @returns in words, what keeps a screen from being served */
export async function registerImportRoutes(
  app: FastifyInstance,
  services: Services,
  bounds?: Partial<SheetThreadsOptions>,
): Promise<string[]> {
  const problems: string[] = []
  await app.register(async (imports) => {
    // One byte more than is allowed: enough to see that a file is too large.
    const limits = { files: 1, fileSize: MAX_FILE_BYTES + 1, fields: 10, fieldSize: MAX_EXTRA_BYTES, headerPairs: 100 }
    await imports.register(multipart, { limits })
    const desk: Desk = { threads: createSheetThreads(bounds), places: createImportPlaces(MAX_CONCURRENT, MAX_PER_USER) }
    imports.addHook('onClose', () => desk.threads.close())
    for (const screen of Object.values(services.plan.screens)) {
      for (const action of Object.values(screen.actions)) {
        try {
          if (action.does.kind === 'import') registerImport(imports, services, desk, screen, action, action.does)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          problems.push(`screen ${screen.id}: ${error.message}`)
        }
      }
    }
  })
  return problems
}

/** What all imports share. */
interface Desk {
  threads: SheetThreads
  places: ImportPlaces
}

/** What comes of a sheet that can be read, as the JSON text of the answer. @throws RowsRefusal, SheetRefusal */
type Work = (request: FastifyRequest, reply: FastifyReply, sent: Sent, sheet: ImportSheet) => Promise<FastifyReply>

function registerImport(
  app: FastifyInstance,
  services: Services,
  { threads, places }: Desk,
  screen: ScreenPlan,
  action: ActionPlan,
  plan: ImportPlan,
): void {
  const { form, work } = importOf(services, screen, plan)
  const url = `${screen.base}/${action.name}`

  app.get(`${url}/template`, routeOptions(screen, 'template', action.permission, action.name), async (_request, reply) => {
    const content = await importTemplate(form, services.plan.entities, dictionariesOf(services))
    const name = messageText('import.template-name', { title: form.title })
    return reply
      .header('content-disposition', downloadHeader(`${name}.xlsx`))
      .type(xlsxType)
      .send(Buffer.from(content))
  })
  app.post(url, writeOptions(screen, 'import', action.permission, action.name), async (request, reply) => {
    const leave = places.take(userOf(request).id)
    try {
      const sent = await receive(request)
      const sheet = await readImportSheet(threads, sent.content, form)
      try {
        return await work(request, reply, sent, sheet)
      } catch (error) {
        if (error instanceof RowsWarning) return await reply.send(confirmationProblem(error))
        if (!(error instanceof RowsRefusal)) throw error
        return await reply.send(await refusal(services, threads, form, sheet, error.problems))
      }
    } catch (error) {
      if (error instanceof SheetRefusal) return await reply.send({ code: importCodes.refused, msg: error.message, data: { rows: [] } })
      if (error instanceof SheetLost) throw invalid([fieldProblem('file', 'tooComplex', messageText('import.lost'))])
      throw error
    } finally {
      leave()
    }
  })
}

function importOf(services: Services, screen: ScreenPlan, plan: ImportPlan): { form: ImportForm; work: Work } {
  if (!plan.into) return recordsImport(services, screen, plan)
  const lines = screen.lines[plan.into.lines]
  if (!lines) throw new TypeError(`there is no line table ${plan.into.lines} to import into`)
  const rule = plan.into.rule === undefined ? undefined : services.extensions.line[plan.into.rule]
  const form = { title: lines.title, columns: lineColumns(screen, lines), maxRows: plan.maxRows }
  const work = plan.into.record
    ? storesLines(services, screen, { ...plan.into, record: plan.into.record }, lines, rule)
    : returnsLines(services, plan.into, lines, rule)
  return { form, work }
}

function recordsImport(
  services: Services,
  screen: ScreenPlan,
  { maxRows, values, known, complete }: ImportPlan,
): { form: ImportForm; work: Work } {
  const { add } = screen.actions
  const page = saveAccess(services, screen, add?.does.kind === 'add' ? add.does.page : '')
  const access = { ...page, where: { ...page.where, ...values } }
  return {
    form: { title: screen.title, columns: importColumns(screen), shown: titlesNotImported(screen, listPageOf(screen)), maxRows },
    work: storesRows(services, (context, sheet) => importRows(context, access, sheet, { known, complete })),
  }
}

/** How many rows were stored, and how many were there already, where that is asked for. */
interface Stored {
  count: number
  known?: number
}

/** Rows that are stored at once, all or none. */
function storesRows(services: Services, store: (context: WriteContext, sheet: ImportSheet) => Promise<Stored>): Work {
  return (request, reply, { identity }, sheet) => {
    const work = async (context: WriteContext): Promise<string> => {
      const stored = await store(context, sheet)
      const passed = sheet.passed.length === 0 ? {} : { passed: sheet.passed }
      return JSON.stringify({ code: importCodes.stored, msg: doneText(sheet, stored), data: { ...stored, ...passed } })
    }
    return write(services, request, reply, false, work, identity)
  }
}

function storesLines(services: Services, screen: ScreenPlan, into: StoredLinesPlan, lines: LinesPlan, rule: LineRule | undefined): Work {
  const { edit } = screen.actions
  const access = saveAccess(services, screen, edit?.does.kind === 'edit' ? edit.does.page : '')
  if (!access.accepted.lines[lines.name])
    throw new TypeError(`no page of the screen lets ${lines.name} be edited, so that nothing can be imported into it`)
  return storesRows(services, async (context, sheet) => ({ count: await importRecordLines(context, access, lines, into, rule, sheet) }))
}

function doneText({ passed }: ImportSheet, { count, known = 0 }: Stored): string {
  if (known > 0) return messageText('import.done-known', { count, known })
  if (passed.length === 0) return messageText('import.done')
  return messageText('import.done-without', { columns: passed.join(messageText('value.separator')) })
}

/** Rows that go back into the form. */
function returnsLines(services: Services, into: ImportedLinesPlan, lines: LinesPlan, rule: LineRule | undefined): Work {
  return async (request, reply, { held }, sheet) => {
    const { lines: rows, ...counts } = await inRead(services, userOf(request), (context) =>
      importLines(context, lines, into, rule, sheet, held(lines.maxRows)),
    )
    return reply.send({ code: importCodes.returned, msg: messageText('import.checked', counts), data: { lines: rows } })
  }
}

function confirmationProblem({ warnings, key }: RowsWarning): object {
  const msg = messageText('import.unconfirmed', { count: warnings.length })
  return { code: importCodes.unconfirmed, msg, data: { rows: warnings.slice(0, MAX_LISTED), total: warnings.length, confirm: key } }
}

async function refusal(
  services: Services,
  threads: SheetThreads,
  form: ImportForm,
  sheet: ImportSheet,
  problems: readonly RowProblem[],
): Promise<object> {
  const params = { count: problems.length, shown: MAX_LISTED }
  const msg = messageText(problems.length > MAX_LISTED ? 'import.refused-first' : 'import.refused', params)
  const { name, content } = await failedRows(threads, form, sheet, problems, dictionariesOf(services))
  const file = { name, content: Buffer.from(content).toString('base64') }
  return { code: importCodes.refused, msg, data: { rows: problems.slice(0, MAX_LISTED), total: problems.length, file } }
}

interface Sent {
  content: Uint8Array<ArrayBuffer>
  /** Tells one content from another. */
  identity: string
  /** The rows that the form has already. @throws HttpProblem 422 when they are no rows, or too many */
  held: (maxRows: number) => Record<string, unknown>[]
}

/** The one file of the form, and what goes with it, in whatever order. @throws HttpProblem 413, 415, 422 */
async function receive(request: FastifyRequest): Promise<Sent> {
  if (!request.isMultipart()) throw unsupportedType()
  let content: Buffer | undefined
  let extra: unknown
  await reading(request, async () => {
    for await (const part of request.parts()) {
      if (part.type === 'file' && part.fieldname === 'file') content = await part.toBuffer()
      else if (part.type === 'file') part.file.resume()
      else if (part.fieldname === importExtraField) extra = part.valueTruncated ? undefined : part.value
    }
  })
  if (content === undefined) throw invalid([fieldProblem('file', 'required', messageText('file.missing'))])
  if (content.length > MAX_FILE_BYTES) throw tooLarge()
  const identity = createHash('sha256').update(content).digest('hex')
  // A small buffer is a window on one that others use too, and could not be handed over.
  return { content: new Uint8Array(content), identity, held: (maxRows) => rowsIn(extra, maxRows) }
}

function rowsIn(extra: unknown, maxRows: number): Record<string, unknown>[] {
  if (extra === undefined || extra === '') return []
  const rows = parsed(extra)
  const isRow = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null && !Array.isArray(row)
  if (Array.isArray(rows) && rows.length <= maxRows && rows.every(isRow)) return rows
  throw invalid([fieldProblem(importExtraField, 'type', messageText('import.wrong-list'))])
}

function parsed(text: unknown): unknown {
  try {
    return isTooDeep(String(text)) ? undefined : JSON.parse(String(text))
  } catch {
    return undefined
  }
}
