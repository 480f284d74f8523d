import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatDateTime } from '../../core/dateTime'
import type { BrowserScreenPlan } from '../../core/plan'
import { attachingRefusal } from '../../core/record/refusal'
import type { Attachment, RecordValues } from '../../core/wire'
import { Button } from '../ui/Button'
import { useAction } from '../useAction'
import { useEnvironment, usePermission, useServices } from '../context'
import { ListNotice } from '../ui/ListNotice'
import { say } from '../laterMessages'
import { FileName } from '../upload/FileName'
import { readableSize } from '../ui/readableSize'
import { lazyPart } from '../ui/lazyPart'
import { attachmentsKey, attachmentTarget, listAttachments, removeAttachment } from './attachmentApi'
import './record.css'

// Loaded separately: users who only read do not need it.
const UploadArea = lazyPart(() => import('../upload/UploadArea').then((module) => module.UploadArea))

interface AttachmentsProps {
  screen: BrowserScreenPlan
  record: RecordValues
  onCount?: (count: number) => void
}

/**
 * The files of a record: whoever may attach uploads by button or by dropping, and removes, or reads why not now; everybody who sees the record
 * downloads.
 */
export function Attachments({ screen, record, onCount }: AttachmentsProps) {
  const recordId = record.id
  const { request, files, notify } = useServices()
  const environment = useEnvironment()
  const attach = screen.actions['attach']
  const isAllowed = usePermission(attach?.permission)
  const refusal = attachingRefusal(screen, screen.actions, record, environment())?.text
  const mayAttach = attach !== undefined && isAllowed && refusal === undefined
  const { data, error, isPending, refetch } = useQuery({
    queryKey: attachmentsKey(screen, recordId),
    queryFn: ({ signal }) => listAttachments(request, screen, recordId, signal),
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // Those that are still there.
  const selected = (data ?? []).map(({ id }) => id).filter((id) => chosen.has(id))
  const batch = useAction(() => files.downloadAll(selected))
  const count = data?.length
  useEffect(() => {
    if (count !== undefined) onCount?.(count)
  }, [count, onCount])

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

  return (
    <div className="engine-attachments">
      {attach !== undefined && isAllowed && refusal !== undefined && <p className="engine-record-empty">{refusal}</p>}
      {mayAttach && (
        <UploadArea action={attachmentTarget(screen, recordId).action} keepsDone={false} outlives onStored={() => void refetch()} />
      )}
      {error ? (
        <ListNotice kind="failed" message={error.message} onRetry={() => void refetch()} />
      ) : isPending ? (
        <div className="engine-record-loading">{say('loading')}</div>
      ) : data.length === 0 ? (
        <p className="engine-record-empty">{say('attachments.empty')}</p>
      ) : (
        <>
          <Button
            busy={batch.pending}
            refusal={selected.length === 0 ? say('attachments.chooseFirst') : undefined}
            onClick={() => (selected.length === 0 ? notify.warning(say('attachments.chooseFirst')) : void batch.run())}
          >
            {say('attachments.downloadAll')}
          </Button>
          <table className="engine-attachments-table">
            <thead>
              <tr>
                <th scope="col">
                  <input
                    type="checkbox"
                    aria-label={say('attachments.selectAll')}
                    checked={selected.length === data.length}
                    onChange={({ target }) => setChosen(new Set(target.checked ? data.map(({ id }) => id) : []))}
                  />
                </th>
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
                  <td>
                    <input
                      type="checkbox"
                      aria-label={say('table.selectRow', { name: each.name })}
                      checked={chosen.has(each.id)}
                      onChange={({ target }) => setChosen(withOrWithout(chosen, each.id, target.checked))}
                    />
                  </td>
                  <th scope="row">
                    <FileName name={each.name} url={files.urlOf(each)} onDownload={() => void files.download(each)} />
                  </th>
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
        </>
      )}
    </div>
  )
}

function withOrWithout(ids: ReadonlySet<string>, id: string, present: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (present) next.add(id)
  else next.delete(id)
  return next
}
