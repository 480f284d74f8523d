import { describe, expect, it } from 'vitest'
import { parseExpression } from '../expression'
import { actionRefusal, operationRefusal, stateRefusal } from './refusal'

const environment = { today: '2026-03-05', now: '2026-03-05T08:00:00Z', user: '7' }
const state = (code: string, title: string, edit = false) => ({ code, title, color: '', initial: false, edit, delete: false })
const entity = { statusField: 'status', states: { DRAFT: state('DRAFT', '草稿', true), OPEN: state('OPEN', '审批中') } }
const approve = { name: 'approve', title: '通过', from: ['OPEN'] }
const submitter = { field: 'submittedById', title: '提交人' }
const record = { status: 'OPEN', submittedById: '3', amount: '5.00' }
const user = { id: '7' }

describe('an action is refused', () => {
  const refusal = (action: object, of: object = record, by: { id: string } | undefined = user) =>
    actionRefusal(entity, { ...approve, ...action }, { ...record, ...of }, by, environment)

  it.each<[string, object, object, { id: string } | undefined, [string, string] | undefined]>([
    ['in none of its states', {}, {}, user, undefined],
    ['in another state', {}, { status: 'DRAFT' }, user, ['problem.wrong-state', '当前状态为“草稿”，不能通过']],
    ['in a state that nobody knows', {}, { status: 'GONE' }, user, ['problem.wrong-state', '当前状态为“GONE”，不能通过']],
    ['without a state', {}, { status: null }, user, ['problem.wrong-state', '当前状态为“-”，不能通过']],
    ['to nobody but the one who must not', { notBy: submitter }, {}, user, undefined],
    ['to the one who must not', { notBy: submitter }, { submittedById: '7' }, user, ['refused.notBy', '双人原则：提交人不能通过']],
    [
      'to all while nobody knows who must not',
      { notBy: submitter },
      { submittedById: null },
      user,
      ['refused.notBy-unknown', '双人原则：没有提交人的记录，不能通过'],
    ],
    ['to the one who alone may in no way', { onlyBy: submitter }, { submittedById: '7' }, user, undefined],
    ['to all but the one who alone may', { onlyBy: submitter }, {}, user, ['refused.onlyBy', '只有提交人可以通过']],
    [
      'to nobody in particular when one alone may',
      { onlyBy: submitter },
      { submittedById: null },
      undefined,
      ['refused.onlyBy', '只有提交人可以通过'],
    ],
    ['never while its condition holds', { when: parseExpression("amount > 4 and user != '8'") }, {}, user, undefined],
    [
      'by its condition, in words of its own',
      { when: parseExpression('amount > 5'), whenNot: '金额太小' },
      {},
      user,
      ['refused.condition', '金额太小'],
    ],
    [
      'by its condition, in the engine’s words',
      { when: parseExpression('nothing') },
      {},
      user,
      ['refused.condition', '当前不满足通过的条件'],
    ],
  ])('%s', (_name, action, of, by, expected) => {
    const found = refusal(action, of, by)
    expect(found && [found.code, found.text]).toEqual(expected)
  })

  it('where the installation has not the system outside that it needs, once it is known which it has', () => {
    const needing = { needs: { code: 'NETWORK', title: '馆际互借' } }
    const refusedWith = (systems?: ReadonlySet<string>) =>
      actionRefusal(entity, { ...approve, ...needing }, record, user, { ...environment, ...(systems && { systems }) })
    expect(refusedWith(new Set())).toMatchObject({ reason: 'system', text: '本平台未对接馆际互借，不能通过，请联系管理员' })
    expect([refusedWith(new Set(['NETWORK'])), refusedWith()]).toEqual([undefined, undefined])
  })

  it('to who has not written the record, where that is left to its author', () => {
    const of = (authored: string[], more: object = { ofOthers: true }) =>
      actionRefusal({ ...entity, authored }, approve, { ...record, ...more }, user, environment)
    expect(of(['approve'])).toMatchObject({ reason: 'person', text: '不是贵司填报的记录，不能通过' })
    expect([of([]), of(['approve'], { ofOthers: false }), of(['approve'], {})]).toEqual([undefined, undefined, undefined])
  })

  it('for the state first, which everybody can see', () => {
    expect(refusal({ notBy: submitter }, { status: 'DRAFT', submittedById: '7' })?.reason).toBe('state')
  })
})

describe('what is built in', () => {
  it('is refused outside the states that allow it', () => {
    expect(operationRefusal(entity, 'edit', { status: 'DRAFT' }, environment)).toBeUndefined()
    expect(operationRefusal(entity, 'edit', record, environment)?.text).toBe('当前状态为“审批中”，不能编辑')
    expect(operationRefusal(entity, 'delete', { status: 'DRAFT' }, environment)?.code).toBe('problem.wrong-state')
    expect(operationRefusal({}, 'delete', {}, environment)).toBeUndefined()
  })
  it('is refused by the condition of its state, with its reason', () => {
    const deletable = { when: parseExpression('approvedAt == null'), whenNot: '曾获批准' }
    const states = { DRAFT: { ...state('DRAFT', '草稿', true), delete: true, deletable } }
    const approved = { status: 'DRAFT', approvedAt: '2026-03-01T00:00:00Z' }
    expect(operationRefusal({ ...entity, states }, 'delete', { status: 'DRAFT' }, environment)).toBeUndefined()
    expect(operationRefusal({ ...entity, states }, 'delete', approved, environment)).toMatchObject({
      reason: 'condition',
      text: '曾获批准',
    })
    expect(operationRefusal({ ...entity, states }, 'edit', approved, environment)).toBeUndefined()
  })
  it('is refused to who has not written the record, where that is left to its author', () => {
    const authored = { ...entity, states: { DRAFT: { ...state('DRAFT', '草稿', true), delete: true } }, authored: [] }
    const others = { status: 'DRAFT', ofOthers: true }
    expect(operationRefusal(authored, 'edit', others, environment)?.text).toBe('不是贵司填报的记录，不能编辑')
    expect(operationRefusal(authored, 'delete', others, environment, { title: '作废', states: [] })?.text).toBe(
      '不是贵司填报的记录，不能作废',
    )
    expect(operationRefusal(authored, 'edit', { status: 'DRAFT', ofOthers: false }, environment)).toBeUndefined()
    expect(operationRefusal(entity, 'edit', others, environment)).toBeUndefined()
  })
  it('is possible in any state when none is named', () => {
    expect(stateRefusal(entity, [], '导出', record)).toBeUndefined()
    expect(stateRefusal(entity, ['DRAFT'], '导出', record)?.params).toEqual({ state: '审批中', action: '导出' })
  })
})
