import { useQuery } from '@tanstack/react-query'
import { bodyOrThrow } from '../../../engine/client/request'
import type { StatePlan } from '../../../engine/core/plan'
import type { ListResponse } from '../../../engine/core/wire'
import { useProduct, useProgram } from '../programContext'

/** Where large exports are kept for who has asked for them. */
const PAGE = '/dataExportDownload'
const SHOWN = 5
/** A file is made in seconds. */
const EVERY_MS = 10_000

interface ExportRow {
  id: string
  name: string
  state?: Pick<StatePlan, 'title' | 'color'>
  running: boolean
}

/** The last exports of the user, from the list that the menu shows. Undefined for who has no such menu. */
export function useExports(): { href: string; rows: readonly ExportRow[] } | undefined {
  const { request, screens } = useProgram()
  const screen = useProduct((state) => state.match(PAGE)?.route.screen)
  const { data } = useQuery({
    queryKey: ['work', 'exports', screen],
    enabled: screen !== undefined,
    queryFn: async ({ signal }): Promise<ExportRow[]> => {
      const { base, states = {}, statusField = '' } = await screens.load(screen ?? '')
      const values = { page: 1, pageSize: SHOWN }
      const { records } = bodyOrThrow(await request<ListResponse>({ method: 'GET', url: `${base}/list`, values, signal, quiet: true }))
      return records.map((record) => {
        const state = states[String(record[statusField])]
        const name = typeof record['taskName'] === 'string' ? record['taskName'] : record.id
        return { id: record.id, name, ...(state ? { state } : {}), running: state?.color === 'processing' || state?.initial === true }
      })
    },
    refetchInterval: ({ state }) => state.data?.some(({ running }) => running) === true && EVERY_MS,
  })
  return data && { href: PAGE, rows: data }
}
