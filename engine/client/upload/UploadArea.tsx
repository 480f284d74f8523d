/**
 * Files to drop or to choose, which are sent at once (acceptance I4, I5).
 *
 *   UploadArea ── useUploads   the items: uploading, done, error
 *     DropArea                 dropping, clicking, the keyboard
 *     UploadList ── Progress   icon, name, progress, 删除文件; FilePreview
 */
import { useMemo } from 'react'
import { MAX_FILE_BYTES } from '../../core/wire'
import { useServices } from '../context'
import { messages, say } from '../laterMessages'
import { wordsOf } from './accepts'
import { DropArea } from './DropArea'
import type { UploadTarget } from '../files'
import { postTo } from './postFile'
import { UploadList } from './UploadList'
import { problemText, type UploadItem } from './uploadItem'
import { useUploads, type BeforeUpload } from './useUploads'

export interface UploadAreaProps extends Partial<Omit<UploadTarget, 'idempotencyKey'>> {
  /** Extensions, media types or families of them. */
  accept?: string | readonly string[]
  maxBytes?: number
  multiple?: boolean
  disabled?: boolean
  beforeUpload?: BeforeUpload
  /** Files that have arrived stay on the list, where they can be looked at; not where another list shows them. */
  keepsDone?: boolean
  /** The files belong to something that stays, so they are sent although the page is left. */
  outlives?: boolean
  /** Each file as soon as it is stored, with what the server answered. */
  onStored?: (stored: unknown, item: UploadItem) => void
}

/** Posts to `/file/upload` unless `action` says where else. */
export function UploadArea({
  action,
  field,
  data,
  headers,
  withCredentials,
  accept,
  maxBytes = MAX_FILE_BYTES,
  multiple = true,
  disabled = false,
  beforeUpload,
  keepsDone = true,
  outlives = false,
  onStored,
}: UploadAreaProps) {
  const { request, files, notify } = useServices()
  const target = action ?? files.target.action
  const send = useMemo(
    () => postTo<unknown>(request, { action: target, field, data, headers, withCredentials }),
    [request, target, field, data, headers, withCredentials],
  )
  const { items, add, retryOf, refuse, remove } = useUploads({
    send,
    action: target,
    accept,
    maxBytes,
    beforeUpload,
    urlOf: files.urlOf,
    ...(outlives && {
      whenGone: (name: string, error: Error) => notify.error(say('files.lost', { name, reason: problemText({ error }) })),
    }),
    onStored(stored, item) {
      if (!keepsDone) remove(item.uid)
      onStored?.(stored, item)
    },
  })
  const words = wordsOf(accept)
  const max = Math.floor(maxBytes / 1_048_576)

  return (
    <div className="engine-upload-area">
      <DropArea
        label={say('files.add')}
        hint={
          words.length === 0 ? say('files.dropHintAny', { max }) : say('files.dropHint', { accept: words.join(messages.enumerate), max })
        }
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onFiles={(chosen) => add(multiple ? chosen : chosen.slice(0, 1))}
        onFolders={(names) => names.forEach((name) => refuse(name, messages['files.folder']))}
      >
        {say('files.drop')}
      </DropArea>
      <UploadList
        items={items}
        onRemove={({ uid }) => remove(uid)}
        onRetry={retryOf}
        onDownload={(item) => void files.download(storedOf(item))}
      />
    </div>
  )
}

/** What the server answered about the file, for its download. */
function storedOf({ response, name }: UploadItem): { id: string; name: string } {
  const id = (response as { id?: unknown } | undefined)?.id
  return { id: String(id), name }
}
