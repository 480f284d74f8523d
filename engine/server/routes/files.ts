/**
 * Files (acceptance C8): a file is uploaded first and attached to a document afterwards, or both at once.
 *
 *   POST /file/upload                      → {id, name, size, type}     GET  /file/download/{id}, /file/download?id=
 *   POST /api/file/attach/remove {id}                                   GET, POST, DELETE {base}/attach/{id}
 */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messageText } from '../../core/messages'
import { mayDo, mayOpen } from '../../core/permission'
import type { EntityPlan, FieldPlan, ScreenPlan } from '../../core/plan'
import { userOf } from '../authorise'
import { downloadHeader } from '../download'
import { attachFiles, attachmentsOf, checkFiles, detachFile, hasRoom } from '../files/attachments'
import { isFileId, MAX_FILE_BYTES } from '../files/fileStore'
import { storeUpload, type StoredFile } from '../files/uploads'
import { fieldProblem, forbidden, invalid, notFound, unsupportedType } from '../problem'
import type { Services } from '../services'
import { objectBody } from '../write/body'
import { writingOf, type WriteContext } from '../write/context'
import { addHistory } from '../write/history'
import { findRecord, loadRecord } from '../write/load'
import { Problems } from '../write/problems'
import { writerId } from '../write/store'
import { inRead, inWrite } from '../write/transaction'
import { idParameter, routeOptions } from './route'

type WithId = { Params: { id: string } }

export async function registerFileRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (files) => {
    // One byte more than is allowed: enough to see that a file is too large.
    await files.register(multipart, { limits: { files: 1, fileSize: MAX_FILE_BYTES + 1, fields: 10, fieldSize: 1_000, headerPairs: 100 } })
    const session = { config: { permission: 'session' } }
    files.post('/file/upload', session, async (request) => (await receive(services, request)).file)
    files.get<WithId>('/file/download/:id', session, (request, reply) => download(services, request, reply, request.params.id))
    files.get<{ Querystring: { id?: unknown } }>('/file/download', session, (request, reply) =>
      download(services, request, reply, request.query.id),
    )
    files.post('/api/file/attach/remove', session, async (request) => {
      const { id } = objectBody(request.body)
      await inWrite(services, userOf(request), (context) => removeAnywhere(context, id))
      return { id }
    })
    for (const screen of Object.values(services.plan.screens)) registerAttachments(files, services, screen)
  })
}

function registerAttachments(app: FastifyInstance, services: Services, screen: ScreenPlan): void {
  const shown = Object.values(screen.pages).some((page) => page.kind === 'record' && page.tabs.some((tab) => tab.kind === 'attachments'))
  const { attach } = screen.actions
  if ((!shown && !attach) || services.plan.entities[screen.entity]?.view !== undefined) return
  const entity = writingOf(services).entity(screen.entity)
  const url = `${screen.base}/attach/${idParameter}`
  const selection = { visible: true, ...(screen.where ? { where: screen.where } : {}) }

  app.get<WithId>(url, routeOptions(screen, 'attachments'), (request) =>
    inRead(services, userOf(request), async (context) => {
      const { id } = await loadRecord(context, entity.name, request.params.id, selection)
      return attachmentsOf(context, entity.name, id, null)
    }),
  )
  if (attach?.does.kind !== 'attach') return
  const options = routeOptions(screen, 'attach', attach.permission)
  app.post<WithId>(url, options, async (request) => {
    const user = userOf(request)
    // Before the upload, so that nobody fills the disk for a record that he does not see.
    await inRead(services, user, (context) => loadRecord(context, entity.name, request.params.id, selection))
    const { file, field } = await receive(services, request)
    await inWrite(services, user, async (context) => {
      const record = await loadRecord(context, entity.name, request.params.id, { ...selection, lock: 'change' })
      await addAttachment(context, entity, record.id, filesField(entity, field), file)
      await addHistory(context, entity, record, { action: 'attach', title: messageText('history.attach'), extra: { file: file.name } })
    })
    return file
  })
  app.delete<WithId & { Querystring: { file?: unknown } }>(url, options, (request) =>
    inWrite(services, userOf(request), async (context) => {
      const { id } = await loadRecord(context, entity.name, request.params.id, { ...selection, lock: 'change' })
      const { file } = request.query
      if (!isFileId(file)) throw notFound()
      await detachFile(context, entity.name, id, file)
      return { id: file }
    }),
  )
}

/** The one file of a multipart body, under whatever name, and the files field it is for. @throws HttpProblem 413, 415, 422 */
async function receive(services: Services, request: FastifyRequest): Promise<{ file: StoredFile; field: string | undefined }> {
  if (!request.isMultipart()) throw unsupportedType()
  const part = await request.file()
  if (!part) throw invalid([fieldProblem('file', 'required', messageText('file.missing'))])
  const { field } = part.fields
  const name = field && 'value' in field && typeof field.value === 'string' ? field.value : undefined
  return { file: await storeUpload(services, userOf(request), part.filename, part.file), field: name }
}

/** @throws HttpProblem 422 for a name that is no files field */
function filesField(entity: EntityPlan, name: string | undefined): FieldPlan | undefined {
  if (name === undefined || name === '') return undefined
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (field?.type === 'files' && !field.readOnly) return field
  throw invalid([fieldProblem('field', 'unknown', messageText('invalid.unknown', { name: name.slice(0, 40) }))])
}

async function addAttachment(
  context: WriteContext,
  entity: EntityPlan,
  documentId: string,
  field: FieldPlan | undefined,
  file: StoredFile,
): Promise<void> {
  const problems = new Problems()
  if (field) await checkFiles(context, entity.name, documentId, field, [file.id], problems)
  else if (!(await hasRoom(context, entity.name, documentId))) problems.at('file', 'maxCount', messageText('file.too-many'))
  problems.throwIfAny()
  await attachFiles(context, entity.name, documentId, field?.name ?? null, [file.id])
}

/** To whoever uploaded the file, or may see a document that it is attached to. */
async function download(services: Services, request: FastifyRequest, reply: FastifyReply, id: unknown): Promise<FastifyReply> {
  if (!isFileId(id)) throw notFound()
  const file = await inRead(services, userOf(request), (context) => visibleFile(context, id))
  const content = file && (await services.fileStore.read(id))
  if (!content) throw notFound()
  return reply.header('content-disposition', downloadHeader(file.name)).header('content-length', file.size).type(file.type).send(content)
}

async function visibleFile(context: WriteContext, id: string): Promise<{ name: string; type: string; size: string } | undefined> {
  const { trx, user, writing } = context
  const row = await trx.selectFrom('stored_file').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const file = { name: String(row['name']), type: String(row['type']), size: String(row['size']) }
  const uploader = writerId(user)
  if (uploader !== null && row['uploaded_by_id'] === uploader) return file
  const documents = await trx.selectFrom('attachment').select(['entity', 'document_id']).where('file_id', '=', id).execute()
  for (const { entity, document_id: documentId } of documents) {
    const screens = Object.values(writing.services.plan.screens).filter(
      (screen) => screen.entity === entity && mayOpen(user.subMenus, screen.menuName),
    )
    if (await isSeenOn(context, screens, String(documentId))) return file
  }
  return undefined
}

/** @throws HttpProblem 404 when the file is attached to nothing that the user sees, 403 when he may not change it there */
async function removeAnywhere(context: WriteContext, id: unknown): Promise<void> {
  const { trx, user, writing } = context
  if (!isFileId(id) || !(await visibleFile(context, id))) throw notFound()
  const attached = await trx.selectFrom('attachment').select(['entity', 'document_id']).where('file_id', '=', id).executeTakeFirst()
  if (!attached) throw notFound()
  const [entity, documentId] = [String(attached['entity']), String(attached['document_id'])]
  const permitted = Object.values(writing.services.plan.screens).filter((screen) => {
    const permission = screen.entity === entity ? screen.actions['attach']?.permission : undefined
    return permission !== undefined && mayDo(user.subMenus, permission)
  })
  if (!(await isSeenOn(context, permitted, documentId))) throw forbidden(`attach of ${entity}`)
  await detachFile(context, entity, documentId, id)
}

async function isSeenOn(context: WriteContext, screens: readonly ScreenPlan[], documentId: string): Promise<boolean> {
  for (const { entity, where } of screens) {
    if (await findRecord(context, entity, documentId, { visible: true, ...(where ? { where } : {}) })) return true
  }
  return false
}
