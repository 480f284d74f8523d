import { describe, expect, it } from 'vitest'
import { parseExpression } from '../expression'
import type { ActionPlan, EntityActionPlan, StatePlan } from '../plan'
import type { UserRights } from '../rights'
import { entriesOf, isElsewhere, isShown, nextStep, offeredRefusal, refusalOf, submitAction, type ActionFacts } from './offered'

const state = (code: string, title: string, plan: Partial<StatePlan> = {}): StatePlan => ({
  code,
  title,
  color: '',
  initial: false,
  edit: false,
  delete: false,
  ...plan,
})
const states = { DRAFT: state('DRAFT', '草稿', { initial: true, edit: true, delete: true }), OPEN: state('OPEN', '在审') }
const screen = { states, statusField: 'status' }
const environment = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: '1' }
const facts: ActionFacts = { screen, environment }
const draft = { id: '1', status: 'DRAFT', total: '5', staffId: '9' }
const open = { ...draft, status: 'OPEN' }

function button(name: string, does: ActionPlan['does'], plan: Partial<ActionPlan> = {}): ActionPlan {
  return { name, title: name, permission: `book_${name}`, does, states: [], danger: false, ...plan }
}
function change(name: string, plan: Partial<EntityActionPlan> = {}, of: Partial<ActionPlan> = {}): ActionPlan {
  const action = { name, title: name, from: [], to: [], ask: [], set: {}, danger: false, keyed: false, ...plan }
  return button(name, { kind: 'action', action }, { states: action.from, ...of })
}

describe('a button on a record', () => {
  it.each([
    ['of an action is refused by the state', change('approve', { from: ['OPEN'] }), draft, 'state'],
    ['of an action is refused by its condition', change('approve', { when: parseExpression('total > 10') }), open, 'condition'],
    [
      'of an action is refused to a person',
      change('approve', { notBy: { field: 'staffId', title: '馆员' } }),
      { ...open, staffId: '1' },
      'person',
    ],
    ['of an action is possible', change('approve', { from: ['OPEN'] }), open, undefined],
    ['edits where the state lets it', button('edit', { kind: 'edit', page: 'edit' }, { states: ['DRAFT'] }), draft, undefined],
    ['does not edit elsewhere', button('edit', { kind: 'edit', page: 'edit' }, { states: ['DRAFT'] }), open, 'state'],
    ['deletes where the state lets it', button('delete', { kind: 'delete' }, { states: ['DRAFT'] }), draft, undefined],
    ['does not delete elsewhere', button('delete', { kind: 'delete' }, { states: ['DRAFT'] }), open, 'state'],
    ['of anything else is refused by its own states', button('download', { kind: 'download' }, { states: ['DRAFT'] }), open, 'state'],
    [
      'shows a list of nothing',
      button('copies', { kind: 'list', screen: 'base/copy', page: 'list', by: { bookId: 'none' } }),
      draft,
      'condition',
    ],
    [
      'shows a list of what belongs to it',
      button('copies', { kind: 'list', screen: 'base/copy', page: 'list', by: { bookId: 'id' } }),
      draft,
      undefined,
    ],
  ])('%s', (_what, action, record, reason) => {
    const refusal = offeredRefusal(action, record, facts)
    expect(refusal?.reason).toBe(reason)
    expect(refusalOf(action, record, facts)).toBe(refusal?.text)
    if (refusal) expect(refusal.text).toContain(action.title)
  })

  it('prints what there is a template for', () => {
    const templates = [{ name: 'slip', title: '单据', when: parseExpression("status == 'OPEN'") }]
    const print = button('print', { kind: 'print', templates })
    expect(refusalOf(print, draft, facts)).toBe('当前状态没有可print的单据')
    expect(refusalOf(print, open, facts)).toBeUndefined()
  })

  it('is not there where its condition does not hold, and without a record nothing is known', () => {
    const action = button('books', { kind: 'link', to: '/' }, { visible: parseExpression("status == 'OPEN'") })
    expect([isShown(action, open, facts), isShown(action, draft, facts), isShown(action, undefined, facts)]).toEqual([true, false, true])
  })

  it('stands before those that are refused', () => {
    const actions = [
      change('approve', { from: ['OPEN'] }),
      change('submit', { from: ['DRAFT'] }),
      button('hidden', { kind: 'export' }, { visible: parseExpression('false') }),
    ]
    expect(entriesOf(actions, draft, facts)).toEqual([
      { action: actions[1], refusal: undefined },
      { action: actions[0], refusal: '当前状态为“草稿”，不能approve' },
    ])
  })

  it('does not lead to the page that it stands on, and what belongs to no record is elsewhere', () => {
    const page = { name: 'detail' }
    const kinds: [ActionPlan['does'], boolean][] = [
      [{ kind: 'view', page: 'detail' }, true],
      [{ kind: 'view', page: 'other' }, false],
      [{ kind: 'add', page: 'edit' }, true],
      [{ kind: 'export' }, true],
      [{ kind: 'delete' }, false],
    ]
    for (const [does, elsewhere] of kinds) expect(isElsewhere(button('any', does), page)).toBe(elsewhere)
  })
})

describe('what may follow a save', () => {
  const all: UserRights = { can: () => true, opens: () => true }
  const none: UserRights = { can: () => false, opens: () => true }
  const submit = change('submit', { from: ['DRAFT'] })
  const of = (action: ActionPlan | undefined) => ({ ...screen, actions: (action ? { submit: action } : {}) as Record<string, ActionPlan> })

  it('is the action that submits, where right and state allow it', () => {
    expect(submitAction(of(submit), draft, all, environment)).toBe(submit)
    expect(submitAction(of(submit), open, all, environment)).toBeUndefined()
    expect(submitAction(of(submit), draft, none, environment)).toBeUndefined()
    expect(submitAction(of(undefined), draft, all, environment)).toBeUndefined()
    expect(submitAction(of(button('submit', { kind: 'export' })), draft, all, environment)).toBeUndefined()
  })

  it('is offered with a new record where it starts from the first state', () => {
    expect(submitAction(of(submit), undefined, all, environment)).toBe(submit)
    expect(submitAction(of(change('submit')), undefined, all, environment)?.name).toBe('submit')
    expect(submitAction(of(change('submit', { from: ['OPEN'] })), undefined, all, environment)).toBeUndefined()
  })
})

describe('the next step of a record', () => {
  const rejected = state('BACK', '已驳回', { edit: true })
  const own = { statusField: 'status', states: { ...states, BACK: rejected, DONE: state('DONE', '完成') } }
  const actions = [
    change('close', { to: ['DONE'] }, { danger: true }),
    change('withdraw', { from: ['OPEN'], to: ['DRAFT'] }),
    change('approve', { from: ['OPEN'], to: ['DONE'], when: parseExpression('total > 3') }),
    change('submit', { from: ['DRAFT', 'BACK'], to: ['OPEN'] }),
  ]
  const nextOf = (record: typeof draft): string | undefined =>
    nextStep(entriesOf(actions, record, { screen: own, environment }), record, own)?.action.name

  it('is the first that is possible, neither dangerous nor backwards', () => {
    expect(nextOf(draft)).toBe('submit')
    expect(nextOf(open)).toBe('approve')
    expect(nextOf({ ...open, total: '1' })).toBeUndefined()
  })

  it('goes on by an earlier state where the record came back to be corrected', () => {
    expect(nextOf({ ...draft, status: 'BACK' })).toBe('submit')
  })

  it('is done once more where it failed', () => {
    const failed = { ...own, states: { ...own.states, FAILED: state('FAILED', '失败') } }
    const again = [change('withdraw', { from: ['FAILED'], to: ['DRAFT'] }), change('pay', { from: ['OPEN', 'FAILED'], to: ['DONE'] })]
    const record = { ...draft, status: 'FAILED' }
    expect(nextStep(entriesOf(again, record, { screen: failed, environment }), record, failed)?.action.name).toBe('pay')
  })

  it('is nothing that only shows or computes something, and comes before what leaves the state as it is', () => {
    const shows: ActionPlan[] = [
      button('explain', { kind: 'widget', widget: 'explanation' }),
      button('slip', { kind: 'link', to: '/book/slip?id={id}' }),
      button('print', { kind: 'print', page: 'detail' }),
      button('view', { kind: 'view', page: 'detail' }),
    ]
    const steps = [
      button('lend', { kind: 'link', to: '/loan/edit?mode=add&bookId={id}' }),
      button('edit', { kind: 'edit', page: 'edit' }),
      change('submit', { from: ['DRAFT'], to: ['OPEN'] }),
    ]
    const first = (...offered: ActionPlan[]) => nextStep(entriesOf(offered, draft, facts), draft, screen)?.action.name
    expect(first(...shows)).toBeUndefined()
    expect(first(...shows, steps[0]!)).toBe('lend')
    expect(first(...shows, ...steps.slice(1))).toBe('submit')
  })
})
