import { useEffect, useRef, useState } from 'react'
import { MAX_FILE_BYTES } from '../../core/wire'
import { messages, say } from '../laterMessages'
import { newKey } from '../newKey'
import { accepts, wordsOf } from './accepts'
import { kindOf, shownName } from './fileKind'
import { useWhenGone } from '../ui/useWhenGone'
import { GUESS_EVERY_MS, nextGuess } from './guessedProgress'
import { RefusedFile, UploadError, type Send, type UploadItem } from './uploadItem'

/** Asked before a file is sent: `false` or a text keeps it here; the text says why. May take its time. */
export type BeforeUpload = (file: File) => boolean | string | void | Promise<boolean | string | void>

export interface UploadsOptions<Stored> {
  /** Resolves when the file is stored. */
  send: Send<Stored>
  /** For the error of a file that was not taken: where it was posted to. */
  action: string
  accept?: string | readonly string[]
  maxBytes?: number
  beforeUpload?: BeforeUpload
  /** Chosen files wait for `start`. */
  waits?: boolean
  /** The address of a stored file. */
  urlOf?: (stored: Stored) => string | undefined
  onStored?: (stored: Stored, item: UploadItem) => void
  /** Each file that is not stored, whenever that changes: on its way, not taken, or (undefined) no longer on the list. */
  onStatus?: (uid: string, status: 'uploading' | 'error' | undefined) => void
  /** Files that are on their way when the component goes are sent nevertheless; one that is not taken then is told of here. */
  whenGone?: (name: string, error: Error) => void
}

export interface Uploads {
  items: readonly UploadItem[]
  add: (files: Iterable<File>) => void
  /** There is a file behind the item, and it is neither on its way nor stored. */
  canStart: (uid: string) => boolean
  /** Sends a file that waits, or one that was not taken once more; resolves when the server has answered. */
  start: (uid: string) => Promise<void>
  /** Sends a file that was not taken once more; undefined where that could not help. */
  retryOf: (item: UploadItem) => (() => void) | undefined
  /** Lists what cannot be sent, and why. */
  refuse: (name: string, reason: string) => void
  /** Takes an item off the list; one that is on its way is given up. */
  remove: (uid: string) => void
  clear: () => void
}

/** Files beside each other on their way to the server (acceptance I4, I5). When the component goes they are given up, unless `whenGone` is there. */
export function useUploads<Stored>(options: UploadsOptions<Stored>): Uploads {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const running = useRef(new Map<string, AbortController>())
  // Items whose transport tells how far they are.
  const notified = useRef(new Set<string>())
  const files = useRef(new Map<string, File>())
  const pictures = useRef(new Map<string, string>())
  // Items whose status has been told.
  const unfinished = useRef(new Set<string>())
  const latest = useRef(options)
  latest.current = options
  const isRunning = items.some(({ status }) => status === 'uploading')

  const isGone = useWhenGone(() => {
    pictures.current.forEach((url) => URL.revokeObjectURL(url))
    if (!latest.current.whenGone) running.current.forEach((controller) => controller.abort())
    const { onStatus } = latest.current
    // Later, because this is no time for others to be drawn.
    if (onStatus) queueMicrotask(() => unfinished.current.forEach((uid) => onStatus(uid, undefined)))
  })
  useEffect(() => {
    if (!isRunning) return undefined
    const guess = (item: UploadItem): UploadItem =>
      item.status === 'uploading' && !notified.current.has(item.uid) ? { ...item, percent: nextGuess(item.percent) } : item
    const timer = setInterval(() => setItems((now) => now.map(guess)), GUESS_EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning])

  function change(uid: string, part: Partial<UploadItem>): void {
    setItems((now) => now.map((item) => (item.uid === uid ? { ...item, ...part } : item)))
  }

  function fail(uid: string, error: Error): void {
    change(uid, { status: 'error', error })
    if (isGone()) latest.current.whenGone?.(shownName(files.current.get(uid)?.name ?? ''), error)
    else tell(uid, 'error')
  }

  function tell(uid: string, status: 'uploading' | 'error' | undefined): void {
    if (status) unfinished.current.add(uid)
    else unfinished.current.delete(uid)
    latest.current.onStatus?.(uid, status)
  }

  function list(item: UploadItem): void {
    setItems((now) => [...now, item])
    if (item.status === 'error') tell(item.uid, 'error')
  }

  function refuse(name: string, reason: string): void {
    list({ ...newItem({ name, size: 0, type: '' }), status: 'error', error: new RefusedFile(reason) })
  }

  function add(chosen: Iterable<File>): void {
    for (const file of chosen) {
      const item = newItem(file)
      const { accept, maxBytes = MAX_FILE_BYTES, waits } = latest.current
      const refusal = refusalOf(file, accept, maxBytes)
      if (refusal !== undefined) {
        list({ ...item, status: 'error', error: new RefusedFile(refusal) })
        continue
      }
      const picture = kindOf(file.name) === 'image' ? URL.createObjectURL(file) : undefined
      if (picture !== undefined) pictures.current.set(item.uid, picture)
      files.current.set(item.uid, file)
      list({ ...item, status: 'ready', thumbUrl: picture })
      if (!waits) void start(item.uid)
    }
  }

  async function start(uid: string): Promise<void> {
    const file = files.current.get(uid)
    if (!file || running.current.has(uid)) return
    const { beforeUpload, send, action, urlOf } = latest.current
    const controller = new AbortController()
    const { signal } = controller
    running.current.set(uid, controller)
    notified.current.delete(uid)
    change(uid, { status: 'uploading', percent: 0, error: undefined, response: undefined })
    tell(uid, 'uploading')
    try {
      const verdict = await beforeUpload?.(file)
      if (signal.aborted) return
      if (verdict === false || typeof verdict === 'string') return fail(uid, new RefusedFile(verdict || messages['files.vetoed']))
      const result = await send(file, { signal, onProgress: (part) => progress(uid, part) })
      // Taken away meanwhile.
      if (signal.aborted) return
      if (!result.success) {
        change(uid, { response: result.body })
        return fail(uid, new UploadError(action, result))
      }
      const url = urlOf?.(result.body)
      const done = { status: 'done' as const, percent: 100, response: result.body, ...(url === undefined ? {} : { url }) }
      change(uid, done)
      latest.current.onStored?.(result.body, { ...newItem(file), uid, ...done })
      tell(uid, undefined)
    } catch (error) {
      if (!signal.aborted) fail(uid, error instanceof Error ? error : new Error(String(error)))
    } finally {
      running.current.delete(uid)
    }
  }

  /** The bytes have gone before the server has answered: 100 is for what is stored. */
  function progress(uid: string, part: number): void {
    notified.current.add(uid)
    setItems((now) => now.map((item) => (item.uid === uid ? { ...item, percent: Math.max(item.percent, Math.min(99, part * 100)) } : item)))
  }

  function forget(uid: string): void {
    running.current.get(uid)?.abort()
    running.current.delete(uid)
    files.current.delete(uid)
    const picture = pictures.current.get(uid)
    if (picture !== undefined) URL.revokeObjectURL(picture)
    pictures.current.delete(uid)
  }

  function remove(uid: string): void {
    forget(uid)
    setItems((now) => now.filter((item) => item.uid !== uid))
    tell(uid, undefined)
  }

  function clear(): void {
    for (const { uid } of items) remove(uid)
  }

  function canStart(uid: string): boolean {
    return files.current.has(uid) && items.some((item) => item.uid === uid && (item.status === 'ready' || item.status === 'error'))
  }

  function retryOf({ uid, error }: UploadItem): (() => void) | undefined {
    return canStart(uid) && mayPass(error) ? () => void start(uid) : undefined
  }

  return { items, add, canStart, start, retryOf, refuse, remove, clear }
}

/** Why a file may not be sent, in words for the user; undefined when it may. */
export function refusalOf(file: File, accept: string | readonly string[] | undefined, maxBytes: number): string | undefined {
  if (file.size > maxBytes) return say('files.tooLarge', { max: Math.floor(maxBytes / 1_048_576) })
  return accepts(file, accept) ? undefined : say('files.wrongType', { accept: wordsOf(accept).join(messages.enumerate) })
}

const TOO_MANY_REQUESTS = 429

/** Whether sending the file again may help: the line or the server failed. A file that was refused for what it is would be refused again. */
function mayPass(error: Error | undefined): boolean {
  if (error instanceof RefusedFile) return false
  return !(error instanceof UploadError) || error.status >= 500 || error.status === TOO_MANY_REQUESTS
}

function newItem({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): UploadItem {
  return { uid: newKey(), name: shownName(name), size, type, percent: 0, status: 'ready' }
}
