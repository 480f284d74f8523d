import { useQuery } from '@tanstack/react-query'
import { useProduct, useProgram } from '../programContext'
import { exportsPage, lastExports, type ExportTask } from '../exportTasks'

const EVERY_MS = 10_000

/** The last exports of the user, from the list that the menu shows. Undefined for who has no such menu. */
export function useExports(): { href: string; rows: readonly ExportTask[] } | undefined {
  const { request, screens } = useProgram()
  const screen = useProduct((state) => state.match(exportsPage)?.route.screen)
  const { data } = useQuery({
    queryKey: ['work', 'exports', screen],
    enabled: screen !== undefined,
    queryFn: ({ signal }) => lastExports({ request, screens }, screen ?? '', signal),
    refetchInterval: ({ state }) => state.data?.some(({ running }) => running) === true && EVERY_MS,
  })
  return data && { href: exportsPage, rows: data }
}
