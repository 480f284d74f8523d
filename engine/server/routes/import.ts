/**
 * Import of rows from a workbook (acceptance I1–I3), on screens that have its button.
 *
 *   GET  {base}/template   a workbook with the columns of the form for new records
 *   POST {base}/import     multipart field `file` → 200 {code: 200 | 1002, msg, data}: all rows are stored, or none
 */
import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messageText } from '../../core/messages'
import type { ScreenPlan } from '../../core/plan'
import { downloadHeader } from '../download'
import { importColumns, importTemplate, type ImportColumn } from '../exchange/importColumns'
import { importRows, RowsRefusal, type RowProblem } from '../exchange/importRows'
import { readImportSheet, SheetRefusal } from '../exchange/importSheet'
import { fieldProblem, invalid, tooLarge, unsupportedType } from '../problem'
import { dictionariesOf, type Services } from '../services'
import type { SaveAccess } from '../write/save'
import { routeOptions } from './route'
import { saveAccess, write } from './write'

/** Acceptance I2. */
const MAX_BYTES = 20_971_520
/** More mistakes are counted, not listed. */
const MAX_LISTED = 200

const STORED = 200
const REFUSED = 1002

/** @returns in words, what keeps a screen from being served */
export async function registerImportRoutes(app: FastifyInstance, services: Services): Promise<string[]> {
  const problems: string[] = []
  await app.register(async (imports) => {
    // One byte more than is allowed: enough to see that a file is too large.
    await imports.register(multipart, { limits: { files: 1, fileSize: MAX_BYTES + 1, fields: 10, headerPairs: 100 } })
    for (const screen of Object.values(services.plan.screens)) {
      try {
        registerImport(imports, services, screen)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        problems.push(`screen ${screen.id}: ${error.message}`)
      }
    }
  })
  return problems
}

function registerImport(app: FastifyInstance, services: Services, screen: ScreenPlan): void {
  const action = screen.actions['import']
  if (action?.does.kind !== 'import') return
  const columns = importColumns(screen)
  const { add } = screen.actions
  const access = saveAccess(services, screen, add?.does.kind === 'add' ? add.does.page : '')

  app.get(`${screen.base}/template`, routeOptions(screen, 'template', action.permission), async (_request, reply) => {
    const content = await importTemplate(screen, columns, services.plan.entities, dictionariesOf(services))
    const name = messageText('import.template-name', { title: screen.title })
    return reply
      .header('content-disposition', downloadHeader(`${name}.xlsx`))
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .send(Buffer.from(content))
  })
  app.post(`${screen.base}/import`, routeOptions(screen, 'import', action.permission), async (request, reply) => {
    const content = await fileOf(request)
    try {
      return await store(services, request, reply, { access, columns, content })
    } catch (error) {
      if (error instanceof SheetRefusal) return reply.send({ code: REFUSED, msg: error.message, data: { rows: [] } })
      if (error instanceof RowsRefusal) return reply.send(refusal(error.problems))
      throw error
    }
  })
}

interface Import {
  access: SaveAccess
  columns: readonly ImportColumn[]
  content: Buffer
}

async function store(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { access, columns, content }: Import,
): Promise<FastifyReply> {
  const sheet = await readImportSheet(content, columns)
  const identity = createHash('sha256').update(content).digest('hex')
  const work = async (context: Parameters<typeof importRows>[0]): Promise<string> =>
    JSON.stringify({ code: STORED, msg: messageText('import.done'), data: { count: await importRows(context, access, sheet) } })
  return write(services, request, reply, false, work, identity)
}

function refusal(problems: readonly RowProblem[]): object {
  const params = { count: problems.length, shown: MAX_LISTED }
  const msg = messageText(problems.length > MAX_LISTED ? 'import.refused-first' : 'import.refused', params)
  return { code: REFUSED, msg, data: { rows: problems.slice(0, MAX_LISTED), total: problems.length } }
}

/** The content of the one file of the form. @throws HttpProblem 413, 415, 422 */
async function fileOf(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw unsupportedType()
  const part = await request.file()
  if (part?.fieldname !== 'file') throw invalid([fieldProblem('file', 'required', messageText('file.missing'))])
  const content = await part.toBuffer()
  if (content.length > MAX_BYTES) throw tooLarge()
  return content
}
