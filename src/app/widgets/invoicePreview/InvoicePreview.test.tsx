import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WidgetProps } from '../../../../engine/client/context'
import { screenPlan } from '../../../../engine/client/testing/plans'
import { Refusal, renderPage, type PageSetup } from '../../../../engine/client/testing/renderPage'
import type { InvoiceSheet } from '../../../rules/invoiceSheet'
import { sampleLine, sampleSheet } from '../../../rules/testing/sampleInvoice'
import { InvoicePreview } from './InvoicePreview'
import { InvoicePrint } from './InvoicePrint'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const sheet: InvoiceSheet = { ...sampleSheet, lines: [{ ...sampleLine, itemName: '奶粉', spec: '' }] }
const reversal: InvoiceSheet = { ...sheet, number: '26312000202611200001', totalAmount: '-999.99', totalInWords: '负玖佰玖拾玖元玖角玖分' }

const endpoint = (name: string) => ({
  name,
  method: 'GET' as const,
  url: `/api/invoice/order/${name}/{id}`,
  permission: 'saleInvoice_preview',
  description: '',
  query: [],
  body: [],
})
const plan = screenPlan({ extra: { preview: endpoint('preview'), layout: endpoint('layout') } })

function render(Widget: ComponentType<WidgetProps>, sheets: readonly InvoiceSheet[], setup: PageSetup = {}) {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const onClose = vi.fn<() => void>()
  const serve: PageSetup['serve'] = ({ path }) =>
    path.endsWith('/layout/7') ? { name: '发票.pdf', content: btoa('%PDF-1.5') } : { sheets }
  const page = renderPage(<Widget screen={plan} record={{ id: '7' }} onClose={onClose} />, { serve, ...setup })
  return { ...page, print, onClose }
}

describe('L6 the invoice preview', () => {
  it('is called 发票预览 and shows buyer and seller, lines and totals', async () => {
    render(InvoicePreview, [sheet])
    expect(await screen.findByText('发票预览')).toBeDefined()
    const buyer = await screen.findByRole('region', { name: '购买方信息' })
    expect(within(buyer).getByText('91310115MA1DEM0334')).toBeDefined()
    expect(within(screen.getByRole('region', { name: '销售方信息' })).getByText('演示综合服务平台有限公司')).toBeDefined()
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
      '项目名称规格型号单位数量单价金额税率税额',
      '奶粉箱1008.8495884.9513%115.04',
      '合　计¥884.95¥115.04',
    ])
    for (const text of ['玖佰玖拾玖元玖角玖分', '¥999.99', '货到付款', '赵敏']) expect(screen.getByText(text)).toBeDefined()
  })

  it('shows the reversal first where there is one, and the invoice beside it', async () => {
    render(InvoicePreview, [sheet, reversal])
    expect(await screen.findByText('26312000202611200001')).toBeDefined()
    await userEvent.click(screen.getByText('原发票'))
    expect(screen.getByText('26311000202611200001')).toBeDefined()
  })

  it('保存 saves the layout file of the sheet that is shown', async () => {
    const saved: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:1'), revokeObjectURL: () => undefined }),
    )
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { asked } = render(InvoicePreview, [sheet, reversal])
    await screen.findByText('26312000202611200001')
    await userEvent.click(screen.getByRole('button', { name: /保\s?存/ }))
    await waitFor(() => expect(click).toHaveBeenCalledOnce())
    expect(asked('/layout/7')[0]?.query.get('sheet')).toBe('1')
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('发票.pdf')
    expect(await saved[0]?.text()).toBe('%PDF-1.5')
  })

  it('打印 puts the sheet beside the program for the printer, and takes it away afterwards', async () => {
    const { print, onClose } = render(InvoicePreview, [sheet])
    await screen.findByText('26311000202611200001')
    await userEvent.click(screen.getByRole('button', { name: /打\s?印/ }))
    expect(print).toHaveBeenCalledOnce()
    const paper = document.querySelector('body > .app-invoice-print')
    expect(paper?.textContent).toContain('26311000202611200001')
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(document.querySelector('.app-invoice-print')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('says what went wrong, and asks again', async () => {
    let works = false
    render(InvoicePreview, [], { serve: () => (works ? { sheets: [sheet] } : new Refusal(404, { message: '记录不存在' })) })
    const alert = await screen.findByRole('alert')
    works = true
    await userEvent.click(within(alert).getByRole('button', { name: /重\s?试/ }))
    expect(await screen.findByText('26311000202611200001')).toBeDefined()
  })
})

describe('打印 of an invoice', () => {
  it('prints every sheet without showing them first', async () => {
    const { print, onClose } = render(InvoicePrint, [sheet, reversal])
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(document.querySelectorAll('body > .app-invoice-print > .app-invoice')).toHaveLength(2)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('closes with a word when there is nothing to print', async () => {
    const { print, onClose } = render(InvoicePrint, [], { serve: () => new Refusal(404, { message: '记录不存在' }) })
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(print).not.toHaveBeenCalled()
  })
})
