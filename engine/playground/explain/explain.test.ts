import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { ProductPlan, RecordPagePlan } from '../../core/plan'
import { rightsOf } from '../../core/rights'
import type { RecordValues } from '../../core/wire'
import { lendingRights, libraryPlan } from '../testing/library'
import type { Explained, ExplainedPage } from './explained'
import { explainPage } from './explainPage'

const all = lendingRights('add', 'edit', 'delete', 'submit', 'approve', 'export', 'attach', 'books')
const draft: RecordValues = {
  id: '1',
  version: 1,
  status: 'DRAFT',
  total: '0.00',
  from: '2026-11-01',
  submittedById: '2',
  lendingNo: 'JY1',
}
const open: RecordValues = { ...draft, status: 'OPEN' }

interface Look extends Partial<Omit<ExplainedPage, 'page' | 'rights'>> {
  page?: string
  rights?: typeof all
  change?: (plan: ProductPlan) => void
}

function explain({ page = 'list', rights = all, change, ...look }: Look = {}): Explained[] {
  const plan = libraryPlan()
  change?.(plan)
  const screen = plan.screens['base/lending']!
  const entity = plan.entities['lending']!
  return explainPage({
    screen,
    entity,
    page: screen.pages[page]!,
    mode: 'view',
    rights: rightsOf(rights, '1'),
    outside: false,
    environment: { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: '1' },
    titles: { dictionaries: plan.dictionaries, ...(screen.states ? { states: screen.states } : {}) },
    ...look,
  })
}

function part(explained: readonly Explained[], kind: Explained['kind'], name: string): Pick<Explained, 'effect' | 'rule' | 'reason'> {
  const found = explained.find((each) => each.kind === kind && each.name === name)
  if (!found) throw new Error(`There is no ${kind} ${name} among ${explained.map((each) => `${each.kind} ${each.name}`).join()}`)
  const { effect, rule, reason } = found
  return { effect, ...(rule ? { rule } : {}), ...(reason === undefined ? {} : { reason }) }
}

function formOf(plan: ProductPlan): RecordPagePlan {
  return plan.screens['base/lending']!.pages['edit'] as RecordPagePlan
}

describe('a list', () => {
  it('is not opened without its menu, and nothing else is said of it', () => {
    expect(explain({ rights: [] })).toEqual([
      { kind: 'page', name: 'list', title: '借阅管理', effect: 'hidden', rule: 'menu', reason: '没有菜单“base_lending”的权限' },
    ])
  })

  it('has no button that needs a right which is missing', () => {
    const explained = explain({ rights: lendingRights('submit'), record: draft })
    expect(part(explained, 'toolbar', 'add')).toEqual({ effect: 'hidden', rule: 'right', reason: '没有权限“lending_add”' })
    expect(part(explained, 'row', 'submit')).toEqual({ effect: 'shown' })
    expect(part(explained, 'row', 'view')).toEqual({ effect: 'shown' })
  })

  it('has a grey button where the state is another one, with the states in which it is not', () => {
    expect(part(explain({ record: draft }), 'row', 'approve')).toEqual({
      effect: 'disabled',
      rule: 'state',
      reason: '当前状态为“草稿”，不能通过；可用状态：在审',
    })
    expect(part(explain({ record: open }), 'row', 'edit')).toMatchObject({
      rule: 'state',
      reason: expect.stringContaining('可用状态：草稿') as string,
    })
  })

  it('has a grey button where its condition does not hold, with the values that it saw', () => {
    expect(part(explain({ record: open }), 'row', 'approve')).toEqual({
      effect: 'disabled',
      rule: 'condition',
      reason: '没有书目；条件不成立：合计 > 0（合计为 0.00）',
    })
    expect(part(explain({ record: { ...open, total: '5.00' } }), 'row', 'approve')).toEqual({ effect: 'shown' })
  })

  it('has a grey button where another person has to press it', () => {
    const own = { ...open, total: '5.00', submittedById: '1' }
    expect(part(explain({ record: own }), 'row', 'approve')).toEqual({
      effect: 'disabled',
      rule: 'person',
      reason: '双人原则：提交人不能通过',
    })
  })

  it('has a grey button where a system outside is missing', () => {
    const change = (plan: ProductPlan): void => {
      const action = plan.screens['base/lending']!.actions['submit']!
      if (action.does.kind === 'action') action.does.action.needs = { code: 'MAIL', title: '邮件' }
    }
    const environment = { today: '2026-11-20', now: '', user: '1', systems: new Set<string>() }
    expect(part(explain({ change, environment, record: draft }), 'row', 'submit')).toMatchObject({ effect: 'disabled', rule: 'system' })
  })

  it('has no button whose condition of being there does not hold', () => {
    const change = (plan: ProductPlan): void => {
      plan.screens['base/lending']!.actions['books']!.visible = parseExpression("status == 'DONE'")
    }
    expect(part(explain({ change, record: draft }), 'row', 'books')).toEqual({
      effect: 'hidden',
      rule: 'condition',
      reason: '条件不成立：状态 = “完成”（状态为 草稿）',
    })
  })

  it('says which columns are internal, masked, or not shown at first', () => {
    const change = (plan: ProductPlan): void => {
      const page = plan.screens['base/lending']!.pages['list']!
      if (page.kind !== 'list') return
      const [no, total] = ['lendingNo', 'total'].map((name) => page.columns.find(({ key }) => key === name))
      if (no) no.field = { ...no.field, internal: true }
      if (total) total.field = { ...total.field, mask: { keep: [1, 1], unless: 'lending_whole' } }
      page.columns[4]!.hidden = true
    }
    const inside = explain({ change })
    expect(part(inside, 'column', 'lendingNo')).toEqual({ effect: 'shown' })
    expect(part(inside, 'column', 'total')).toMatchObject({
      effect: 'narrowed',
      rule: 'mask',
      reason: expect.stringContaining('lending_whole') as string,
    })
    expect(part(inside, 'column', 'createdAt')).toMatchObject({ effect: 'hidden', rule: 'choice' })
    expect(part(explain({ change, outside: true }), 'column', 'lendingNo')).toMatchObject({ effect: 'hidden', rule: 'internal' })
    expect(part(explain({ change, rights: [...lendingRights('whole')] }), 'column', 'total')).toEqual({ effect: 'shown' })
  })

  it('says which rows are left out by the menu, by the scope, and from outside', () => {
    const change = (plan: ProductPlan): void => {
      plan.screens['base/lending']!.where = { status: ['DRAFT', 'OPEN'] }
      plan.entities['lending']!.states!['DRAFT']!.internal = true
    }
    const reasons = (outside: boolean): (string | undefined)[] =>
      explain({ change, outside }).flatMap(({ kind, reason }) => (kind === 'rows' ? [reason] : []))
    expect(reasons(false)).toEqual([
      '此菜单只显示按 状态 限定的数据',
      '账号限定范围时，只显示 主书 属于该范围的数据',
      expect.stringContaining('属于该范围的数据') as string,
    ])
    expect(reasons(true).at(-1)).toContain('状态为 草稿 的数据')
  })
})

describe('a record', () => {
  it('is read where the right to edit it is missing, and nobody adds without the right', () => {
    const rights = lendingRights()
    const edit = explain({ page: 'edit', mode: 'edit', record: draft, rights })
    expect(part(edit, 'page', 'edit')).toMatchObject({ effect: 'disabled', rule: 'right' })
    expect(part(edit, 'field', 'remark')).toEqual({ effect: 'shown' })
    expect(explain({ page: 'edit', mode: 'add', rights })).toMatchObject([{ kind: 'page', effect: 'hidden', rule: 'right' }])
  })

  it('is read in a state that cannot be edited', () => {
    expect(part(explain({ page: 'edit', mode: 'edit', record: open }), 'page', 'edit')).toMatchObject({ effect: 'disabled', rule: 'state' })
  })

  it('has no field whose condition does not hold, and says which it is', () => {
    const without = { ...draft, from: null }
    expect(part(explain({ page: 'edit', mode: 'edit', record: without }), 'field', 'until')).toEqual({
      effect: 'hidden',
      rule: 'condition',
      reason: '条件不成立：起 ≠ 空（起为 -）',
    })
    expect(part(explain({ page: 'edit', mode: 'edit', record: draft }), 'field', 'until')).toEqual({ effect: 'shown' })
  })

  it('has no section whose condition does not hold, nor its fields', () => {
    const change = (plan: ProductPlan): void => {
      formOf(plan).sections[0]!.visible = parseExpression('deposit > 10')
    }
    const explained = explain({ change, page: 'edit', mode: 'edit', record: { ...draft, deposit: '1.00' } })
    expect(part(explained, 'section', '基本')).toMatchObject({ effect: 'hidden', rule: 'condition' })
    expect(part(explained, 'field', 'remark')).toMatchObject({ effect: 'hidden', reason: expect.stringContaining('押金') as string })
  })

  it('has a field that cannot be filled: by its condition, by the state, or because the system fills it', () => {
    const change = (plan: ProductPlan): void => {
      const { items } = formOf(plan).sections[0]!
      items.find(({ field }) => field.name === 'deposit')!.enabled = parseExpression('false')
      const remark = items.find(({ field }) => field.name === 'remark')!
      remark.field = { ...remark.field, readOnly: true }
      plan.screens['base/lending']!.states!['DRAFT']!.only = ['bookId', 'deposit', 'remark', 'from']
      plan.entities['lending']!.fields['remark']!.readOnly = true
    }
    const explained = explain({ change, page: 'edit', mode: 'edit', record: draft })
    expect(part(explained, 'field', 'deposit')).toMatchObject({ effect: 'disabled', rule: 'condition' })
    expect(part(explained, 'field', 'remark')).toMatchObject({ effect: 'disabled', rule: 'mode' })
    expect(part(explained, 'field', 'until')).toEqual({ effect: 'disabled', rule: 'state', reason: '状态为“草稿”时不能修改此字段' })
    expect(part(explained, 'field', 'bookId')).toEqual({ effect: 'shown' })
  })

  it('has no field that is internal for who comes from outside, nor a section of such fields', () => {
    const change = (plan: ProductPlan): void => {
      for (const item of formOf(plan).sections[0]!.items) item.field = { ...item.field, internal: true }
    }
    const explained = explain({ change, page: 'edit', mode: 'view', record: draft, outside: true })
    expect(part(explained, 'section', '基本')).toMatchObject({ effect: 'hidden', rule: 'internal' })
    expect(part(explained, 'field', 'remark')).toMatchObject({ effect: 'hidden', rule: 'internal' })
  })

  it('has the buttons of a form where it is filled, and its other ones where it is read', () => {
    const change = (plan: ProductPlan): void => {
      formOf(plan).actions = ['submit', 'approve', 'add']
    }
    const filled = explain({ change, page: 'edit', mode: 'edit', record: draft })
    expect(filled.filter(({ kind }) => kind === 'button').map(({ name, effect, rule }) => [name, effect, rule])).toEqual([
      ['save', 'shown', undefined],
      ['submit', 'shown', undefined],
      ['approve', 'hidden', 'mode'],
    ])
    const read = explain({ change, page: 'edit', mode: 'view', record: draft })
    expect(read.filter(({ kind }) => kind === 'button').map(({ name }) => name)).toEqual(['submit', 'approve'])
  })

  it('has its tabs when it is there, and lines before', () => {
    const added = explain({ page: 'detail', mode: 'add' })
    expect(part(explain({ page: 'edit', mode: 'add' }), 'tab', '书目')).toEqual({ effect: 'shown' })
    expect(part(added, 'tab', '同书')).toMatchObject({ effect: 'hidden', rule: 'mode' })
    expect(part(explain({ page: 'detail', record: draft }), 'tab', '同书')).toEqual({ effect: 'shown' })
  })
})
