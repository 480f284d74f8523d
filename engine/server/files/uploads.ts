import type { Readable } from 'node:stream'
import type { HttpProblem } from '../problem'
import { tooLarge, unsupportedType } from '../problem'
import type { Services } from '../services'
import type { SessionUser } from '../session'
import { writerId } from '../write/store'
import { cleanFileName, extensionOf } from './fileName'
import { MAX_FILE_BYTES } from './fileStore'
import { fileType } from './fileType'

/** What an upload is answered with. */
export interface StoredFile {
  id: string
  name: string
  size: number
  type: string
}

/** How long an upload waits to be attached. */
const KEPT_HOURS = 24

/** Keeps an uploaded file of a user. @throws HttpProblem 413, and 415 when the content is not what the name says, or not allowed */
export async function storeUpload(
  { fileStore, database, clock }: Services,
  user: SessionUser,
  fileName: string,
  content: Readable,
): Promise<StoredFile> {
  const name = cleanFileName(fileName)
  const stored = await fileStore.write(content, MAX_FILE_BYTES)
  if (!stored) throw tooLarge()
  const { id, size, sha256, head } = stored
  const refuse = async (problem: HttpProblem): Promise<never> => {
    await fileStore.remove(id)
    throw problem
  }
  const type = fileType(extensionOf(name), head)
  if (type === undefined) return refuse(unsupportedType())
  try {
    const row = { id, name, size, type, sha256, uploaded_by_id: writerId(user), uploaded_at: clock.now() }
    await database.kysely.insertInto('stored_file').values(row).execute()
  } catch (error) {
    await fileStore.remove(id)
    throw error
  }
  return { id, name, size, type }
}

/** Removes uploads that belong to no document a day later: given up forms, removed attachments. To be called now and then; answers how many. */
export async function purgeFiles({ database, fileStore, clock }: Services): Promise<number> {
  const limit = new Date(Date.parse(clock.now()) - KEPT_HOURS * 3_600_000).toISOString()
  const removed = await database.kysely
    .deleteFrom('stored_file')
    .where('uploaded_at', '<', limit)
    .where((where) =>
      where.not(where.exists(where.selectFrom('attachment').select('id').whereRef('attachment.file_id', '=', 'stored_file.id'))),
    )
    .returning('id')
    .execute()
  // The row first: an id without content would be a broken link, content without an id is only wasted space.
  for (const { id } of removed) await fileStore.remove(String(id))
  return removed.length
}
