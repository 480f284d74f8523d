/**
 * Why a page looks as it does for somebody: each of its parts with the rule that hides, disables or narrows it. It asks the functions that the
 * page itself asks, so that both cannot differ.
 */
import { editLimits, limitedSections } from '../../client/form/model/editLimits'
import type { ColumnPlan, FieldPlan, ListPagePlan, RecordPagePlan } from '../../core/plan'
import { holds, reads } from '../../core/rights'
import { operationRefusal } from '../../core/record/refusal'
import { sayPreview } from '../previewMessages'
import { explainButtons, explainRecordButtons } from './explainButtons'
import type { Explained, ExplainedPage, PartKind } from './explained'
import { explainSections, explainTabs } from './explainRecord'
import { rowsRules } from './explainRows'

/** All parts of the page in their order; of a page that is not opened at all, why. */
export function explainPage(what: ExplainedPage): Explained[] {
  const { screen, page, rights } = what
  if (!(page.kind === 'custom' && page.open) && !reads(screen, rights)) {
    const reason = sayPreview('explain.noMenu', { menu: screen.menuName })
    return [{ kind: 'page', name: page.name, title: page.title, effect: 'hidden', rule: 'menu', reason }]
  }
  if (page.kind === 'list') return explainList(what, page)
  if (page.kind === 'record') return explainRecord(what, page)
  return explainButtons(what, page.actions, 'button', undefined)
}

function explainList(what: ExplainedPage, page: ListPagePlan): Explained[] {
  return [
    ...rowsRules(what),
    ...explainButtons(what, page.toolbar, 'toolbar', undefined),
    ...explainButtons(what, page.batchActions, 'batch', what.record),
    ...explainButtons(what, page.rowActions, 'row', what.record),
    ...page.search.map(({ name, title, field }) => explainField(what, 'filter', { name, title, field })),
    ...page.columns.map((column) => explainColumn(what, column)),
  ]
}

function explainColumn(what: ExplainedPage, { key, title, field, hidden }: ColumnPlan): Explained {
  const explained = explainField(what, 'column', { name: key, title, field })
  if (explained.effect === 'hidden' || !hidden) return explained
  return { ...explained, effect: 'hidden', rule: 'choice', reason: sayPreview('explain.column.hidden') }
}

function explainField(
  { outside, rights }: ExplainedPage,
  kind: PartKind,
  { name, title, field }: { name: string; title: string; field: FieldPlan },
): Explained {
  if (outside && field.internal) return { kind, name, title, effect: 'hidden', rule: 'internal', reason: sayPreview('explain.internal') }
  const { mask } = field
  if (kind === 'column' && mask && (mask.unless === undefined || !holds(rights, mask.unless))) {
    const reason = mask.unless === undefined ? sayPreview('explain.masked') : sayPreview('explain.maskedUnless', { code: mask.unless })
    return { kind, name, title, effect: 'narrowed', rule: 'mask', reason }
  }
  return { kind, name, title, effect: 'shown' }
}

function explainRecord(what: ExplainedPage, page: RecordPagePlan): Explained[] {
  const { screen, record, environment, rights } = what
  const needed = what.mode === 'view' ? undefined : screen.actions[what.mode]?.permission
  // As the page itself: what may not be edited is read, and nobody adds without the right.
  if (needed !== undefined && !holds(rights, needed)) {
    const reason = sayPreview(what.mode === 'edit' ? 'explain.readInstead' : 'explain.noRight', { code: needed })
    const refused: Explained = {
      kind: 'page',
      name: page.name,
      title: page.title,
      effect: what.mode === 'edit' ? 'disabled' : 'hidden',
      rule: 'right',
      reason,
    }
    return what.mode === 'edit' ? [refused, ...explainRecord({ ...what, mode: 'view' }, page)] : [refused]
  }
  const closed = what.mode === 'edit' && record ? operationRefusal(screen, 'edit', record, environment) : undefined
  if (closed) {
    const refused: Explained = {
      kind: 'page',
      name: page.name,
      title: page.title,
      effect: 'disabled',
      rule: closed.reason,
      reason: closed.text,
    }
    return [refused, ...explainRecord({ ...what, mode: 'view' }, page)]
  }
  const limits = what.mode === 'edit' ? editLimits(screen, record) : undefined
  const state = String(record?.[screen.statusField ?? ''])
  const sections = limitedSections(page.sections, state, limits)
  return [...rowsRules(what), ...explainRecordButtons(what, page), ...explainSections(what, sections, limits), ...explainTabs(what, page)]
}

/** In the words of the parts that it is about: `按钮`, `字段` … */
export function kindText(kind: PartKind): string {
  return sayPreview(`explain.kind.${kind}`)
}
