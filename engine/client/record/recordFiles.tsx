import { useRef, type ComponentType } from 'react'
import type { BrowserScreenPlan } from '../../core/plan'
import { usePermission, useServices } from '../context'
import type { InputProps } from '../fields/definition'
import { storedFiles } from '../fields/storedFile'
import { say } from '../messages'
import { addAttachment, removeAttachment } from './attachmentApi'
import { UploadItem } from './UploadItem'
import { useUploads } from './useUploads'

/**
 * The input of `files` fields of a record: each file is attached when it is chosen, and does not wait for the save. So there must be a
 * record; a new one takes its files after its first save.
 */
export function recordFilesInput(screen: BrowserScreenPlan, recordId: string | undefined): ComponentType<InputProps> {
  return recordId === undefined ? FilesLater : (props) => <RecordFiles {...props} screen={screen} recordId={recordId} />
}

function FilesLater({ id }: InputProps) {
  return (
    <output id={id} className="engine-field-value">
      {say('files.later')}
    </output>
  )
}

function RecordFiles({
  id,
  field,
  value,
  onChange,
  disabled,
  describedBy,
  screen,
  recordId,
}: InputProps & { screen: BrowserScreenPlan; recordId: string }) {
  const { request, notify, files } = useServices()
  const attach = screen.actions['attach']
  const isAllowed = usePermission(attach?.permission)
  const mayAttach = attach !== undefined && isAllowed && !disabled
  const stored = storedFiles(value)
  // Several uploads end between two renders; each adds to what the one before has left.
  const latest = useRef(stored)
  latest.current = stored
  const { uploads, upload, drop } = useUploads(
    (file, signal) => addAttachment(request, screen, { recordId, file, field: field.name, signal }),
    (file) => change([...latest.current, file]),
  )
  const input = useRef<HTMLInputElement>(null)
  const room = (field.maxCount ?? Infinity) - stored.length - uploads.length

  function change(next: typeof stored): void {
    latest.current = next
    onChange(next)
  }

  async function remove(fileId: string, name: string): Promise<void> {
    await notify.confirm({
      title: say('attachments.confirmRemove', { name }),
      danger: true,
      perform: async () => {
        const result = await removeAttachment(request, fileId)
        if (result.success) change(latest.current.filter((each) => each.id !== fileId))
      },
    })
  }

  if (!mayAttach && stored.length === 0) return <output id={id}>{say('empty')}</output>
  return (
    <div className="engine-files" role="group" aria-label={field.title} aria-describedby={describedBy}>
      <ul className="engine-files-list">
        {stored.map((file) => (
          <li key={file.id} className="engine-files-item">
            <button
              type="button"
              className="engine-link engine-files-name"
              title={say('files.download')}
              onClick={() => void files.download(file)}
            >
              {file.name}
            </button>
            {mayAttach && (
              <button
                type="button"
                className="engine-link"
                aria-label={`${say('files.remove')} ${file.name}`}
                onClick={() => void remove(file.id, file.name)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {uploads.length > 0 && (
        <ul className="engine-uploads">
          {uploads.map((each) => (
            <UploadItem key={each.key} upload={each} onDrop={() => drop(each.key)} />
          ))}
        </ul>
      )}
      {mayAttach && room > 0 && (
        <>
          <button id={id} type="button" className="engine-button" onClick={() => input.current?.click()}>
            {say('files.add')}
          </button>
          <input
            ref={input}
            type="file"
            hidden
            multiple={room > 1}
            accept={field.accept?.join(',')}
            aria-label={`${say('files.add')} ${field.title}`}
            onChange={(event) => {
              for (const file of [...(event.target.files ?? [])].slice(0, room)) void upload(file)
              // Choosing the same file again must be a change again.
              event.target.value = ''
            }}
          />
        </>
      )}
    </div>
  )
}
