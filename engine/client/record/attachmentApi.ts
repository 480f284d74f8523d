import type { Attachment } from '../../core/wire'
import type { BrowserScreenPlan } from '../../core/plan'
import type { StoredFile } from '../fields/storedFile'
import { bodyOrThrow, type Request, type RequestResult } from '../request'

type Base = Pick<BrowserScreenPlan, 'base'>

export function attachmentsKey({ base }: Base, recordId: string) {
  return ['attachments', base, recordId] as const
}

/** @throws RequestError */
export async function listAttachments(request: Request, { base }: Base, recordId: string, signal?: AbortSignal): Promise<Attachment[]> {
  return bodyOrThrow(
    await request<Attachment[]>({ method: 'GET', url: `${base}/attach/{id}`, values: { id: recordId }, signal, quiet: true }),
  )
}

export interface NewAttachment {
  recordId: string
  file: File
  /** One of the record's `files` fields; absent: the record as a whole. */
  field?: string
  signal?: AbortSignal
}

export function addAttachment(
  request: Request,
  { base }: Base,
  { recordId, file, field, signal }: NewAttachment,
): Promise<RequestResult<StoredFile>> {
  const form = new FormData()
  // Before the file: the server reads the parts as they come.
  if (field !== undefined) form.append('field', field)
  form.append('file', file)
  return request({ method: 'POST', url: `${base}/attach/{id}`, values: { id: recordId }, form, signal, quiet: true })
}

export function removeAttachment(request: Request, id: string): Promise<RequestResult> {
  return request({ method: 'POST', url: '/api/file/attach/remove', values: { id } })
}
