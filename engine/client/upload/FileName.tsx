import { useState } from 'react'
import { say } from '../laterMessages'
import { lazyPart } from '../ui/lazyPart'
import { previewType } from './fileKind'

const FilePreview = lazyPart(() => import('./FilePreview').then((module) => module.FilePreview))

interface FileNameProps {
  name: string
  /** Of the stored file; absent while it is not stored. */
  url: string | undefined
  onDownload: (() => void) | undefined
}

/** The name of a file that leads to it: a preview where it can be looked at, a download otherwise. */
export function FileName({ name, url, onDownload }: FileNameProps) {
  const [isOpen, setIsOpen] = useState(false)
  const mayPreview = url !== undefined && previewType(name) !== undefined
  const open = mayPreview ? () => setIsOpen(true) : url === undefined ? undefined : onDownload
  if (!open) return <bdi className="engine-file-name">{name}</bdi>
  return (
    <>
      <button
        type="button"
        className="engine-link engine-file-name"
        title={say(mayPreview ? 'files.preview' : 'files.download')}
        onClick={open}
      >
        <bdi>{name}</bdi>
      </button>
      {isOpen && url !== undefined && <FilePreview name={name} url={url} onDownload={onDownload} onClose={() => setIsOpen(false)} />}
    </>
  )
}
