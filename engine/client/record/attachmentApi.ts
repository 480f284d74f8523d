import type { Attachment } from '../../core/wire'
import type { BrowserScreenPlan } from '../../core/plan'
import { bodyOrThrow, type Request, type RequestResult } from '../request'

type Base = Pick<BrowserScreenPlan, 'base'>

export function attachmentsKey({ base }: Base, recordId: string) {
  return ['attachments', base, recordId] as const
}

/** @throws RequestError */
export async function listAttachments(request: Request, { base }: Base, recordId: string, signal?: AbortSignal): Promise<Attachment[]> {
  return bodyOrThrow(await request<Attachment[]>({ method: 'GET', url: `${base}/attach/{id}`, values: { id: recordId }, signal, quiet: true }))
}

/** Adds a file to a record as a whole, or to one of its `files` fields. */
export function addAttachment(request: Request, { base }: Base, recordId: string, file: File, signal?: AbortSignal): Promise<RequestResult> {
  const form = new FormData()
  form.append('file', file)
  return request({ method: 'POST', url: `${base}/attach/{id}`, values: { id: recordId }, form, signal, quiet: true })
}

export function removeAttachment(request: Request, id: string): Promise<RequestResult> {
  return request({ method: 'POST', url: '/api/file/attach/remove', values: { id } })
}
