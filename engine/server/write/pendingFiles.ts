/**
 * Files of a change that waits: what was uploaded for it belongs to the record under a name of its own, so that it is kept, and read by whoever sees
 * the record, but is no file of the field before the change is approved. A request names all files that the field is to have.
 */
import { sql } from 'kysely'
import { isAttached, type StoredFile } from '../../core/fields'
import { pendingFilesName, pendingOf } from '../../core/pending'
import type { EntityActionPlan, EntityPlan, FieldPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import type { RecordValues } from '../../core/wire'
import { attachFiles, attachmentsOf } from '../uploads/attachments'
import type { WriteContext } from '../record/context'

/** The files that a field has, and those requested to replace them. */
export interface RequestedFiles {
  field: FieldPlan
  before: StoredFile[]
  after: StoredFile[]
}

/** Fields of files whose change waits for an approval when this action asks for it. */
export function waitingFiles(entity: EntityPlan, { pending = [] }: Pick<EntityActionPlan, 'pending'>): FieldPlan[] {
  return pending.flatMap((name) => entity.fields[name] ?? []).filter(isAttached)
}

/** What a request, whose files are checked already, asks to change of them. */
export async function requestedFiles(
  context: WriteContext,
  entity: EntityPlan,
  action: EntityActionPlan,
  id: string,
  { values, empty }: { values: Values; empty: ReadonlySet<string> },
): Promise<RequestedFiles[]> {
  const asked: RequestedFiles[] = []
  for (const field of waitingFiles(entity, action)) {
    const submitted = values[field.name]
    if (!Array.isArray(submitted) && !empty.has(field.name)) continue
    const ids = Array.isArray(submitted) ? submitted.map(String) : []
    const before = (await attachmentsOf(context, entity.name, id, field.name)).map(asStored)
    const isSame = ids.length === before.length && before.every((file) => ids.includes(file.id))
    if (!isSame) asked.push({ field, before, after: await storedBy(context, ids) })
  }
  return asked
}

/** Binds what was uploaded for a request to the record. */
export async function storeRequestedFiles(
  context: WriteContext,
  entity: EntityPlan,
  id: string,
  asked: readonly RequestedFiles[],
): Promise<void> {
  for (const { field, before, after } of asked) {
    const added = after.map((file) => file.id).filter((file) => before.every((kept) => kept.id !== file))
    await attachFiles(context, entity.name, id, pendingFilesName(field.name), added)
  }
}

/** Makes the files of a change that is approved those of their fields. The contents of others go with the next purge. */
export async function applyRequestedFiles({ trx }: WriteContext, entity: EntityPlan, before: RecordValues): Promise<void> {
  const { id } = before
  const pending = pendingOf(before)
  for (const { field: name, files } of pending?.changes ?? []) {
    if (!files) continue
    const ids = files.map((file) => file.id)
    await sql`
      delete from attachment where entity = ${entity.name} and document_id = ${id} and field = ${name} and file_id <> all(${ids}::text[])`.execute(
      trx,
    )
    await sql`
      update attachment set field = ${name}
      where entity = ${entity.name} and document_id = ${id} and field = ${pendingFilesName(name)} and file_id = any(${ids}::text[])`.execute(
      trx,
    )
  }
}

/** Detaches the files of a dropped change; their contents are deleted by the next purge. */
export async function dropRequestedFiles({ trx }: WriteContext, entity: EntityPlan, before: RecordValues): Promise<void> {
  const names = (pendingOf(before)?.changes ?? []).flatMap(({ field, files }) => (files ? pendingFilesName(field) : []))
  if (names.length === 0) return
  await sql`delete from attachment where entity = ${entity.name} and document_id = ${before.id} and field = any(${names}::text[])`.execute(
    trx,
  )
}

function asStored({ id, name, size, type }: StoredFile): StoredFile {
  return { id, name, size, type }
}

/** In the order in which they were named. */
async function storedBy({ trx }: WriteContext, ids: string[]): Promise<StoredFile[]> {
  if (ids.length === 0) return []
  const rows = await trx.selectFrom('stored_file').select(['id', 'name', 'size', 'type']).where('id', 'in', ids).execute()
  const found = new Map(rows.map((row) => [String(row['id']), row]))
  return ids.flatMap((id) => {
    const row = found.get(id)
    return row ? [{ id, name: String(row['name']), size: Number(row['size']), type: String(row['type']) }] : []
  })
}
