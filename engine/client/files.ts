import type { StoredFile } from './fields/storedFile'
import type { Request, RequestResult } from './request'

/** Where uploaded files go (acceptance C8); they are read with the bearer token, so never by a plain link. */
export interface FileStore {
  upload: (file: File, signal?: AbortSignal) => Promise<RequestResult<StoredFile>>
  download: (file: StoredFile) => Promise<void>
}

export interface FileUrls {
  upload: string
  /** Template with `{id}`. */
  download: string
}

const DEFAULT_URLS: FileUrls = { upload: '/file/upload', download: '/file/download/{id}' }

export function createFileStore(request: Request, urls: FileUrls = DEFAULT_URLS): FileStore {
  return {
    upload(file, signal) {
      const form = new FormData()
      form.append('file', file)
      return request({ method: 'POST', url: urls.upload, form, signal, quiet: true })
    },
    async download(file) {
      const result = await request<Response>({ method: 'GET', url: urls.download, values: { id: file.id }, as: 'response' })
      if (result.success) saveBlob(await result.body.blob(), fileNameOf(result.body) ?? file.name)
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

/** Hands a file to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers start reading after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
