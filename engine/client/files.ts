import type { StoredFile } from '../core/fields'
import { bodyOrThrow, type Request } from './request'

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

/** Where uploaded files go (acceptance C8); they are read with the bearer token, so never by a plain link. */
export interface FileStore {
  target: UploadTarget
  /** Where a stored file is read; undefined for an answer that names none. */
  urlOf: (stored: unknown) => string | undefined
  /** The content of a stored file. @throws RequestError */
  read: (url: string, signal?: AbortSignal) => Promise<Blob>
  download: (file: StoredFile) => Promise<void>
  /** Several as one archive. */
  downloadAll: (ids: readonly string[]) => Promise<void>
}

export interface FileUrls {
  upload: string
  /** Template with `{id}`. */
  download: string
  batchDownload: string
}

const DEFAULT_URLS: FileUrls = { upload: '/file/upload', download: '/file/download/{id}', batchDownload: '/file/batchDownload' }

export function createFileStore(request: Request, urls: FileUrls = DEFAULT_URLS): FileStore {
  return {
    target: { action: urls.upload },
    urlOf(stored) {
      const id = (stored as { id?: unknown } | null | undefined)?.id
      return typeof id === 'string' ? urls.download.replace('{id}', encodeURIComponent(id)) : undefined
    },
    async read(url, signal) {
      return bodyOrThrow(await request<Response>({ method: 'GET', url, as: 'response', quiet: true, signal })).blob()
    },
    async download(file) {
      const result = await request<Response>({ method: 'GET', url: urls.download, values: { id: file.id }, as: 'response' })
      if (result.success) saveBlob(await result.body.blob(), fileNameOf(result.body) ?? file.name)
    },
    async downloadAll(ids) {
      const result = await request<Response>({ method: 'POST', url: urls.batchDownload, values: { ids }, as: 'response' })
      if (result.success) await saveResponse(result.body)
    },
  }
}

/** The name an answer gives its file: RFC 6266, with `filename*` before `filename`. */
export function fileNameOf(response: Response): string | undefined {
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition)
  return decoded(encoded?.trim()) ?? decoded((plain?.[1] ?? plain?.[2])?.trim())
}

/** Some servers write the plain name URL-encoded too; one that is no such text stays as it is. */
function decoded(name: string | undefined): string | undefined {
  if (!name) return undefined
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Saves an answer that is a file, and says under which name; undefined for any other. */
export async function saveResponse(response: Response): Promise<string | undefined> {
  const name = fileNameOf(response)
  if (name !== undefined) saveBlob(await response.blob(), name)
  return name
}

/** Hands a file to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers start reading after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
