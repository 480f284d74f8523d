import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Modal, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useServices, type WidgetProps } from '../../../../engine/client/context'
import { saveBlob } from '../../../../engine/client/files'
import { extraEndpoint } from '../extraEndpoint'
import { InvoiceSheetView } from './InvoiceSheetView'
import { PrintedInvoice } from './InvoicePrint'
import { useInvoiceSheets } from './useInvoiceSheets'

/**
 * 发票预览 (acceptance L6): the invoice as it is stored, the buyer's text on the left, the seller's on the right. 保存 saves its layout file, a
 * PDF, on the user's computer; 打印 prints the sheet that is shown.
 */
export function InvoicePreview({ screen, record, onClose }: WidgetProps) {
  const { data: sheets, error, refetch } = useInvoiceSheets({ screen, record })
  const [chosen, setChosen] = useState<number>()
  const [printing, setPrinting] = useState(false)
  const { saving, save } = useSaving(screen, record?.id)
  // A reversal is what one looks for once there is one.
  const index = chosen ?? (sheets?.length ?? 1) - 1
  const sheet = sheets?.[index]
  return (
    <Modal
      open
      title="发票预览"
      width={1000}
      className="app-invoice-preview"
      onCancel={onClose}
      footer={
        <>
          <Button icon={<DownloadOutlined aria-hidden />} disabled={!sheet} loading={saving} onClick={() => void save(index)}>
            保存
          </Button>
          <Button type="primary" icon={<PrinterOutlined aria-hidden />} disabled={!sheet} onClick={() => setPrinting(true)}>
            打印
          </Button>
        </>
      }
    >
      {sheets && sheets.length > 1 && (
        <Segmented
          className="app-invoice-choice"
          options={['原发票', '红字发票'].map((label, value) => ({ label, value }))}
          value={index}
          onChange={setChosen}
        />
      )}
      {sheet && <InvoiceSheetView sheet={sheet} />}
      {!sheet && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {error && (
        <div role="alert" className="app-invoice-failed">
          <p>{error.message}</p>
          <Button onClick={() => void refetch()}>重试</Button>
        </div>
      )}
      {printing && sheet && <PrintedInvoice sheets={[sheet]} onDone={() => setPrinting(false)} />}
    </Modal>
  )
}

function useSaving(screen: WidgetProps['screen'], id: string | undefined) {
  const { request } = useServices()
  const { method, url } = extraEndpoint(screen, 'layout')
  const [saving, setSaving] = useState(false)
  async function save(sheet: number): Promise<void> {
    setSaving(true)
    const result = await request<{ name: string; content: string }>({ method, url, values: { id, sheet } })
    setSaving(false)
    if (!result.success) return
    const bytes = Uint8Array.from(atob(result.body.content), (character) => character.charCodeAt(0))
    saveBlob(new Blob([bytes], { type: 'application/pdf' }), result.body.name)
  }
  return { saving, save }
}
