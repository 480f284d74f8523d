import type { UploadTarget } from '../files'
import type { Request } from '../request'
import type { Send } from './uploadItem'

/** Posts files as multipart forms, by the rules of the request wrapper. Failures are told by whoever shows the file. */
export function postTo<Stored>(request: Request, target: UploadTarget): Send<Stored> {
  const { action, field = 'file', data = {}, headers, withCredentials, idempotencyKey } = target
  return (file, { signal, onProgress }) => {
    const form = new FormData()
    // Before the file: a server that reads the parts as they come has to know them by then.
    for (const [name, value] of Object.entries(data)) {
      if (value === undefined || value === null || value === '') continue
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    form.append(field, file)
    return request<Stored>({ method: 'POST', url: action, form, headers, withCredentials, idempotencyKey, signal, onProgress, quiet: true })
  }
}
