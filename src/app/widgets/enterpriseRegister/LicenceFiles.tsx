import { DeleteOutlined, FileTextOutlined, UploadOutlined } from '@ant-design/icons'
import { useId, useState, type DragEvent } from 'react'
import { licenceHint } from '../../../rules/licences'
import { readLicences, type LicenceFile } from './readLicences'

export type { LicenceFile }

interface LicenceFilesProps {
  files: readonly LicenceFile[]
  problem: string | undefined
  onChange: (files: readonly LicenceFile[]) => void
}

/** Licences go with the form itself, because who is not signed in may upload nothing. */
export function LicenceFiles({ files, problem, onChange }: LicenceFilesProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const [over, setOver] = useState(false)

  async function add(list: FileList | null): Promise<void> {
    const { accepted, refused } = await readLicences([...(list ?? [])], files)
    setRefusal(refused)
    if (accepted.length > 0) onChange([...files, ...accepted])
  }
  const shown = refusal ?? problem
  return (
    <div className="app-licences">
      <div
        role="presentation"
        onDragOver={(event: DragEvent) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          setOver(false)
          void add(event.dataTransfer.files)
        }}
      >
        <label className={`app-licences-drop${over ? ' app-licences-over' : ''}`}>
          <input
            type="file"
            multiple
            accept=".pdf,.jpg,.jpeg,.png"
            aria-label="证照附件"
            aria-describedby={id}
            aria-invalid={shown !== undefined || undefined}
            onChange={(event) => {
              void add(event.target.files)
              // The same file can be chosen again after it was taken away.
              event.target.value = ''
            }}
          />
          <UploadOutlined aria-hidden />
          <span>点击或拖拽上传营业执照等证照 *</span>
          <small>{licenceHint}</small>
        </label>
      </div>
      <ul>
        {files.map((file, index) => (
          <li key={`${file.name} ${index}`}>
            <FileTextOutlined aria-hidden />
            <span>{file.name}</span>
            <button
              type="button"
              className="app-tool"
              aria-label={`删除文件 ${file.name}`}
              onClick={() => onChange(files.filter((_file, position) => position !== index))}
            >
              <DeleteOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <div id={id} className="app-form-problem" role={shown === undefined ? undefined : 'alert'}>
        {shown}
      </div>
    </div>
  )
}
