import { sql } from 'kysely'
import { messageText } from '../messages'
import { isPendingFiles, pendingOf } from '../../core/pending'
import type { EntityPlan, FieldPlan } from '../../core/plan'
import type { Attachment, RecordValues } from '../../core/wire'
import { notFound, refused } from '../problem'
import { labelColumn } from '../read/shape'
import type { SessionUser } from '../session'
import { sourceOf } from '../source'
import type { WriteContext } from '../record/context'
import { refuseClosedField, refuseState } from '../record/guards'
import { addHistory } from '../record/history'
import { loadRecord } from '../record/load'
import { Problems } from '../problems'
import { writerId } from '../record/store'
import { extensionOf } from '../files/fileName'

/** Most files of one document beside those of its fields. */
const MAX_ATTACHMENTS = 100

/** `field` is a files field, or null for what is attached to the document as a whole. */
export async function attachmentsOf(
  context: WriteContext,
  entity: string,
  documentId: string,
  field: string | null,
): Promise<Attachment[]> {
  const { writing, source, trx } = context
  const users = sourceOf(writing.shapes.plan, writing.shapes.extensions.views, writing.shapes.plan.userEntity)
  const uploader = labelColumn(writing.shapes, users.entity.name)('uploader', source)
  const { rows } = await sql<Attachment & { size: string }>`
    select f.id, f.name, f.size, f.type, ${uploader} as "uploadedBy", f.uploaded_at as "uploadedAt"
    from attachment a join stored_file f on f.id = a.file_id
      left join ${users.from(source)} as uploader on ${sql.raw(users.column('uploader', 'id'))} = f.uploaded_by_id
    where a.entity = ${entity} and a.document_id = ${documentId} and a.field is not distinct from ${field} order by a.id`.execute(trx)
  return rows.map((row) => ({ ...row, size: Number(row.size), uploadedBy: row.uploadedBy ?? '' }))
}

/**
 * Checks files that are to be attached: each was uploaded by this user and waits for its document, or belongs to this field already; the
 * field's own limits hold. What is wrong goes to `problems`.
 * @param replaces the field will have these files and no others
 */
export async function checkFiles(
  context: WriteContext,
  entity: string,
  documentId: string,
  field: FieldPlan,
  ids: readonly string[],
  problems: Problems,
  { replaces = false }: { replaces?: boolean } = {},
): Promise<void> {
  if (ids.length === 0) return
  const { trx, user } = context
  // A file belongs to one place, so that its id names the attachment too.
  const { rows } = await sql<{ name: string; attached: boolean }>`
    select f.name, a.id is not null as attached from stored_file f left join attachment a on a.file_id = f.id
    where f.id = any(${[...ids]}) and case when a.id is null then f.uploaded_by_id = ${writerId(user)}
      else a.entity = ${entity} and a.document_id = ${documentId} and a.field = ${field.name} end`.execute(trx)
  if (rows.length < ids.length) problems.field(field, 'file', 'invalid.file')
  const { accept } = field
  if (accept && rows.some(({ name }) => !accept.includes(extensionOf(name))))
    problems.field(field, 'accept', 'invalid.accept', { accept: accept.join(messageText('value.separator')) })
  const added = rows.filter(({ attached }) => !attached).length
  const max = field.maxCount
  if (max !== undefined && !replaces && (await countFiles(context, entity, documentId, field.name)) + added > max)
    problems.field(field, 'maxCount', 'invalid.maxCount', { max })
}

/** Attaches checked files; those that are attached already stay. */
export async function attachFiles(
  { trx, user, environment }: WriteContext,
  entity: string,
  documentId: string,
  field: string | null,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await sql`
      insert into attachment (entity, document_id, field, file_id, created_by_id, created_at)
      select ${entity}, ${documentId}, ${field}::text, ${id}, ${writerId(user)}, ${environment.now}
      where not exists (select from attachment where entity = ${entity} and document_id = ${documentId} and field is not distinct from ${field} and file_id = ${id})`.execute(
      trx,
    )
  }
}

export async function countFiles({ trx }: WriteContext, entity: string, documentId: string, field: string | null): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from attachment where entity = ${entity} and document_id = ${documentId} and field is not distinct from ${field}`.execute(
    trx,
  )
  return Number(rows[0]?.count)
}

/**
 * Takes a file off a document; its content goes with the next purge. From outside only what is of colleagues: the others' may be what speaks against
 * them. @throws HttpProblem 404, and 417 or 422 for a file that a field keeps
 */
export async function detachFile(context: WriteContext, entityName: string, documentId: string, fileId: string): Promise<void> {
  const { writing, trx, user } = context
  const { rows } = await sql<{ name: string; field: string | null; uploaded_by_id: string | null }>`
    delete from attachment a using stored_file f
    where f.id = a.file_id and a.entity = ${entityName} and a.document_id = ${documentId} and a.file_id = ${fileId}
    returning f.name, a.field, f.uploaded_by_id`.execute(trx)
  const [file] = rows
  if (!file) throw notFound()
  if (!(await isOfColleague(context, file.uploaded_by_id, user))) throw refused(messageText('file.of-others'))
  const record = await loadRecord(context, entityName, documentId, { lock: 'change' })
  const entity = writing.entity(entityName)
  if (file.field !== null && isPendingFiles(file.field))
    throw refused(messageText('file.pending', { title: pendingOf(record)?.title ?? '' }))
  const field = file.field === null ? undefined : entity.fields[file.field]
  if (field) refuseKeptFiles(context, entity, record, field)
  await addHistory(context, entity, record, {
    action: 'detach',
    title: messageText('history.detach'),
    extra: { file: file.name },
  })
}

/** To whom is not from outside everybody is one. */
async function isOfColleague({ writing, source, trx }: WriteContext, userId: string | null, { outside }: SessionUser): Promise<boolean> {
  const { plan, extensions } = writing.shapes
  if (outside === undefined || !plan.outside) return true
  const users = sourceOf(plan, extensions.views, plan.userEntity)
  const column = (name: string) => sql.raw(users.column('colleague', name))
  const { rows } = await sql`
    select from ${users.from(source)} as colleague where ${column('id')} = ${userId} and ${column(plan.outside.by)} = ${outside}`.execute(
    trx,
  )
  return rows.length > 0
}

/**
 * Files of a field are part of the record: they come and go where its form may change them, and otherwise stay, as what was approved of it does.
 * @throws HttpProblem 417 in a state without editing, or for files that the system writes; 422 for a field that is closed in this state
 */
export function refuseKeptFiles(context: WriteContext, entity: EntityPlan, record: RecordValues, field: FieldPlan): void {
  if (field.readOnly) throw refused(messageText('file.kept', { title: field.title }))
  refuseState(context, entity, record, 'edit')
  const problems = new Problems()
  refuseClosedField(entity, record, field, problems)
  problems.throwIfAny()
}

/** Room for one more file beside those of fields. */
export async function hasRoom(context: WriteContext, entity: string, documentId: string): Promise<boolean> {
  return (await countFiles(context, entity, documentId, null)) < MAX_ATTACHMENTS
}
