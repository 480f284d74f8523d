import { useServices } from '../context'
import { storedFiles } from '../fields/storedFile'
import { say } from '../messages'

/** The files of a field, each to download. */
export function FileLinks({ value }: { value: unknown }) {
  const { files } = useServices()
  const stored = storedFiles(value)
  if (stored.length === 0) return say('empty')
  return (
    <ul className="engine-files-list">
      {stored.map((file) => (
        <li key={file.id}>
          <button type="button" className="engine-link" title={say('files.download')} onClick={() => void files.download(file)}>
            {file.name}
          </button>
        </li>
      ))}
    </ul>
  )
}
