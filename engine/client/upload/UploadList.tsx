import { CloseOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { say } from '../laterMessages'
import { FileIcon } from './FileIcon'
import { FileName } from './FileName'
import { Progress } from '../ui/Progress'
import { readableSize } from '../ui/readableSize'
import { problemText, type UploadItem } from './uploadItem'
import './upload.css'

interface UploadListProps {
  items: readonly UploadItem[]
  /** Absent: nothing can be taken away. */
  onRemove?: (item: UploadItem) => void
  onDownload?: (item: UploadItem) => void
  /** How a file that was not taken is sent once more; undefined where that could not help. */
  onRetry?: (item: UploadItem) => (() => void) | undefined
}

/** Chosen files with their icons, how far each is, and why one failed; each can be taken away, which gives it up while it is on its way. */
export function UploadList({ items, onRemove, onDownload, onRetry }: UploadListProps) {
  if (items.length === 0) return null
  return (
    <ul className="engine-uploads" aria-label={say('files.list')}>
      {items.map((item) => (
        <li key={item.uid} className="engine-upload" data-status={item.status}>
          <span className="engine-upload-title">
            <Picture item={item} />
            <FileName name={item.name} url={item.url} onDownload={onDownload && (() => onDownload(item))} />
          </span>
          {item.size > 0 && <span className="engine-upload-size">{readableSize(item.size)}</span>}
          {item.status === 'uploading' && <span role="status">{say('files.uploading')}</span>}
          {item.status === 'error' && (
            <span role="alert" className="engine-upload-problem">
              {problemText(item)}
            </span>
          )}
          {item.status === 'error' && <Retry name={item.name} retry={onRetry?.(item)} />}
          {onRemove && (
            <button
              type="button"
              className="engine-upload-remove"
              aria-label={`${say('files.remove')} ${item.name}`}
              title={say('files.remove')}
              onClick={() => onRemove(item)}
            >
              <CloseOutlined aria-hidden="true" />
            </button>
          )}
          {item.status === 'uploading' && <Progress percent={item.percent} status="active" label={item.name} />}
        </li>
      ))}
    </ul>
  )
}

function Retry({ name, retry }: { name: string; retry: (() => void) | undefined }) {
  if (!retry) return null
  return (
    <button type="button" className="engine-link" aria-label={`${say('files.retry')} ${name}`} onClick={retry}>
      {say('files.retry')}
    </button>
  )
}

function Picture({ item }: { item: UploadItem }) {
  const [isBroken, setIsBroken] = useState(false)
  if (item.thumbUrl === undefined || isBroken) return <FileIcon name={item.name} />
  return <img className="engine-upload-picture" src={item.thumbUrl} alt={say('files.image')} onError={() => setIsBroken(true)} />
}
