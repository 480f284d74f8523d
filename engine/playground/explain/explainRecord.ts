/** Why a section, a field or a tab of a record is not there, or cannot be filled. */
import type { EditLimits } from '../../client/form/model/editLimits'
import type { Expression } from '../../core/expression/types'
import type { FormItemPlan, RecordPagePlan, SectionPlan, TabPlan } from '../../core/plan'
import { isItemEnabled, isItemShown, isStillUnwritten } from '../../core/record/page'
import { isTrue, readOf } from '../../core/record/scope'
import { holds, permissionOfTab } from '../../core/rights'
import type { RecordValues } from '../../core/wire'
import { sayPreview } from '../previewMessages'
import { conditionText, valuesText } from '../../core/conditionText'
import type { Explained, ExplainedPage, Rule } from './explained'

type Outcome = Pick<Explained, 'effect' | 'rule' | 'reason'>

const shown: Outcome = { effect: 'shown' }

function hidden(rule: Rule, reason: string): Outcome {
  return { effect: 'hidden', rule, reason }
}

export function explainSections(what: ExplainedPage, sections: readonly SectionPlan[], limits: EditLimits | undefined): Explained[] {
  return sections.flatMap((section) => [
    ...(section.title === ''
      ? []
      : [{ kind: 'section' as const, name: section.title, title: section.title, ...outcomeOfSection(what, section) }]),
    ...section.items.map((item): Explained => {
      const { name, title } = item.field
      return { kind: 'field', name, title, ...outcomeOfItem(what, section, item, limits) }
    }),
  ])
}

function outcomeOfSection(what: ExplainedPage, { visible, items }: SectionPlan): Outcome {
  if (what.outside && items.length > 0 && items.every(({ field }) => field.internal))
    return hidden('internal', sayPreview('explain.internal'))
  return meets(what, visible) ? shown : hidden('condition', because(what, visible))
}

function outcomeOfItem(what: ExplainedPage, section: SectionPlan, item: FormItemPlan, limits: EditLimits | undefined): Outcome {
  const { environment, mode, outside, rights } = what
  const record: RecordValues = what.record ?? { id: '' }
  const read = readOf(record)
  const { field } = item
  if (outside && field.internal) return hidden('internal', sayPreview('explain.internal'))
  if (!isItemShown(section, item, read, environment)) {
    const failed = meets(what, section.visible) ? item.visible : section.visible
    return hidden('condition', because(what, failed))
  }
  if (mode === 'add' && isStillUnwritten(field, read)) return hidden('mode', sayPreview('explain.unwritten'))
  if (mode === 'view') {
    const isMasked = field.mask && (field.mask.unless === undefined || !holds(rights, field.mask.unless))
    if (!isMasked) return shown
    const unless = field.mask?.unless
    return {
      effect: 'narrowed',
      rule: 'mask',
      reason: unless === undefined ? sayPreview('explain.masked') : sayPreview('explain.maskedUnless', { code: unless }),
    }
  }
  if (isItemEnabled(item, read, environment)) return shown
  const own = what.entity.fields[field.name]
  if (limits && own && !own.readOnly && !limits.isDirect(field.name)) {
    const state = what.screen.states?.[String(record[what.screen.statusField ?? ''])]?.title ?? ''
    return { effect: 'disabled', rule: 'state', reason: sayPreview('explain.onlyFields', { state }) }
  }
  if (field.readOnly) return { effect: 'disabled', rule: 'mode', reason: sayPreview('explain.system') }
  return { effect: 'disabled', rule: 'condition', reason: because(what, item.enabled) }
}

export function explainTabs(what: ExplainedPage, { tabs }: RecordPagePlan): Explained[] {
  return tabs.map((tab) => ({ kind: 'tab', name: tab.title, title: tab.title, ...outcomeOfTab(what, tab) }))
}

function outcomeOfTab(what: ExplainedPage, tab: TabPlan): Outcome {
  const { screen, rights, mode } = what
  if (!meets(what, tab.visible)) return hidden('condition', because(what, tab.visible))
  // What belongs to a record is there when the record is.
  if (mode === 'add' && tab.kind !== 'lines') return hidden('mode', sayPreview('explain.mode.saved'))
  const permission = permissionOfTab(screen, tab)
  return permission !== undefined && !holds(rights, permission)
    ? hidden('right', sayPreview('explain.noRight', { code: permission }))
    : shown
}

function meets({ record = { id: '' }, environment }: ExplainedPage, condition: Expression | undefined): boolean {
  return isTrue(condition, readOf(record), environment)
}

function because({ record = { id: '' }, entity, titles }: ExplainedPage, condition: Expression | undefined): string {
  if (!condition) return ''
  const words = { fields: entity.fields, titles }
  return sayPreview('explain.condition', { condition: conditionText(condition, words), values: valuesText(condition, record, words) })
}
