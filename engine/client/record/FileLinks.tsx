import { useServices } from '../context'
import { storedFiles } from '../../core/fields'
import { say } from '../messages'
import { FileName } from '../upload/FileName'

/** The files of a field, each to look at or to download. */
export function FileLinks({ value }: { value: unknown }) {
  const { files } = useServices()
  const stored = storedFiles(value)
  if (stored.length === 0) return say('empty')
  return (
    <ul className="engine-files-list">
      {stored.map((file) => (
        <li key={file.id}>
          <FileName name={file.name} url={files.urlOf(file)} onDownload={() => void files.download(file)} />
        </li>
      ))}
    </ul>
  )
}
