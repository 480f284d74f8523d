import { messages, say } from '../laterMessages'
import type { Failure, RequestResult } from '../request'
import { statusWords } from '../statusWords'

/** `ready`: chosen, and not sent before somebody says so. */
export type UploadStatus = 'ready' | 'uploading' | 'done' | 'error'

/** A file that was chosen: on its way, arrived, or not (acceptance I4). */
export interface UploadItem {
  uid: string
  name: string
  /** In bytes. */
  size: number
  /** Media type as the browser says, or empty. */
  type: string
  /** 0 to 100; a guess where the browser does not tell. */
  percent: number
  status: UploadStatus
  /** What the server answered. */
  response?: unknown
  error?: Error
  /** Small picture of an image, local to the page. */
  thumbUrl?: string
  /** Where the stored file is read. */
  url?: string
}

/** What a chosen file is sent with. */
export interface Sending {
  signal: AbortSignal
  /** Part of the bytes that have gone, 0 to 1. */
  onProgress: (part: number) => void
}

/** Sends one file; resolves when the server has answered. */
export type Send<Stored = unknown> = (file: File, sending: Sending) => Promise<RequestResult<Stored>>

/** The server has not taken a file (acceptance I5): its message is for developers, `text` is for the list. */
export class UploadError extends Error {
  readonly status: number
  readonly text: string

  constructor(action: string, failure: Failure) {
    super(`cannot post ${action} ${failure.status}`)
    this.name = 'UploadError'
    this.status = failure.status
    this.text = failureText(failure)
  }
}

/** The file was not sent at all, and this is why, in words for the user. */
export class RefusedFile extends Error {}

/** What the list says of an item that failed. */
export function problemText({ error }: Pick<UploadItem, 'error'>): string {
  if (error instanceof UploadError) return error.text
  return error instanceof RefusedFile ? error.message : messages['files.failed']
}

/** No answer at all (status 600, acceptance E1) or a broken server (500). */
const NETWORK_FAILURE = 600
const SERVER_ERROR = 500

/** The answer's own words, else those of its status, else 上传错误. Texts that are not ours are shown below 500 only, and never HTML. */
function failureText({ status, message, body }: Failure): string {
  if (status === NETWORK_FAILURE) return say('files.failedBecause', { reason: message })
  if (status === SERVER_ERROR) return message
  return responseText(body) ?? statusWords(status) ?? messages['files.failed']
}

function responseText(body: unknown): string | undefined {
  if (typeof body === 'string') return body.trim() || undefined
  if (typeof body !== 'object' || body === null) return undefined
  const { error, message, msg } = body as Record<string, unknown>
  return [error, message, msg].find((text): text is string => typeof text === 'string' && text !== '')
}
