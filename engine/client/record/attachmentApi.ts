import type { Attachment } from '../../core/wire'
import type { BrowserScreenPlan } from '../../core/plan'
import { bodyOrThrow, type Request, type RequestResult } from '../request'
import type { UploadTarget } from '../files'

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

/** Where files of a record are posted to; with a field, for that one of its `files` fields, else for the record as a whole. */
export function attachmentTarget({ base }: Base, recordId: string, field?: string): UploadTarget {
  return { action: `${base}/attach/${encodeURIComponent(recordId)}`, data: field === undefined ? undefined : { field } }
}

export function removeAttachment(request: Request, id: string): Promise<RequestResult> {
  return request({ method: 'POST', url: '/api/file/attach/remove', values: { id } })
}
