import type { Request } from '../request'
import type { Send } from './uploadItem'

/** Where files are posted and what goes with them (acceptance C8). */
export interface UploadTarget {
  action: string
  /** Of the file in the form; `file` unless said. */
  field?: string
  /** Further form fields. Texts go as they are, the rest as JSON; what is empty is left out. */
  data?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** Cookies go to another host too. Our own always gets them. */
  withCredentials?: boolean
  idempotencyKey?: string
}

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
