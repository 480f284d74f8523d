/** What is tried before it is done: forms that compute while one types, actions that show what they will book. */
import type { Action, Entity } from '../../spec/generated/entity'
import type { RecordPage, Screen } from '../../spec/generated/screen'
import { addPageOf, itemsOf } from './betweenPages'
import { isFilled } from './filled'
import type { Report } from './report'

interface Context {
  source: string
  screen: Screen
  entity: Entity
  report: Report
}

/** Parts of addresses under a screen's base, which an action of the same name would stand in for. */
const reserved = ['try', 'batch']

/** `live` of a record page: fields that its form takes, or its line tables, on the page that adds and edits. */
export function checkLive({ source, screen, entity, report }: Context, at: string, name: string, page: RecordPage): void {
  if (!page.live) return
  if (addPageOf(screen) !== name && page.mode !== 'edit') report.add(source, `${at}/live`, 'check.live-not-filled', {}, { key: true })
  const names = [...itemsOf(screen, page), ...Object.keys(entity.lines ?? {})]
  for (const [index, watched] of page.live.entries()) {
    const pointer = `${at}/live/${index}`
    if (!report.known(source, pointer, 'field', watched, names)) continue
    const field = entity.fields[watched]
    const lines = entity.lines?.[watched]
    if (field ? !isFilled(field) : lines?.system) report.add(source, pointer, 'check.live-never-typed', { name: watched })
  }
}

/** `preview` of an action: somebody confirms it, and there is something to show. */
export function checkPreview(source: string, name: string, own: Action | undefined, whole: Action, report: Report): void {
  if (!whole.preview) return
  const pointer = own?.preview ? `/actions/${name}/preview` : own ? `/actions/${name}` : '/include'
  if (whole.system === true) report.add(source, pointer, 'check.preview-system', { name }, { key: true })
  else if (!whole.moves && !whole.free && !whole.undo && !whole.then)
    report.add(source, pointer, 'check.preview-nothing', { name }, { key: true })
}

/** An action of this name would have the address of something else. */
export function checkActionName(source: string, name: string, report: Report): void {
  if (reserved.includes(name)) report.add(source, `/actions/${name}`, 'check.reserved-action', { name }, { key: true })
}
