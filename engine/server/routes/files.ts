/**
 * Files (acceptance C8): a file is uploaded first and attached to a document afterwards, or both at once.
 *
 *   POST /file/upload                      → {id, name, size, type}     GET  /file/download/{id}, /file/download?id=
 *   POST /file/batchDownload {ids}         → an archive                 POST /api/file/attach/remove {id}, DELETE /file/{id}
 *   GET, POST, DELETE {base}/attach/{id}                                GET  {base}/download/{id}: the files of a record
 *
 * A product may have a screen of the files themselves, at `/file`; its buttons say who may keep and delete files there.
 */
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { sql } from 'kysely'
import { isAttached } from '../../core/fields'
import { attachingRefusal } from '../../core/record/refusal'
import { messageText } from '../messages'
import { mayDo, mayRead } from '../../core/permission'
import { pendingFilesName } from '../../core/pending'
import type { EntityPlan, FieldPlan, ScreenPlan } from '../../core/plan'
import { MAX_FILE_BYTES, type RecordValues } from '../../core/wire'
import { userOf } from '../authorise'
import { downloadHeader } from '../download'
import { attachFiles, attachmentsOf, checkFiles, detachFile, hasRoom, refuseKeptFiles } from '../uploads/attachments'
import { cleanFileName } from '../files/fileName'
import { isFileId } from '../files/fileStore'
import { firstFile } from '../files/parts'
import { refuseTooMuchWaiting, storeUpload, type StoredFile } from '../uploads/uploads'
import { zipOf } from '../files/zip'
import { fieldProblem, forbidden, invalid, notFound, tooLarge, unsupportedType } from '../problem'
import { binary, listOf, object, text } from '../jsonSchema'
import { createReading, type Reading } from '../read/reading'
import { recordConditions } from '../read/record'
import { rowAlias } from '../read/shape'
import { limitRequests } from '../requestLimit'
import { dictionariesOf, type Services } from '../services'
import type { SessionUser } from '../session'
import { sourceOf } from '../source'
import { perform } from '../write/action'
import { objectBody } from '../record/body'
import { writingOf, type WriteContext } from '../record/context'
import { refuseByRecord } from '../record/guards'
import { addHistory } from '../record/history'
import { findRecord, loadRecord } from '../record/load'
import { recordName } from '../record/recordName'
import { Problems } from '../problems'
import { writerId } from '../record/store'
import { inRead, inWrite } from '../write/transaction'
import { idParameter, idParameterOf, routeOptions } from './route'

type WithId = { Params: { id: string } }

/** Base of the screen of files. */
const filesBase = '/file'
const MAX_ARCHIVED = 100
/** Of all files of an archive together. */
const MAX_ARCHIVED_BYTES = 209_715_200

/** Of one account; who chooses many files at once waits for a moment. */
const uploads = { name: 'upload', max: 60, minutes: 1 }

export async function registerFileRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (files) => {
    // One byte more than is allowed: enough to see that a file is too large.
    await files.register(multipart, { limits: { files: 1, fileSize: MAX_FILE_BYTES + 1, fields: 10, fieldSize: 1_000, headerPairs: 100 } })
    const limit = limitRequests(services.database, { ...uploads, keyOf: (request) => userOf(request).id })
    const ids = { takes: { body: object({ ids: listOf(text) }, ['ids']) } }
    const one = { takes: { body: object({ id: text }, ['id']) } }
    const asked = { takes: { query: { id: text } } }
    const form = { takes: { form: object({ docType: text, docId: text, attachType: text, keep: text, file: binary }, ['file']) } }
    const session = (takes: FastifyContextConfig = {}) => ({ config: { permission: 'session', ...takes } })
    files.post('/file/upload', { ...session(form), onRequest: limit }, (request) => upload(services, request))
    files.get<WithId>('/file/download/:id', session(), (request, reply) => download(services, request, reply, request.params.id))
    files.get<{ Querystring: { id?: unknown } }>('/file/download', session(asked), (request, reply) =>
      download(services, request, reply, request.query.id),
    )
    files.post('/file/batchDownload', session(ids), (request, reply) => downloadAll(services, request, reply))
    files.post('/api/file/attach/remove', session(one), (request) => remove(services, request, objectBody(request.body)['id']))
    files.delete<WithId>('/file/:id', session(), (request) => remove(services, request, request.params.id))
    const reading = createReading(services)
    for (const screen of Object.values(services.plan.screens)) {
      registerAttachments(files, reading, screen, limit)
      registerDownload(files, services, screen)
    }
  })
}

/** What is attached is read by whoever may see the record; only the button lets somebody change it. */
function registerAttachments(app: FastifyInstance, reading: Reading, screen: ScreenPlan, limit: onRequestAsyncHookHandler): void {
  const { services } = reading
  const { attach } = screen.actions
  const entity = writingOf(services).entity(screen.entity)
  const url = `${screen.base}/attach/${idParameterOf(entity)}`
  const selection = { visible: true, where: screen.where }
  const find = recordConditions(reading, screen)

  app.get<WithId>(url, routeOptions(screen, 'attachments'), (request) =>
    inRead(services, userOf(request), async (context) => {
      const { id } = request.params
      const { source, trx, user } = context
      const rows = sourceOf(services.plan, services.extensions.views, entity.name).from(source)
      const found = await sql`select from ${rows} as ${sql.raw(rowAlias)} where ${sql.join(find(id, user), sql` and `)}`.execute(trx)
      if (found.rows.length === 0) throw notFound()
      // Nothing is attached to what a read model reckons.
      return entity.view === undefined ? attachmentsOf(context, entity.name, id, null) : []
    }),
  )
  if (attach?.does.kind !== 'attach' || entity.view !== undefined) return
  const options = routeOptions(screen, 'attach', attach.permission)
  app.post<WithId>(url, { ...options, onRequest: limit }, async (request) => {
    const user = userOf(request)
    // Before the upload, so that nobody fills the disk for a record that he does not see.
    await inRead(services, user, async (context) => {
      refuseClosedRecord(context, entity, [screen], await loadRecord(context, entity.name, request.params.id, selection))
    })
    const { part, textOf } = await receive(request)
    const field = textOf('field')
    const file = await storeUpload(services, user, part.filename, part.file)
    await inWrite(services, user, async (context) => {
      const record = await loadRecord(context, entity.name, request.params.id, { ...selection, lock: 'change' })
      refuseClosedRecord(context, entity, [screen], record)
      await addAttachment(context, entity, record, filesField(entity, field), file)
      await addHistory(context, entity, record, { action: 'attach', title: messageText('history.attach'), extra: { file: file.name } })
    })
    return file
  })
  app.delete<WithId & { Querystring: { file?: unknown } }>(url, options, (request) =>
    inWrite(services, userOf(request), async (context) => {
      const record = await loadRecord(context, entity.name, request.params.id, { ...selection, lock: 'change' })
      const { id } = record
      const { file } = request.query
      if (!isFileId(file)) throw notFound()
      await detachFile(context, entity.name, id, file)
      refuseClosedRecord(context, entity, [screen], record)
      return { id: file }
    }),
  )
}

/** The files of a record: one as it is, several as an archive. Where the entity says in which states, the download is an action of it. */
function registerDownload(app: FastifyInstance, services: Services, screen: ScreenPlan): void {
  const { download: action } = screen.actions
  if (action?.does.kind !== 'download' || screen.base === filesBase) return
  const entity = writingOf(services).entity(screen.entity)
  const selection = { visible: true, where: screen.where }
  app.get<WithId>(`${screen.base}/download/${idParameter}`, routeOptions(screen, 'download', action.permission), async (request, reply) => {
    const { files, name } = await inWrite(services, userOf(request), async (context) => {
      const record = await loadRecord(context, entity.name, request.params.id, selection)
      if (entity.actions['download'])
        await perform(context, { entity: entity.name, id: record.id, action: 'download', body: {}, from: selection })
      return { files: await filesOf(context, entity.name, record.id), name: (await recordName(context, entity, record)) ?? record.id }
    })
    const [first, ...others] = files
    if (!first) throw notFound()
    return others.length === 0 ? sendFile(services, reply, first) : sendArchive(services, reply, name, files)
  })
}

/** The one file of a multipart body, under whatever name, and the fields before it. @throws HttpProblem 413, 415, 422 */
async function receive(request: FastifyRequest): Promise<{ part: MultipartFile; textOf: (name: string) => string | undefined }> {
  if (!request.isMultipart()) throw unsupportedType()
  const part = await firstFile(request)
  if (!part) throw invalid([fieldProblem('file', 'required', messageText('file.missing'))])
  return {
    part,
    textOf: (name) => {
      const field = Object.hasOwn(part.fields, name) ? part.fields[name] : undefined
      const value = field && 'value' in field && typeof field.value === 'string' ? field.value : ''
      return value === '' ? undefined : value
    },
  }
}

/**
 * With `docType` and `docId` the file is attached to that document, else it waits for one; with `keep` it stays without one. Both are for
 * who may upload on the screen of files, which also says the `attachType`.
 */
async function upload(services: Services, request: FastifyRequest): Promise<StoredFile> {
  const user = userOf(request)
  const { part, textOf } = await receive(request)
  const [docType, docId] = [textOf('docType'), textOf('docId')]
  const kept = textOf('keep') !== undefined || docType !== undefined
  const kind = textOf('attachType')
  if (kept) refuseWithout(services, user, 'upload')
  if (kind !== undefined) refuseUnknownKind(services, kind)
  const target = docType === undefined ? undefined : { entity: docType, id: docId ?? '' }
  // Before the upload, so that nobody fills the disk for a record that he does not see.
  if (target) await inRead(services, user, (context) => openDocument(context, target))
  if (!kept) await refuseTooMuchWaiting(services, user, true)
  const file = await storeUpload(services, user, part.filename, part.file, { kept, kind })
  if (!kept) await refuseTogether(services, user, file)
  if (target) {
    await inWrite(services, user, async (context) => {
      const { entity, record } = await openDocument(context, target, { lock: 'change' })
      await addAttachment(context, entity, record, undefined, file)
      await addHistory(context, entity, record, { action: 'attach', title: messageText('history.attach'), extra: { file: file.name } })
    })
  }
  return file
}

/** Uploads at the same time have each found room. @throws HttpProblem 413, and the file is gone */
async function refuseTogether(services: Services, user: SessionUser, { id }: StoredFile): Promise<void> {
  try {
    await refuseTooMuchWaiting(services, user)
  } catch (error) {
    await services.database.kysely.deleteFrom('stored_file').where('id', '=', id).execute()
    await services.fileStore.remove(id)
    throw error
  }
}

/**
 * A document that takes attachments and is seen by the user. An account from outside attaches to whatever it sees, by the button of the
 * screen of files alone; others need the button of the document's own screen too.
 * @throws HttpProblem 404, 403, and 417 in a state in which it takes none
 */
async function openDocument(
  context: WriteContext,
  { entity: name, id }: { entity: string; id: string },
  selection: { lock?: 'change' } = {},
): Promise<{ entity: EntityPlan; record: RecordValues }> {
  const { user, writing } = context
  const screens = Object.values(writing.services.plan.screens).filter(
    (screen) => screen.entity === name && takesAttachments(screen) && mayRead(user.subMenus, screen),
  )
  const seen = /^\d{1,18}$/.test(id) ? await seenOn(context, screens, id) : []
  if (seen.length === 0) throw notFound()
  const taking = user.outside === undefined ? withAttachButton(user, seen) : seen
  if (taking.length === 0) throw forbidden(`attach of ${name}`)
  const [entity, record] = [writing.entity(name), await loadRecord(context, name, id, selection)]
  refuseClosedRecord(context, entity, taking, record)
  return { entity, record }
}

/** The screens on which the user has the button to attach. */
function withAttachButton({ subMenus }: SessionUser, screens: readonly ScreenPlan[]): ScreenPlan[] {
  return screens.filter(({ actions }) => {
    const permission = actions['attach']?.permission
    return permission !== undefined && mayDo(subMenus, permission)
  })
}

/** @throws HttpProblem 417 where none of the screens takes or gives up files of the record in its state */
function refuseClosedRecord(context: WriteContext, entity: EntityPlan, screens: readonly ScreenPlan[], record: RecordValues): void {
  const refusals = screens.map(({ actions }) => attachingRefusal(entity, actions, record, context.environment))
  if (refusals.every((refusal) => refusal !== undefined)) refuseByRecord(refusals[0])
}

function takesAttachments({ pages, actions }: ScreenPlan): boolean {
  const shown = Object.values(pages).some((page) => page.kind === 'record' && page.tabs.some((tab) => tab.kind === 'attachments'))
  return shown || actions['attach'] !== undefined
}

/** The code must be one of those that the screen of files shows. @throws HttpProblem 422 */
function refuseUnknownKind(services: Services, kind: string): void {
  const field = services.plan.entities[screenOfFiles(services)?.entity ?? '']?.fields['attachType']
  const codes = dictionariesOf(services)[field?.dictionary ?? '']?.items ?? []
  if (codes.some(({ code }) => code === kind)) return
  throw invalid([fieldProblem('attachType', 'dictionary', messageText('query.wrong-value', { name: 'attachType' }))])
}

function screenOfFiles({ plan }: Services): ScreenPlan | undefined {
  return Object.values(plan.screens).find(({ base }) => base === filesBase)
}

/** @throws HttpProblem 403 for who has not this button of the screen of files */
function refuseWithout(services: Services, { subMenus }: SessionUser, action: 'upload' | 'delete'): void {
  const permission = screenOfFiles(services)?.actions[action]?.permission
  if (permission === undefined || !mayDo(subMenus, permission)) throw forbidden(permission ?? `${action} of files`)
}

/** @throws HttpProblem 422 for a name that is no files field */
function filesField(entity: EntityPlan, name: string | undefined): FieldPlan | undefined {
  if (name === undefined || name === '') return undefined
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (field && isAttached(field) && !field.readOnly) return field
  throw invalid([fieldProblem('field', 'unknown', messageText('invalid.unknown', { name: name.slice(0, 40) }))])
}

async function addAttachment(
  context: WriteContext,
  entity: EntityPlan,
  record: RecordValues,
  field: FieldPlan | undefined,
  file: StoredFile,
): Promise<void> {
  const { id } = record
  if (field) refuseKeptFiles(context, entity, record, field)
  const problems = new Problems()
  if (field) await checkFiles(context, entity.name, id, field, [file.id], problems)
  else if (!(await hasRoom(context, entity.name, id))) problems.at('file', 'maxCount', messageText('file.too-many'))
  problems.throwIfAny()
  await attachFiles(context, entity.name, id, field?.name ?? null, [file.id])
}

/** To whoever uploaded the file, or may see a document that it is attached to. */
async function download(services: Services, request: FastifyRequest, reply: FastifyReply, id: unknown): Promise<FastifyReply> {
  if (!isFileId(id)) throw notFound()
  const file = await inRead(services, userOf(request), (context) => visibleFile(context, id))
  if (!file) throw notFound()
  return sendFile(services, reply, file)
}

/** `{ids}` → one archive. One that the user may not see, and there is none. @throws HttpProblem 404, 413, 422 */
async function downloadAll(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const ids = fileIds(objectBody(request.body)['ids'])
  const files = await inRead(services, userOf(request), async (context) => {
    const found: FoundFile[] = []
    for (const id of ids) {
      const file = await visibleFile(context, id)
      if (!file) throw notFound()
      found.push(file)
    }
    return found
  })
  const day = services.clock.today().replaceAll('-', '')
  return sendArchive(services, reply, messageText('file.archive', { day }), files)
}

/** @throws HttpProblem 422 */
function fileIds(ids: unknown): string[] {
  const detail = messageText('file.ids', { max: MAX_ARCHIVED })
  const wrong =
    !Array.isArray(ids) || ids.length === 0 || ids.length > MAX_ARCHIVED || new Set(ids).size < ids.length || !ids.every(isFileId)
  if (wrong) throw invalid([fieldProblem('ids', 'type', detail)])
  return ids
}

async function sendFile(services: Services, reply: FastifyReply, file: FoundFile): Promise<FastifyReply> {
  const content = await services.fileStore.read(file.id)
  if (!content) throw notFound()
  return reply.header('content-disposition', downloadHeader(file.name)).header('content-length', file.size).type(file.type).send(content)
}

function sendArchive(services: Services, reply: FastifyReply, name: string, files: readonly FoundFile[]): FastifyReply {
  const total = files.reduce((sum, { size }) => sum + Number(size), 0)
  if (total > MAX_ARCHIVED_BYTES) throw tooLarge(messageText('file.archive-too-large', { max: MAX_ARCHIVED_BYTES / 1_048_576 }))
  return reply
    .header('content-disposition', downloadHeader(`${cleanFileName(name)}.zip`))
    .type('application/zip')
    .send(zipOf(services.fileStore, files, new Date(services.clock.now())))
}

interface FoundFile {
  id: string
  name: string
  type: string
  size: string
}

async function visibleFile(context: WriteContext, id: string): Promise<FoundFile | undefined> {
  const { trx, user, writing } = context
  const row = await trx.selectFrom('stored_file').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const file = { id, name: String(row['name']), type: String(row['type']), size: String(row['size']) }
  const uploader = writerId(user)
  if (uploader !== null && row['uploaded_by_id'] === uploader) return file
  const documents = await trx.selectFrom('attachment').select(['entity', 'document_id']).where('file_id', '=', id).execute()
  for (const { entity, document_id: documentId } of documents) {
    const screens = Object.values(writing.services.plan.screens).filter(
      (screen) => screen.entity === entity && mayRead(user.subMenus, screen),
    )
    if ((await seenOn(context, screens, String(documentId))).length > 0) return file
  }
  return undefined
}

/** All files of a document, of its fields and beside them, but for those that a change of it waits with. */
async function filesOf({ trx }: WriteContext, entity: string, documentId: string): Promise<FoundFile[]> {
  const { rows } = await sql<FoundFile>`
    select f.id, f.name, f.type, f.size from attachment a join stored_file f on f.id = a.file_id
    where a.entity = ${entity} and a.document_id = ${documentId} and starts_with(a.field, ${pendingFilesName('')}) is not true
    order by a.id`.execute(trx)
  return rows
}

async function remove(services: Services, request: FastifyRequest, id: unknown): Promise<{ id: unknown }> {
  const gone = await inWrite(services, userOf(request), (context) => removeAnywhere(context, id))
  if (gone) await services.fileStore.remove(gone)
  return { id }
}

/**
 * From the document it is attached to, where whoever uploaded it on the screen of files may do so too; a file without one is deleted.
 * Returns the id of content that nobody can reach any more.
 * @throws HttpProblem 404 when the user does not see it, 403 when he may not change it there
 */
async function removeAnywhere(context: WriteContext, id: unknown): Promise<string | undefined> {
  const { trx, user, writing } = context
  if (!isFileId(id) || !(await visibleFile(context, id))) throw notFound()
  const row = await trx.selectFrom('stored_file').select(['kept', 'uploaded_by_id']).where('id', '=', id).forUpdate().executeTakeFirst()
  const isOwn = row?.['kept'] === true && row['uploaded_by_id'] === writerId(user)
  const attached = await trx.selectFrom('attachment').select(['entity', 'document_id']).where('file_id', '=', id).executeTakeFirst()
  if (!attached) {
    if (!isOwn) throw notFound()
    refuseWithout(writing.services, user, 'delete')
    await trx.deleteFrom('stored_file').where('id', '=', id).execute()
    return id
  }
  const [entity, documentId] = [String(attached['entity']), String(attached['document_id'])]
  let screens = Object.values(writing.services.plan.screens).filter((screen) => screen.entity === entity && takesAttachments(screen))
  if (isOwn) refuseWithout(writing.services, user, 'delete')
  if (!isOwn || user.outside === undefined) {
    screens = await seenOn(context, withAttachButton(user, screens), documentId)
    if (screens.length === 0) throw forbidden(`attach of ${entity}`)
  }
  const record = await loadRecord(context, entity, documentId, { lock: 'change' })
  await detachFile(context, entity, documentId, id)
  refuseClosedRecord(context, writing.entity(entity), screens, record)
  // Its content goes with the next purge.
  await trx.updateTable('stored_file').set({ kept: false }).where('id', '=', id).execute()
  return undefined
}

/** The screens on which the user sees a document. */
async function seenOn(context: WriteContext, screens: readonly ScreenPlan[], documentId: string): Promise<ScreenPlan[]> {
  const seen = []
  for (const screen of screens) {
    if (await findRecord(context, screen.entity, documentId, { visible: true, where: screen.where })) seen.push(screen)
  }
  return seen
}
