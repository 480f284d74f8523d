import { fileNameOf, saveBlob } from '../files'
import { messages } from '../messages'
import type { Notify } from '../notify'
import { bodyOrThrow, type Request } from '../request'

/**
 * Acceptance I6: the whole question is posted; a file comes back, or nothing to export, or a refusal with its text.
 * @throws RequestError when refused
 */
export async function exportRows(request: Request, notify: Notify, url: string, values: Record<string, unknown>): Promise<void> {
  const response = bodyOrThrow(await request<Response>({ method: 'POST', url, values, as: 'response' }))
  const name = fileNameOf(response)
  if (name === undefined) notify.note(messages['action.noData'])
  else saveBlob(await response.blob(), name)
}
