import type { Transport } from '../request'

/** Fetch can send a form but not tell how far it has come; XMLHttpRequest can. Rejects as fetch does. */
export const xhrTransport: Transport = (url, { method = 'GET', headers, body, credentials, signal }, onProgress) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const xhr = new XMLHttpRequest()
    const abort = (): void => xhr.abort()
    xhr.open(method, url)
    xhr.responseType = 'arraybuffer'
    xhr.withCredentials = credentials === 'include'
    new Headers(headers).forEach((value, name) => xhr.setRequestHeader(name, value))
    if (onProgress) {
      xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      }
    }
    xhr.onload = () => resolve(responseOf(xhr))
    xhr.onerror = () => reject(new TypeError('Failed to fetch'))
    xhr.onabort = () => reject(signal?.aborted ? (signal.reason as Error) : new TypeError('Failed to fetch'))
    xhr.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    xhr.send(body as XMLHttpRequestBodyInit | null | undefined)
  })

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of xhr.getAllResponseHeaders().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const { status, statusText } = xhr
  // These may have no body, not even an empty one.
  const hasBody = ![101, 204, 205, 304].includes(status)
  return new Response(hasBody ? (xhr.response as ArrayBuffer | null) : null, { status, statusText, headers })
}
