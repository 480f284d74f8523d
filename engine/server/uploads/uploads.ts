import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { messageText } from '../messages'
import { MAX_FILE_BYTES } from '../../core/wire'
import type { HttpProblem } from '../problem'
import { fieldProblem, invalid, tooLarge, unsupportedType } from '../problem'
import type { Services } from '../services'
import type { SessionUser } from '../session'
import { writerId } from '../record/store'
import { cleanFileName, extensionOf } from '../files/fileName'
import { fileType } from '../files/fileType'

/** What an upload is answered with. */
export interface StoredFile {
  id: string
  name: string
  size: number
  type: string
}

export interface StoreOptions {
  maxBytes?: number
  /** It stays although no document takes it. */
  kept?: boolean
  /** What the uploader says it is. */
  kind?: string
}

/** How long an upload waits to be attached. */
const KEPT_HOURS = 24

/** @throws HttpProblem 413 when more than is allowed waits for documents of this user; `room`: when there is no room for one more. */
export async function refuseTooMuchWaiting({ database, clock }: Services, user: SessionUser, room = false): Promise<void> {
  const since = new Date(Date.parse(clock.now()) - KEPT_HOURS * 3_600_000).toISOString()
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(f.size), 0) as total from stored_file f
    where f.uploaded_at >= ${since} and f.uploaded_by_id = ${writerId(user)} and not f.kept
      and not exists (select from attachment a where a.file_id = f.id)`.execute(database.kysely)
  const total = Number(rows[0]?.total)
  const full = room ? total >= MAX_WAITING_BYTES : total > MAX_WAITING_BYTES
  if (full) throw tooLarge(messageText('file.too-many-waiting', { max: MAX_WAITING_BYTES / 1_048_576 }))
}

/** Keeps a file of a user. @throws HttpProblem 413, 415 when the content is not what the name says, or not allowed, and 422 when there is none */
export async function storeUpload(
  { fileStore, database, clock }: Services,
  user: SessionUser,
  fileName: string,
  content: Readable,
  { maxBytes = MAX_FILE_BYTES, kept = false, kind }: StoreOptions = {},
): Promise<StoredFile> {
  const name = cleanFileName(fileName)
  const stored = await fileStore.write(content, maxBytes)
  if (!stored) throw tooLarge()
  const { id, size, sha256, head } = stored
  const refuse = async (problem: HttpProblem): Promise<never> => {
    await fileStore.remove(id)
    throw problem
  }
  if (size === 0) return refuse(invalid([fieldProblem('file', 'required', messageText('file.empty'))]))
  const type = fileType(extensionOf(name), head)
  if (type === undefined) return refuse(unsupportedType(messageText('file.unsupported')))
  try {
    const row = { id, name, size, type, sha256, kept, kind: kind ?? null, uploaded_by_id: writerId(user), uploaded_at: clock.now() }
    await database.kysely.insertInto('stored_file').values(row).execute()
  } catch (error) {
    await fileStore.remove(id)
    throw error
  }
  return { id, name, size, type }
}

/** Of all files of a user that wait for their documents: ten of the largest, more than any form takes. */
export const MAX_WAITING_BYTES = 10 * MAX_FILE_BYTES

/** How many contents are looked up at a time. */
const SWEPT_AT_ONCE = 500

/** Removes uploads that belong to no document a day later: given up forms, removed attachments. To be called now and then; answers how many. */
export async function purgeFiles({ database, fileStore, clock }: Services): Promise<number> {
  const limit = new Date(Date.parse(clock.now()) - KEPT_HOURS * 3_600_000).toISOString()
  const removed = await database.kysely
    .deleteFrom('stored_file')
    .where('uploaded_at', '<', limit)
    .where('kept', '=', false)
    .where((where) =>
      where.not(where.exists(where.selectFrom('attachment').select('id').whereRef('attachment.file_id', '=', 'stored_file.id'))),
    )
    .returning('id')
    .execute()
  // The row first: an id without content would be a broken link, content without an id is only wasted space.
  for (const { id } of removed) await fileStore.remove(String(id))
  return removed.length
}

/**
 * Removes contents of a day ago that no row names: those of a transaction that was rolled back after it had written them, and halves of
 * uploads under way in a crash. What is older than the database itself is left alone: then it was a new database that came to old
 * files, by a mistake in the configuration or before a backup is restored, and they are all that is left. Returns how many.
 */
export async function sweepContents({ database, fileStore }: Pick<Services, 'database' | 'fileStore'>, since: Date): Promise<number> {
  // The store's clock is the machine's, not that of the business.
  const before = new Date(Date.now() - KEPT_HOURS * 3_600_000)
  const ids: string[] = []
  for await (const id of fileStore.writtenBetween(since, before)) ids.push(id)
  let removed = 0
  for (let start = 0; start < ids.length; start += SWEPT_AT_ONCE) {
    const some = ids.slice(start, start + SWEPT_AT_ONCE)
    const rows = await database.kysely.selectFrom('stored_file').select('id').where('id', 'in', some).execute()
    const stored = new Set(rows.map((row) => String(row['id'])))
    for (const id of some.filter((each) => !stored.has(each))) {
      await fileStore.remove(id)
      removed++
    }
  }
  return removed
}
