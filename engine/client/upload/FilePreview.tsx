import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useServices } from '../context'
import { useDialogClose } from '../ui/dialogClose'
import { say } from '../laterMessages'
import { previewType } from './fileKind'
import './upload.css'

interface FilePreviewProps {
  name: string
  /** Of the stored file; read with the user's token. */
  url: string
  onDownload: (() => void) | undefined
  onClose: () => void
}

const WIDTH_PX = 880

/** An image or a PDF in a dialog. The content is drawn as what its extension says and nothing else, so that it can run nothing here. */
export function FilePreview({ name, url, onDownload, onClose }: FilePreviewProps) {
  const { files } = useServices()
  const close = useDialogClose(onClose)
  const type = previewType(name) ?? ''
  const [isBroken, setIsBroken] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['file', url],
    queryFn: ({ signal }) => files.read(url, signal),
    gcTime: 0,
    retry: false,
  })
  const shown = useMemo(() => (data ? URL.createObjectURL(new Blob([data], { type })) : undefined), [data, type])
  useEffect(() => (shown === undefined ? undefined : () => URL.revokeObjectURL(shown)), [shown])

  return (
    <Modal open title={<bdi>{name}</bdi>} width={WIDTH_PX} footer={null} onCancel={close} destroyOnHidden>
      {error || isBroken ? (
        <p role="alert">{error?.message ?? say('files.previewFailed')}</p>
      ) : shown === undefined ? (
        <p role="status">{say('loading')}</p>
      ) : type === 'application/pdf' ? (
        <iframe className="engine-preview-page" src={shown} title={name} />
      ) : (
        <img className="engine-preview-image" src={shown} alt={name} onError={() => setIsBroken(true)} />
      )}
      {onDownload && (
        <p className="engine-preview-foot">
          <button type="button" className="engine-link" onClick={onDownload}>
            {say('files.download')}
          </button>
        </p>
      )}
    </Modal>
  )
}
