import { useEffect, useRef, useState } from 'react'
import { useServices } from '../../context'
import { messages, say } from '../../messages'
import { newKey } from '../../newKey'
import type { InputProps } from '../definition'
import { storedFiles, type StoredFile } from '../storedFile'
import { inputAttributes } from './inputAttributes'
import './controls.css'

/** Acceptance I2. */
const MAX_BYTES = 20_971_520
const DEFAULT_MAX_COUNT = 20

interface Upload {
  key: string
  name: string
  failure?: string
  controller: AbortController
}

/** Uploaded files of a field: each is stored at once, the record keeps the list. */
export function FilesInput(props: InputProps) {
  const { value, onChange, field, disabled } = props
  const { files, notify } = useServices()
  const stored = storedFiles(value)
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const input = useRef<HTMLInputElement>(null)
  // Several uploads end between two renders; each adds to what the one before has left.
  const latest = useRef(stored)
  latest.current = stored
  const running = useRef(uploads)
  running.current = uploads
  useEffect(() => () => running.current.forEach(({ controller }) => controller.abort()), [])

  const max = field.maxCount ?? DEFAULT_MAX_COUNT
  const room = max - stored.length - uploads.length
  const drop = (key: string): void => setUploads((now) => now.filter((upload) => upload.key !== key))

  function change(next: StoredFile[]): void {
    latest.current = next
    onChange(next)
  }

  async function upload(file: File): Promise<void> {
    const entry: Upload = { key: newKey(), name: file.name, controller: new AbortController() }
    entry.failure = refusalOf(file, field.accept)
    setUploads((now) => [...now, entry])
    if (entry.failure) return
    const { signal } = entry.controller
    const result = await files.upload(file, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    // Taken away meanwhile.
    if (!result || signal.aborted) return
    if (result.success) {
      drop(entry.key)
      change([...latest.current, result.body])
    } else {
      setUploads((now) =>
        now.map((each) => (each.key === entry.key ? { ...each, failure: result.message || messages['files.failed'] } : each)),
      )
    }
  }

  return (
    <div className="engine-files" role="group" aria-label={props.label ?? field.title} aria-describedby={props.describedBy}>
      <ul className="engine-files-list">
        {stored.map((file) => (
          <li key={file.id} className="engine-files-item">
            <button
              type="button"
              className="engine-link engine-files-name"
              title={messages['files.download']}
              onClick={() => void files.download(file)}
            >
              {file.name}
            </button>
            {!disabled && <RemoveButton name={file.name} onClick={() => change(latest.current.filter((each) => each.id !== file.id))} />}
          </li>
        ))}
        {uploads.map(({ key, name, failure, controller }) => (
          <li key={key} className={failure ? 'engine-files-item engine-files-failed' : 'engine-files-item'}>
            <span className="engine-files-name">{name}</span>
            <span role={failure ? 'alert' : 'status'}>{failure ?? messages['files.uploading']}</span>
            <RemoveButton
              name={name}
              onClick={() => {
                controller.abort()
                drop(key)
              }}
            />
          </li>
        ))}
      </ul>
      {!disabled && room > 0 && (
        <>
          <button {...inputAttributes(props)} type="button" className="engine-button" onClick={() => input.current?.click()}>
            {messages['files.add']}
          </button>
          <input
            ref={input}
            type="file"
            hidden
            multiple={room > 1}
            accept={field.accept?.join(',')}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])]
              if (chosen.length > room) notify.warning(say('files.tooMany', { max }))
              for (const file of chosen.slice(0, room)) void upload(file)
              // Choosing the same file again must be a change again.
              event.target.value = ''
            }}
          />
        </>
      )}
    </div>
  )
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="engine-link"
      aria-label={`${messages['files.remove']} ${name}`}
      title={messages['files.remove']}
      onClick={onClick}
    >
      ×
    </button>
  )
}

function refusalOf(file: File, accept: string[] | undefined): string | undefined {
  if (file.size > MAX_BYTES) return messages['files.tooLarge']
  const name = file.name.toLowerCase()
  if (accept && !accept.some((extension) => name.endsWith(extension)))
    return say('files.wrongType', { accept: accept.join(messages.enumerate) })
  return undefined
}
