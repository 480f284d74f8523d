import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useErrorReport } from '../../../../engine/client/useAction'
import type { WidgetProps } from '../../../../engine/client/context'
import { usePrint } from '../../../../engine/client/usePrint'
import type { InvoiceSheet } from '../../../rules/invoiceSheet'
import { InvoiceSheetView } from './InvoiceSheetView'
import { useInvoiceSheets } from './useInvoiceSheets'

interface PrintedInvoiceProps {
  sheets: readonly InvoiceSheet[]
  onDone: () => void
}

/** Sheets on A4, each on a page of its own. They stand beside the program in the document and are seen by printers alone. */
export function PrintedInvoice({ sheets, onDone }: PrintedInvoiceProps) {
  usePrint(onDone)
  return createPortal(
    <div className="app-invoice-print">
      {sheets.map((sheet, index) => (
        <InvoiceSheetView key={index} sheet={sheet} />
      ))}
    </div>,
    document.body,
  )
}

/** 打印 of an invoice: the sheets go to the printer without being shown first. */
export function InvoicePrint({ screen, record, onClose }: WidgetProps) {
  const { data, error } = useInvoiceSheets({ screen, record })
  const reportError = useErrorReport()
  const close = useRef(onClose)
  useEffect(() => {
    if (!error) return
    reportError(error)
    close.current?.()
  }, [error, reportError])
  return data ? <PrintedInvoice sheets={data} onDone={() => onClose?.()} /> : null
}
