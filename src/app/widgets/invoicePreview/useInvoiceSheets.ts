import { useQuery } from '@tanstack/react-query'
import { useServices, type WidgetProps } from '../../../../engine/client/context'
import { bodyOrThrow } from '../../../../engine/client/request'
import type { InvoiceSheet } from '../../../rules/invoiceSheet'
import { extraEndpoint } from '../extraEndpoint'

/** The sheets of an invoice as they are stored now: the invoice, and its reversal where there is one. */
export function useInvoiceSheets({ screen, record }: Pick<WidgetProps, 'screen' | 'record'>) {
  const { request } = useServices()
  const { method, url } = extraEndpoint(screen, 'preview')
  const id = record?.id
  return useQuery({
    queryKey: [screen.id, 'preview', id],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<{ sheets: InvoiceSheet[] }>({ method, url, values: { id }, signal, quiet: true })).sheets,
    // What is on paper should be what is stored.
    staleTime: 0,
    gcTime: 0,
  })
}
