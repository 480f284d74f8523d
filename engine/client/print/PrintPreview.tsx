import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Modal, Segmented, Skeleton } from 'antd'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { formatDateTime } from '../../core/dateTime'
import type { BrowserScreenPlan, PrintChoice } from '../../core/plan'
import { isTrue, readOf } from '../../core/record/scope'
import type { PrintResponse, RecordValues } from '../../core/wire'
import { useAction, useErrorReport } from '../useAction'
import { useEnvironment, useServices } from '../context'
import { useDialogClose } from '../ui/dialogClose'
import { messages } from '../messages'
import { bodyOrThrow } from '../request'
import { sayPrint } from '../printMessages'
import { paperSize } from './papers'
import { Sheets } from './Sheets'
import './preview.css'

interface PrintPreviewProps {
  screen: BrowserScreenPlan
  templates: readonly PrintChoice[]
  records: readonly RecordValues[]
  /** Called after printing, which has added entries to the histories of the records. */
  onDone: () => void
  onClose: () => void
}

/**
 * The preview of a print, and the button that prints it; the printer gets the sheets that are shown. The server notes each print in the
 * histories of the records before the browser prints, also when the user prints with the keys of the browser.
 */
export function PrintPreview({ screen, templates, records, onDone, onClose }: PrintPreviewProps) {
  const close = useDialogClose(onClose)
  const choices = useChoices(templates, records)
  const [name, setName] = useState(choices[0]?.template.name)
  const { template, fitting } = choices.find((choice) => choice.template.name === name) ?? { template: undefined, fitting: [] }
  const ids = fitting.map(({ id }) => id).join(',')
  const response = usePrintResponse(screen, template?.name, ids)
  const { data } = response
  const [left, setLeft] = useState<readonly string[]>([])
  const copies = data?.print.copies.filter((copy) => !left.includes(copy)) ?? []
  const isReady = data !== undefined && (data.print.copies.length === 0 || copies.length > 0)
  const { pending, print } = usePrinting(screen, isReady ? template?.name : undefined, ids, onDone)
  const area = useRef<HTMLDivElement>(null)
  const zoom = useFit(area, data && paperSize(data.print.paper).pixels)
  return (
    <Modal
      open
      title={sayPrint('print.preview')}
      rootClassName="engine-print-preview"
      width="min(100vw, 1200px)"
      style={{ top: 24 }}
      onCancel={close}
      footer={
        <>
          <Button onClick={onClose}>{messages.close}</Button>
          <Button type="primary" icon={<PrinterOutlined aria-hidden />} disabled={!isReady} loading={pending} onClick={() => void print()}>
            {sayPrint('print.print')}
          </Button>
        </>
      }
    >
      <div className="engine-print-choices">
        {choices.length > 1 && (
          <Segmented
            aria-label={sayPrint('print.template')}
            options={choices.map(({ template: { title, name: value } }) => ({ label: title, value }))}
            value={name}
            onChange={setName}
          />
        )}
        {data && data.print.copies.length > 0 && (
          <Checkbox.Group
            aria-label={sayPrint('print.copies')}
            options={data.print.copies}
            value={copies}
            onChange={(chosen) => setLeft(data.print.copies.filter((copy) => !chosen.includes(copy)))}
          />
        )}
        {template && fitting.length < records.length && (
          <Alert
            type="info"
            showIcon
            title={sayPrint('print.leftOut', { count: records.length - fitting.length, title: template.title })}
          />
        )}
      </div>
      <div ref={area} className="engine-print-area" style={{ '--engine-paper-zoom': zoom } as CSSProperties}>
        {response.isPending && template && <Skeleton active paragraph={{ rows: 12 }} />}
        {response.error && (
          <div role="alert" className="engine-print-failed">
            <p>{response.error.message}</p>
            <Button onClick={() => void response.refetch()}>{messages.retry}</Button>
          </div>
        )}
        {data && <Sheets screen={screen} response={data} copies={copies} printedAt={formatDateTime(data.at)} />}
      </div>
    </Modal>
  )
}

/** Templates that are possible for some of the records, with those records. */
function useChoices(templates: readonly PrintChoice[], records: readonly RecordValues[]) {
  const environment = useEnvironment()
  return templates
    .map((template) => ({ template, fitting: records.filter((record) => isTrue(template.when, readOf(record), environment())) }))
    .filter(({ fitting }) => fitting.length > 0)
}

/** Loaded anew for each preview, never from the cache, so that the paper shows what is stored now. */
function usePrintResponse({ base }: BrowserScreenPlan, name: string | undefined, ids: string) {
  const { request } = useServices()
  return useQuery({
    queryKey: ['print', base, name, ids],
    enabled: name !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<PrintResponse> =>
      bodyOrThrow(await request<PrintResponse>({ method: 'GET', url: `${base}/print/${name}`, values: { ids }, signal, quiet: true })),
  })
}

/** Prints the sheets, after the server has noted the print in the histories of the records. @param ids separated by commas */
function usePrinting({ base }: BrowserScreenPlan, name: string | undefined, ids: string, onDone: () => void) {
  const { request } = useServices()
  const reportError = useErrorReport()
  const isNoted = useRef(false)
  const note = useCallback(async () => {
    if (name === undefined) return
    bodyOrThrow(await request({ method: 'POST', url: `${base}/print/${name}`, values: { ids: ids.split(',') } }))
    onDone()
  }, [request, base, name, ids, onDone])
  const { pending, run: print } = useAction(async () => {
    await note()
    isNoted.current = true
    window.print()
  })
  useEffect(() => {
    const before = (): void => {
      if (!isNoted.current) note().catch(reportError)
    }
    const after = (): void => {
      isNoted.current = false
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [note, reportError])
  return { pending, print }
}

/** The zoom at which a sheet is as wide as the area; at most 1. */
function useFit(area: RefObject<HTMLDivElement | null>, pixels: number | undefined): number {
  const [zoom, setZoom] = useState(1)
  useLayoutEffect(() => {
    const fit = (): void => {
      const room = area.current?.clientWidth ?? 0
      setZoom(room > 0 && pixels ? Math.min(1, room / pixels) : 1)
    }
    fit()
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [area, pixels])
  return zoom
}
