import { Select } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useDictionaries, usePageAddress, type WidgetProps } from '../../../../engine/client/context'
import { UploadArea } from '../../../../engine/client/upload/UploadArea'
import '../widgets.css'

/**
 * Files to keep, above the list of them. With `docType` and `docId` in the address they are attached to that document, for partners who
 * hand something in later.
 */
export function FileUpload({ onDone }: WidgetProps) {
  const { search } = usePageAddress()
  const types = useDictionaries()['attachType']?.items ?? []
  const typeId = useId()
  const [attachType, setAttachType] = useState<string>()
  const data = useMemo(() => {
    const address = new URLSearchParams(search)
    const [docType, docId] = [address.get('docType'), address.get('docId')]
    return { keep: 'true', attachType, ...(docType && docId ? { docType, docId } : {}) }
  }, [search, attachType])

  return (
    <div className="app-upload">
      <label htmlFor={typeId}>附件类型</label>
      <Select
        id={typeId}
        className="app-upload-type"
        allowClear
        placeholder="请选择"
        value={attachType}
        options={types.map(({ code, title }) => ({ value: code, label: title }))}
        onChange={(chosen: string | undefined) => setAttachType(chosen)}
      />
      <div className="app-upload-files">
        <UploadArea data={data} keepsDone={false} onStored={onDone} />
      </div>
    </div>
  )
}
