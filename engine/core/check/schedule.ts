import type { Action, Entity } from '../../spec/generated/entity'
import { resolveGroups, type ProductSources } from '../compile'
import { checkSqlSource } from './sqlSource'
import type { Report } from './report'

/** Every daily action can be done by the system, knows its records, and stands in exactly one step; every step names daily actions. */
export function checkSchedule(sources: ProductSources, report: Report): void {
  const daily = dailyActions(sources)
  const scheduled = new Map<string, string>()
  for (const [name, step] of Object.entries(sources.schedule?.steps ?? {})) {
    if (step.handler === undefined && step.actions === undefined)
      report.add('schedule', `/steps/${name}`, 'check.step-without-work', { name }, { key: true })
    for (const [index, action] of (step.actions ?? []).entries()) {
      const at = `/steps/${name}/actions/${index}`
      if (!report.known('schedule', at, 'daily action', action, daily.keys())) continue
      const other = scheduled.get(action)
      if (other === undefined) scheduled.set(action, name)
      else report.add('schedule', at, 'check.twice', { name: action, other: `steps/${other}` })
    }
  }
  for (const [key, { entity, name, own, whole, states }] of daily) {
    const source = `entities/${entity}`
    const at = own?.daily === undefined ? (own ? `/actions/${name}` : '/include') : `/actions/${name}/daily`
    if (!scheduled.has(key)) report.add(source, at, 'check.daily-without-step', { name: key }, { key: true })
    if (whole.system === undefined) report.add(source, at, 'check.daily-without-system', { name }, { key: true })
    if (states && whole.from === undefined) report.add(source, at, 'check.daily-without-from', { name }, { key: true })
    checkWhen(source, at, entity, own, whole, sources, report)
  }
}

interface DailyAction {
  entity: string
  name: string
  own: Action | undefined
  /** With what its groups say. */
  whole: Action
  states: boolean
}

/** By `<entity>/<action>`. */
function dailyActions(sources: ProductSources): Map<string, DailyAction> {
  const found = new Map<string, DailyAction>()
  for (const [name, own] of Object.entries(sources.entities)) {
    // An unknown group is told where it is named.
    if ((own.include ?? []).some((group) => !Object.hasOwn(sources.groups, group))) continue
    const whole: Entity = resolveGroups(name, own, sources)
    for (const [key, action] of Object.entries(whole.actions ?? {})) {
      if (action.daily === undefined) continue
      found.set(`${name}/${key}`, { entity: name, name: key, own: own.actions?.[key], whole: action, states: whole.states !== undefined })
    }
  }
  return found
}

/** The condition is written where the mistake is shown, or in a group, whose own mistake is told at the word that brings it. */
function checkWhen(
  source: string,
  at: string,
  entity: string,
  own: Action | undefined,
  whole: Action,
  sources: ProductSources,
  report: Report,
): void {
  const [text, pointer] =
    typeof whole.daily === 'object'
      ? [whole.daily.when, typeof own?.daily === 'object' ? `${at}/when` : at]
      : [whole.when, own?.when === undefined ? at : at.replace(/\/daily$/, '') + '/when']
  // A condition of the action itself is checked with the action; only that the database cannot answer it is new.
  if (text !== undefined) checkSqlSource(source, pointer, text, entity, ['boolean'], sources, report, typeof whole.daily !== 'object')
}
