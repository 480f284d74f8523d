/** Why a button is not there, or grey. */
import type { ActionPlan, RecordPagePlan } from '../../core/plan'
import { isElsewhere, isShown, offeredRefusal, submitAction } from '../../core/record/offered'
import { missingRight } from '../../core/rights'
import type { RecordValues } from '../../core/wire'
import { messages } from '../../client/laterMessages'
import { sayPreview } from '../previewMessages'
import { conditionText, valuesText } from '../../core/conditionText'
import type { Explained, ExplainedPage, PartKind } from './explained'

export function explainButtons(
  what: ExplainedPage,
  names: readonly string[],
  kind: PartKind,
  record: RecordValues | undefined,
): Explained[] {
  return names.flatMap((name) => {
    const action = what.screen.actions[name]
    return action ? [explainButton(what, action, kind, record)] : []
  })
}

function explainButton(what: ExplainedPage, action: ActionPlan, kind: PartKind, record: RecordValues | undefined): Explained {
  const { screen, environment, rights, entity, titles } = what
  const { name, title } = action
  const missing = missingRight(action, rights)
  if (missing) {
    const reason =
      'permission' in missing
        ? sayPreview('explain.noRight', { code: missing.permission })
        : sayPreview('explain.noMenu', { menu: missing.menuName })
    return { kind, name, title, effect: 'hidden', rule: 'permission' in missing ? 'right' : 'menu', reason }
  }
  const facts = { screen, environment }
  const words = { fields: entity.fields, titles }
  if (record && action.visible && !isShown(action, record, facts)) {
    const reason = sayPreview('explain.condition', {
      condition: conditionText(action.visible, words),
      values: valuesText(action.visible, record, words),
    })
    return { kind, name, title, effect: 'hidden', rule: 'condition', reason }
  }
  const refusal = record && offeredRefusal(action, record, facts)
  if (!refusal) return { kind, name, title, effect: 'shown' }
  const when = action.does.kind === 'action' && refusal.reason === 'condition' ? action.does.action.when : undefined
  const reason = [
    refusal.text,
    ...(refusal.reason === 'state' ? statesText(what, action) : []),
    ...(when && record
      ? [sayPreview('explain.condition', { condition: conditionText(when, words), values: valuesText(when, record, words) })]
      : []),
  ].join(sayPreview('explain.and'))
  return { kind, name, title, effect: 'disabled', rule: refusal.reason, reason }
}

/** The states in which it is possible. */
function statesText({ screen }: ExplainedPage, { states, does }: ActionPlan): string[] {
  const known = screen.states ?? {}
  const codes = does.kind === 'action' ? does.action.from : states
  const possible = codes.length > 0 || (does.kind !== 'edit' && does.kind !== 'delete') ? codes : codesFor(known, does.kind)
  const titles = possible.map((code) => known[code]?.title ?? code)
  return titles.length === 0 ? [] : [sayPreview('explain.states', { states: titles.join(sayPreview('explain.comma')) })]
}

function codesFor(states: NonNullable<ExplainedPage['screen']['states']>, operation: 'edit' | 'delete'): string[] {
  return Object.values(states).flatMap((state) => (state[operation] ? [state.code] : []))
}

/** A page to read has the actions that it names; a form has its own, to save and to submit. */
export function explainRecordButtons(what: ExplainedPage, page: RecordPagePlan): Explained[] {
  const { screen, record, rights, environment, mode } = what
  const named = page.actions.filter((name) => {
    const action = screen.actions[name]
    return action !== undefined && !isElsewhere(action, page)
  })
  if (mode === 'view') return explainButtons(what, named, 'button', record)
  const submit = submitAction(screen, record, rights, environment)
  const others = named.filter((name) => name !== submit?.name)
  return [
    { kind: 'button', name: 'save', title: messages['record.save'], effect: 'shown' },
    ...(submit ? [{ kind: 'button' as const, name: submit.name, title: submit.title, effect: 'shown' as const }] : []),
    ...others.flatMap((name): Explained[] => {
      const title = screen.actions[name]?.title ?? name
      return [{ kind: 'button', name, title, effect: 'hidden', rule: 'mode', reason: sayPreview('explain.mode.form') }]
    }),
  ]
}
