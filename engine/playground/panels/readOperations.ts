import type { Method } from '../../client/request'
import { asksToPick } from '../../core/compile/match'
import { readingPermission } from '../../core/permission'
import type { ScreenPlan } from '../../core/plan'
import { say } from '../messages'

export interface Operation {
  method: Method
  url: string
  /** Permission code, or the menu's own right. */
  permission: string
  title: string
}

/** What the pages of a screen ask for to be drawn: lists, records, and what stands around them. Who may read may ask. */
export function readsOf(screen: ScreenPlan): Operation[] {
  const { base, pages, actions, access } = screen
  const permission = readingPermission(screen)
  const lists = Object.values(pages).filter((page) => page.kind === 'list')
  const tabs = Object.values(pages).flatMap((page) => (page.kind === 'record' ? page.tabs : []))
  const tables = [
    ...tabs.flatMap((tab) => (tab.kind === 'related' ? [tab] : [])),
    ...lists.flatMap(({ title, expand }) => (expand ? [{ ...expand, title }] : [])),
  ]
  const picks =
    actions['add'] || actions['edit'] ? tabs.flatMap((tab) => asksToPick(tab).map(({ key }) => ({ key, title: tab.title }))) : []
  const asks = (path: string, title: string, method: Method = 'GET'): Operation => ({
    method,
    url: base + path,
    permission,
    title,
  })
  return [
    ...(lists.length > 0 ? [asks('/list', say('endpoints.list')), asks('/list', say('endpoints.longList'), 'POST')] : []),
    ...(lists.some(({ side }) => side) ? [asks('/side', say('endpoints.side'))] : []),
    ...(lists.some(({ states }) => states) ? [asks('/states', say('endpoints.states'))] : []),
    ...lists.flatMap(({ name, title, figures }) => (figures ? [asks(`/figures/${name}`, say('endpoints.figures', { title }))] : [])),
    ...lists.flatMap(({ name, title, charts }) => (charts ? [asks(`/charts/${name}`, say('endpoints.charts', { title }))] : [])),
    asks('/{id}', say('endpoints.record')),
    ...tables.map(({ key, title }) => asks(`/related/${key}/{id}`, say('endpoints.related', { title }))),
    ...tables.flatMap(({ key, title, charts }) => (charts ? [asks(`/charts/${key}/{id}`, say('endpoints.charts', { title }))] : [])),
    ...picks.map(({ key, title }) => asks(`/pick/${key}`, say('endpoints.pick', { title }))),
    ...(tabs.some(({ kind }) => kind === 'history') ? [asks('/history/{id}', say('endpoints.history'))] : []),
    ...(Object.keys(access.options).length > 0
      ? [asks('/options/{key}', say('endpoints.options')), asks('/options/{key}', say('endpoints.names'), 'POST')]
      : []),
    // Of a list without a button for it, too.
    ...(lists.length > 0 && !actions['export'] ? [asks('/export', say('endpoints.export'), 'POST')] : []),
    asks('/attach/{id}', say('endpoints.attachments')),
  ]
}
