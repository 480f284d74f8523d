import type { Action } from '../../spec/generated/entity'
import { isRequiredInput } from './asked'
import type { Report } from './report'

/**
 * What the system performs has nobody behind it: no four-eyes rule could hold, and where the calendar performs it nobody answers the dialog.
 * `own` is what the entity says itself of the action, `whole` is that on top of its groups.
 */
export function checkSystemAction(source: string, name: string, own: Action | undefined, whole: Action, report: Report): void {
  if (whole.system === undefined) return
  const at = own ? `/actions/${name}` : '/include'
  for (const keyword of ['notBy', 'onlyBy'] as const) {
    if (whole[keyword] === undefined) continue
    const pointer = own?.[keyword] === undefined ? at : `${at}/${keyword}`
    report.add(source, pointer, 'check.system-person', { name, keyword }, { key: true })
  }
  if (whole.daily === undefined) return
  for (const [field, asked] of Object.entries(whole.ask ?? {})) {
    if (!isRequiredInput(asked)) continue
    const pointer = own?.ask && Object.hasOwn(own.ask, field) ? `${at}/ask/${field}` : at
    report.add(source, pointer, 'check.daily-asks', { name, field }, { key: true })
  }
}
