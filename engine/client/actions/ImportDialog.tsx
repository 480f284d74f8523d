import { Button, Modal } from 'antd'
import { useState, type ChangeEvent, type DragEvent } from 'react'
import type { BrowserScreenPlan } from '../../core/plan'
import { useServices } from '../context'
import { fileNameOf, saveBlob } from '../files'
import { messages, say } from '../messages'
import { newKey } from '../newKey'
import { defaultMaxRows, importRows, maxImportBytes, problemsAsCsv, type ImportProblem } from './importRows'
import { useAction } from './useAction'
import './import.css'

interface ImportDialogProps {
  screen: BrowserScreenPlan
  title: string
  maxRows?: number
  /** The rows that were read, when they go back into a form (code 1001). */
  onReturned?: (data: unknown) => void
  onDone: () => void
  onClose: () => void
}

/** Acceptance E5. */
const WIDTH_PX = 520

/** Imports rows from a spreadsheet: all of them or none (acceptance I1–I3). It stays open when something is wrong with the file. */
export function ImportDialog({ screen, title, maxRows = defaultMaxRows, onReturned, onDone, onClose }: ImportDialogProps) {
  const { request, notify } = useServices()
  const [file, setFile] = useState<File>()
  const [problems, setProblems] = useState<readonly ImportProblem[]>([])
  const [idempotencyKey, setIdempotencyKey] = useState(newKey)

  const start = useAction(async () => {
    if (!file) return
    const outcome = await importRows(request, screen.base, file, idempotencyKey)
    if (outcome.kind === 'refused') {
      notify.note(outcome.message, 'error')
      setProblems(outcome.problems)
      return
    }
    if (outcome.kind === 'returned') onReturned?.(outcome.data)
    else notify.note(messages['import.done'], 'success')
    onDone()
    onClose()
  })
  const template = useAction(async () => {
    const result = await request<Response>({ method: 'GET', url: `${screen.base}/template`, as: 'response' })
    if (result.success) saveBlob(await result.body.blob(), fileNameOf(result.body) ?? `${title}.xlsx`)
  })

  function choose(chosen: File | undefined): void {
    if (!chosen) return
    if (chosen.size > maxImportBytes) return notify.note(messages['files.tooLarge'], 'error')
    setFile(chosen)
    setProblems([])
    // Another file is another request.
    setIdempotencyKey(newKey())
  }
  function pick({ target }: ChangeEvent<HTMLInputElement>): void {
    choose(target.files?.[0])
    // So that the same file, mended, can be chosen again.
    target.value = ''
  }
  function drop(event: DragEvent): void {
    event.preventDefault()
    choose(event.dataTransfer.files[0])
  }

  return (
    <Modal
      open
      title={title}
      width={WIDTH_PX}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="primary" loading={start.pending} disabled={!file} onClick={() => void start.run()}>
            {messages['import.start']}
          </Button>
        </>
      }
    >
      <div className="engine-import">
        <div role="presentation" className="engine-import-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <label>
            <input type="file" accept=".xlsx" className="engine-hidden" onChange={pick} />
            <span className="engine-import-file">{file?.name ?? messages['import.choose']}</span>
            <span>{say('import.hint', { max: maxRows })}</span>
          </label>
        </div>
        <p className="engine-import-warning">{messages['import.warning']}</p>
        <button type="button" className="engine-link" onClick={() => void template.run()}>
          {messages['import.template']}
        </button>
        {problems.length > 0 && <Problems problems={problems} />}
      </div>
    </Modal>
  )
}

function Problems({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <div role="alert">
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
      <button type="button" className="engine-link" onClick={() => saveBlob(problemsAsCsv(problems), `${messages['import.problems']}.csv`)}>
        {messages['import.download']}
      </button>
    </div>
  )
}
