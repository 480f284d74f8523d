import { useEffect, useRef, useState } from 'react'
import { say } from '../messages'
import { newKey } from '../newKey'
import type { RequestResult } from '../request'

/** A file on its way, or one that did not arrive. */
export interface Upload {
  key: string
  name: string
  percent: number
  failure?: string
}

/** Acceptance I2. */
const MAX_BYTES = 20_971_520
/** A request tells nothing of its progress: it is told by a guess that stops short of the end (acceptance I4). */
const STEP_MS = 200
const GUESS_ENDS_AT = 98

/** Uploads files beside each other; each can be given up. `send` resolves when the file is stored. */
export function useUploads<Stored>(
  send: (file: File, signal: AbortSignal) => Promise<RequestResult<Stored>>,
  onStored: (stored: Stored) => void,
) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const controllers = useRef(new Map<string, AbortController>())
  const isRunning = uploads.some(({ failure }) => failure === undefined)

  useEffect(() => {
    const running = controllers.current
    return () => running.forEach((controller) => controller.abort())
  }, [])
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(
      () => setUploads((now) => now.map((upload) => ({ ...upload, percent: nextPercent(upload.percent) }))),
      STEP_MS,
    )
    return () => clearInterval(timer)
  }, [isRunning])

  function drop(key: string): void {
    controllers.current.get(key)?.abort()
    controllers.current.delete(key)
    setUploads((now) => now.filter((upload) => upload.key !== key))
  }

  function fail(key: string, failure: string): void {
    controllers.current.delete(key)
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, failure } : upload)))
  }

  async function upload(file: File): Promise<void> {
    const key = newKey()
    setUploads((now) => [...now, { key, name: file.name, percent: 0 }])
    if (file.size > MAX_BYTES) return fail(key, say('files.tooLarge'))
    const controller = new AbortController()
    controllers.current.set(key, controller)
    try {
      const result = await send(file, controller.signal)
      if (!result.success) return fail(key, result.message || say('files.failed'))
      drop(key)
      onStored(result.body)
    } catch (error) {
      if (!controller.signal.aborted) throw error
    }
  }

  return { uploads, upload, drop }
}

/** Quick at first, then slower and slower. */
function nextPercent(percent: number): number {
  return Math.min(GUESS_ENDS_AT, percent + Math.max(1, Math.round((GUESS_ENDS_AT - percent) / 8)))
}
