import type { BrowserScreenPlan } from '../../core/plan'
import type { QueuedExport } from '../../core/wire'
import type { EngineServices } from '../context'
import { saveResponse } from '../files'
import { messages, say } from '../messages'
import { newKey } from '../newKey'
import { bodyOrThrow, type Request } from '../request'
import type { ActionTarget } from './actionRequest'

/**
 * Acceptance I6: the whole query is posted; a file comes back, or nothing to export, or a refusal with its text. Of many rows a job
 * makes the file. Either way the user is told where the file is, or will be.
 * @throws RequestError when refused
 */
export async function exportRows(
  { request, notify, navigate, onQueued }: Pick<EngineServices, 'request' | 'notify' | 'navigate' | 'onQueued'>,
  url: string,
  values: Record<string, unknown>,
): Promise<void> {
  // One job, even if the request is repeated after its response was lost.
  const response = bodyOrThrow(await request<Response>({ method: 'POST', url, values, as: 'response', idempotencyKey: newKey() }))
  const name = await saveResponse(response)
  if (name !== undefined) return notify.success(say('action.saved', { name }))
  const queued = await queuedOf(response)
  if (!queued) return notify.note(messages['action.noData'])
  const { title, page } = queued
  const text = say('action.queued', { title })
  if (page === undefined) return notify.success(text)
  notify.success(text, { text: messages['action.openQueued'], onFollow: () => navigate(page) })
  onQueued?.(queued)
}

/** The files of a record, or of the selected ones. @throws RequestError */
export async function downloadFiles(
  request: Request,
  { base }: Pick<BrowserScreenPlan, 'base'>,
  { record, records }: ActionTarget,
): Promise<void> {
  const response = bodyOrThrow(
    records
      ? await request<Response>({
          method: 'POST',
          url: `${base}/batchDownload`,
          values: { ids: records.map(({ id }) => id) },
          as: 'response',
        })
      : await request<Response>({ method: 'GET', url: `${base}/download/{id}`, values: { id: record?.id }, as: 'response' }),
  )
  await saveResponse(response)
}

async function queuedOf(response: Response): Promise<QueuedExport | undefined> {
  if (!/[/+]json\b/.test(response.headers.get('content-type') ?? '')) return undefined
  const body = (await response.json()) as { queued?: QueuedExport }
  return body.queued
}
