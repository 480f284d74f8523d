import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type DragEvent } from 'react'
import { formatDateTime } from '../../core/dateTime'
import type { BrowserScreenPlan } from '../../core/plan'
import type { Attachment } from '../../core/wire'
import { Button } from '../actions/Button'
import { usePermission, useServices } from '../context'
import { ListNotice } from '../list/ListNotice'
import { say } from '../messages'
import { addAttachment, attachmentsKey, listAttachments, removeAttachment } from './attachmentApi'
import { UploadItem } from './UploadItem'
import { useUploads } from './useUploads'
import './record.css'

interface AttachmentsProps {
  screen: BrowserScreenPlan
  recordId: string
  onCount?: (count: number) => void
}

/** The files of a record: whoever may attach uploads by button or by dropping, and removes; everybody who sees the record downloads. */
export function Attachments({ screen, recordId, onCount }: AttachmentsProps) {
  const { request, files, notify } = useServices()
  const attach = screen.actions['attach']
  const isAllowed = usePermission(attach?.permission)
  const mayAttach = attach !== undefined && isAllowed
  const { data, error, isPending, refetch } = useQuery({
    queryKey: attachmentsKey(screen, recordId),
    queryFn: ({ signal }) => listAttachments(request, screen, recordId, signal),
  })
  const { uploads, upload, drop } = useUploads(
    (file, signal) => addAttachment(request, screen, { recordId, file, signal }),
    () => void refetch(),
  )
  const input = useRef<HTMLInputElement>(null)
  const count = data?.length
  useEffect(() => {
    if (count !== undefined) onCount?.(count)
  }, [count, onCount])

  function uploadAll(list: FileList | null): void {
    for (const file of list ?? []) void upload(file)
  }

  async function remove({ id, name }: Attachment): Promise<void> {
    await notify.confirm({
      title: say('attachments.confirmRemove', { name }),
      danger: true,
      perform: async () => {
        const result = await removeAttachment(request, id)
        if (result.success) await refetch()
      },
    })
  }

  const dropping = mayAttach && {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      uploadAll(event.dataTransfer.files)
    },
  }
  return (
    <div className="engine-attachments" {...dropping}>
      {mayAttach && (
        <>
          <Button onClick={() => input.current?.click()}>{say('attachments.upload')}</Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={say('attachments.upload')}
            onChange={(event) => {
              uploadAll(event.target.files)
              // Choosing the same file again must be a change again.
              event.target.value = ''
            }}
          />
        </>
      )}
      {uploads.length > 0 && (
        <ul className="engine-uploads">
          {uploads.map((each) => (
            <UploadItem key={each.key} upload={each} onDrop={() => drop(each.key)} />
          ))}
        </ul>
      )}
      {error ? (
        <ListNotice kind="failed" message={error.message} onRetry={() => void refetch()} />
      ) : isPending ? (
        <div className="engine-record-loading">{say('loading')}</div>
      ) : data.length === 0 ? (
        <p className="engine-record-empty">{say('attachments.empty')}</p>
      ) : (
        <table className="engine-attachments-table">
          <thead>
            <tr>
              <th scope="col">{say('attachments.name')}</th>
              <th scope="col">{say('attachments.size')}</th>
              <th scope="col">{say('attachments.by')}</th>
              <th scope="col">{say('attachments.at')}</th>
              <th scope="col">{say('table.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((each) => (
              <tr key={each.id}>
                <th scope="row">{each.name}</th>
                <td>{readableSize(each.size)}</td>
                <td>{each.uploadedBy}</td>
                <td>{formatDateTime(each.uploadedAt)}</td>
                <td className="engine-attachments-actions">
                  <button
                    type="button"
                    className="engine-link"
                    aria-label={`${say('attachments.download')} ${each.name}`}
                    onClick={() => void files.download(each)}
                  >
                    {say('attachments.download')}
                  </button>
                  {mayAttach && (
                    <button
                      type="button"
                      className="engine-link engine-link-danger"
                      aria-label={`${say('attachments.remove')} ${each.name}`}
                      onClick={() => void remove(each)}
                    >
                      {say('attachments.remove')}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

const UNITS = ['B', 'KB', 'MB']

function readableSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  const size = bytes / 1024 ** power
  return `${power === 0 ? size : size.toFixed(1)} ${UNITS[power]}`
}
