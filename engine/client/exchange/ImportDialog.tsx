import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import type { ImportPlan } from '../../core/plan'
import { confirmedHeader, MAX_FILE_BYTES } from '../../core/wire'
import { useServices } from '../context'
import { fileNameOf, saveBlob } from '../files'
import { messages, say } from '../laterMessages'
import { newKey } from '../newKey'
import type { RequestResult } from '../request'
import { DropArea } from '../upload/DropArea'
import { postTo } from '../upload/postFile'
import { UploadList } from '../upload/UploadList'
import { refusalOf, useUploads } from '../upload/useUploads'
import type { Sending } from '../upload/uploadItem'
import { extraFields, importOutcome, workbookOf, type ImportOutcome } from './importRows'
import { useAction } from '../useAction'
import '../actions/import.css'

export interface ImportDialogProps {
  title: string
  plan: ImportPlan
  /** Where the file is posted to; its template is below it. */
  url: string
  /** Values of the page that the server needs. */
  extra?: () => unknown
  /** The rows that were read, when they go back into a form (code 1001). */
  onReturned?: (data: unknown) => void
  /** Something may have been stored: data is loaded again. */
  onDone: () => void
  onClose: () => void
}

type Refused = Extract<ImportOutcome, { kind: 'refused' }>

/** Acceptance E5. */
const WIDTH_PX = 520
const ACCEPT = ['.xlsx']

/** Imports rows from a workbook: all of them or none (acceptance I1–I3). It stays open when something is wrong with the file. */
export function ImportDialog({ title, plan, url, extra, onReturned, onDone, onClose }: ImportDialogProps) {
  const { request, notify } = useServices()
  const [refused, setRefused] = useState<Refused>()
  // Sending the same file again, after a lost response, stores nothing twice; another file is another request.
  const idempotencyKey = useRef(newKey())
  // The warnings about this file that the user has confirmed: a hash, which is sent along with the next try.
  const confirmed = useRef<string>(undefined)
  const uploads = useUploads({ send, action: url, accept: ACCEPT, waits: true, onStored: finish })
  const { items } = uploads
  const chosen = items.find(({ status }) => status !== 'done')
  const isBusy = chosen?.status === 'uploading'
  const mayStart = chosen !== undefined && uploads.canStart(chosen.uid)

  const start = useAction(async () => {
    if (!chosen) return
    confirmed.current = refused?.confirm
    setRefused(undefined)
    await uploads.start(chosen.uid)
  })
  const template = useAction(async () => {
    const result = await request<Response>({ method: 'GET', url: `${url}/template`, as: 'response' })
    if (result.success) saveBlob(await result.body.blob(), fileNameOf(result.body) ?? `${title}.xlsx`)
  })

  async function send(file: File, sending: Sending): Promise<RequestResult<ImportOutcome>> {
    const headers = confirmed.current === undefined ? undefined : { [confirmedHeader]: confirmed.current }
    const post = postTo(request, { action: url, data: extraFields(extra?.()), headers, idempotencyKey: idempotencyKey.current })
    const result = await post(file, sending)
    if (sending.signal.aborted) return result as RequestResult<ImportOutcome>
    const outcome = importOutcome(result)
    if (outcome.kind !== 'refused') return { success: true, status: result.status, message: result.message, body: outcome }
    const isShown = !result.success && result.shown
    if (!isShown) notify.outcome(outcome.message, 'error')
    setRefused(outcome)
    // The list says the same as the toast, which goes away.
    return { success: false, status: result.status, message: outcome.message, body: { error: outcome.message }, shown: true }
  }

  function finish(outcome: ImportOutcome): void {
    if (outcome.kind === 'returned') {
      if (outcome.message !== undefined) notify.outcome(outcome.message, 'success')
      onReturned?.(outcome.data)
    } else {
      notify.outcome(outcome.message || messages['import.done'], 'success')
      onDone()
    }
    onClose()
  }

  function choose(files: File[]): void {
    if (isBusy) return
    const [file] = files
    if (!file) return
    if (files.length > 1) notify.warning(messages['import.oneFile'])
    const refusal = refusalOf(file, ACCEPT, MAX_FILE_BYTES)
    if (refusal !== undefined) notify.outcome(refusal, 'error')
    idempotencyKey.current = newKey()
    setRefused(undefined)
    uploads.clear()
    uploads.add([file])
  }

  function close(): void {
    uploads.clear()
    // What was on its way may have arrived.
    if (isBusy && (!plan.into || plan.into.record)) onDone()
    onClose()
  }

  return (
    <Modal
      open
      title={title}
      width={WIDTH_PX}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{messages.cancel}</Button>
          <Button type="primary" loading={start.pending} disabled={!mayStart} onClick={() => void start.run()}>
            {refused?.confirm === undefined ? messages['import.start'] : messages['import.anyway']}
          </Button>
        </>
      }
    >
      <div className="engine-import">
        <p className="engine-import-description">
          {plan.description ?? messages['import.description']}
          <button type="button" className="engine-link" onClick={() => void template.run()}>
            {messages['import.template']}
          </button>
        </p>
        <DropArea
          label={messages['files.add']}
          hint={messages['import.hint']}
          accept={ACCEPT}
          disabled={isBusy}
          onFiles={choose}
          onFolders={([name = '']) => {
            uploads.clear()
            uploads.refuse(name, messages['files.folder'])
          }}
        >
          {messages['import.choose']}
        </DropArea>
        <UploadList items={items} onRemove={({ uid }) => uploads.remove(uid)} />
        <p className="engine-import-warning">{say('import.limit', { max: plan.maxRows, noun: plan.noun })}</p>
        {refused && refused.problems.length > 0 && <Problems {...refused} />}
      </div>
    </Modal>
  )
}

function Problems({ problems, failed, confirm }: Pick<Refused, 'problems' | 'failed' | 'confirm'>) {
  return (
    <div role="alert" className="engine-import-refused">
      <div className="engine-import-problems">
        <table aria-label={messages['import.problems']}>
          <thead>
            <tr>
              <th scope="col">{messages['import.row']}</th>
              <th scope="col">{messages['import.column']}</th>
              <th scope="col">{messages['import.reason']}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, column, detail }) => (
              <tr key={`${row}:${column}:${detail}`}>
                <td>{row}</td>
                <td>{column}</td>
                <td>{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {confirm === undefined && <p>{messages['import.mend']}</p>}
      {failed && (
        <button type="button" className="engine-link" onClick={() => saveBlob(workbookOf(failed), failed.name)}>
          {messages['import.download']}
        </button>
      )}
    </div>
  )
}
