import { useMemo, useRef } from 'react'
import { useServices } from '../context'
import type { InputProps } from '../fieldDefinition'
import { storedFiles, type StoredFile } from '../../core/fields'
import { messages, say } from '../laterMessages'
import { DropArea } from './DropArea'
import type { UploadTarget } from '../files'
import { postTo } from './postFile'
import { UploadList } from './UploadList'
import type { UploadItem } from './uploadItem'
import { useUploads } from './useUploads'

export interface FilesControlProps extends InputProps {
  /** Where each file is posted to, the same object as long as it is the same place. */
  target: UploadTarget
  /** What taking a stored file away needs first; resolves with false when it stays. */
  mayRemove?: (file: StoredFile) => Promise<boolean>
}

const DEFAULT_MAX_COUNT = 20

/** The files of a field: those that are stored, those on their way, and room for more. */
export function FilesControl(props: FilesControlProps) {
  const { id, value, onChange, onStatus, field, disabled, describedBy, label, target, mayRemove } = props
  const { request, files, notify } = useServices()
  const stored = storedFiles(value)
  // Several uploads end between two renders; each adds to what the one before has left.
  const latest = useRef(stored)
  latest.current = stored
  const send = useMemo(() => postTo<StoredFile>(request, target), [request, target])
  const { items, add, retryOf, refuse, remove } = useUploads<StoredFile>({
    send,
    action: target.action,
    accept: field.accept,
    onStatus: (uid, status) => onStatus?.(uid, status && (status === 'error' ? 'failed' : 'coming')),
    onStored: (file, { uid }) => {
      remove(uid)
      change([...latest.current, file])
    },
  })
  const kept = useMemo(() => stored.map((file) => itemOf(file, files.urlOf(file))), [stored, files])
  const max = field.maxCount ?? DEFAULT_MAX_COUNT
  const room = max - stored.length - items.length

  function change(next: StoredFile[]): void {
    latest.current = next
    onChange(next)
  }

  function choose(chosen: File[]): void {
    if (chosen.length > room) notify.warning(say('files.tooMany', { max }))
    add(chosen.slice(0, room))
  }

  async function takeAway(item: UploadItem): Promise<void> {
    const file = stored.find((each) => each.id === item.uid)
    if (!file) return remove(item.uid)
    if (!mayRemove || (await mayRemove(file))) change(latest.current.filter((each) => each.id !== file.id))
  }

  if (disabled && stored.length === 0) return <output id={id}>{messages.empty}</output>
  return (
    <div className="engine-upload-area" role="group" aria-label={label ?? field.title} aria-describedby={describedBy}>
      <UploadList
        items={[...kept, ...items]}
        onRemove={disabled ? undefined : (item) => void takeAway(item)}
        onRetry={retryOf}
        onDownload={(item) => void files.download({ id: item.uid, name: item.name })}
      />
      {!disabled && room > 0 && (
        <DropArea
          id={id}
          describedBy={describedBy}
          compact
          label={`${messages['files.add']} ${label ?? field.title}`}
          accept={field.accept}
          multiple={room > 1}
          onFiles={choose}
          onFolders={(names) => names.forEach((name) => refuse(name, messages['files.folder']))}
        >
          {messages['files.drop']}
        </DropArea>
      )}
    </div>
  )
}

function itemOf({ id, name, size = 0, type = '' }: StoredFile, url: string | undefined): UploadItem {
  return { uid: id, name, size, type, percent: 100, status: 'done', url }
}
