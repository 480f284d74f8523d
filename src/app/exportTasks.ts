import type { Notify } from '../../engine/client/notify'
import { bodyOrThrow, RequestError, type Request } from '../../engine/client/request'
import type { StatePlan } from '../../engine/core/plan'
import type { ListResponse, QueuedExport } from '../../engine/core/wire'
import type { MatchRoute } from './routing/routeTable'
import type { Screens } from './routing/screens'

/** Where large exports are kept for who has asked for them. */
export const exportsPage = '/dataExportDownload'
const SHOWN = 5
/** A file is made in seconds. */
const EVERY_MS = 5_000

export interface ExportTask {
  id: string
  name: string
  state?: Pick<StatePlan, 'title' | 'color'>
  running: boolean
}

interface Asking {
  request: Request
  screens: Pick<Screens, 'load'>
}

/** The last exports of the user, from the list that the menu shows. @throws RequestError */
export async function lastExports({ request, screens }: Asking, screen: string, signal?: AbortSignal): Promise<ExportTask[]> {
  const { base, states = {}, statusField = '' } = await screens.load(screen)
  const values = { page: 1, pageSize: SHOWN }
  const { records } = bodyOrThrow(await request<ListResponse>({ method: 'GET', url: `${base}/list`, values, signal, quiet: true }))
  return records.map((record) => {
    const state = states[String(record[statusField])]
    const name = typeof record['taskName'] === 'string' ? record['taskName'] : record.id
    return { id: record.id, name, ...(state ? { state } : {}), running: state?.color === 'processing' || state?.initial === true }
  })
}

interface Watching extends Asking {
  match: MatchRoute
  notify: Pick<Notify, 'success' | 'error'>
  navigate: (to: string) => void
  /** False when the user who has asked for it is gone. */
  isWanted: () => boolean
}

/** Looks after a file that is being made, and tells its user when it is there, or why it will not be. */
export async function watchExport({ match, notify, navigate, isWanted, ...asking }: Watching, { id, page }: QueuedExport): Promise<void> {
  const screen = page === undefined ? undefined : match(page)?.route.screen
  if (page === undefined || screen === undefined) return
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    if (!isWanted()) return
    const tasks = await lastExports(asking, screen).catch(retriable)
    const task = tasks?.find((each) => each.id === id)
    // Asked for so many others since that it is not among the last any more, or deleted.
    if (tasks && !task) return
    if (!task || task.running) continue
    const link = { text: '前往查看', onFollow: () => navigate(page) }
    if (task.state?.color === 'success') notify.success(`“${task.name}”已生成，可以下载`, link)
    else notify.error(`“${task.name}”未能生成：${task.state?.title ?? ''}`, link)
    return
  }
}

/** The line may be back the next time; a session that has ended is not. */
function retriable(error: unknown): undefined {
  if (error instanceof RequestError && error.failure.status !== 401) return undefined
  throw error
}
