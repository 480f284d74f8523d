import { expect, it } from 'vitest'
import type { Action, Entity } from '../../spec/generated/entity'
import { compileProduct, type ProductSources } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

const opinion = { type: 'textarea' as const, title: '原因', maxLength: 100, required: true }

/** The library with lendings whose terms change by approval. */
function library(renew: Partial<Action>, more: Partial<Record<string, Action>> = {}, states: Entity['states'] = {}): ProductSources {
  const sources = librarySources()
  const { lending } = sources.entities
  if (!lending) return sources
  lending.states = { ...lending.states, ...states }
  lending.actions = {
    ...lending.actions,
    approve: { ...lending.actions?.['approve'], onPending: 'apply' },
    reject: { title: '驳回', from: ['OPEN'], to: 'DRAFT', onPending: 'drop' },
    renew: { title: '续借', from: ['DONE'], to: 'OPEN', ask: { deposit: false, opinion }, pending: ['deposit'], ...renew },
    ...Object.fromEntries(Object.entries(more).flatMap(([key, action]) => (action ? [[key, action]] : []))),
  }
  return sources
}

/** A ledger that moves a number of lendings. */
function withLedger(sources: ProductSources): ProductSources {
  const { lending } = sources.entities
  if (lending) lending.fields['renewals'] = { type: 'digit', title: '续借次数', min: '0' }
  sources.ledgers = {
    renewals: {
      language: 1,
      title: '续借',
      rank: 10,
      balances: { lending: true },
      journal: true,
      buckets: { renewals: {} },
      types: { RENEW: { by: { renewals: 1 }, final: true } },
    },
  }
  return sources
}

const problems = (sources: ProductSources) => checkProduct(sources).map(({ pointer, found }) => `${pointer} ${found}`)
const at = '/actions/renew'

it('accepts what is asked for and can be settled, and gives the record the fields for it', () => {
  const sources = library(
    {},
    { late: { title: '过期', from: ['OPEN'], when: "effectiveStatus == 'DONE' and pendingChange.action == 'renew'", whenNot: '未续借' } },
  )
  expect(problems(sources)).toEqual([])
  const { entities, screens } = compileProduct(sources)
  expect(entities['lending']).toMatchObject({
    pending: true,
    actions: { renew: { pending: ['deposit'] }, approve: { onPending: 'apply' } },
  })
  expect(Object.keys(entities['lending']?.fields ?? {})).toEqual(expect.arrayContaining(['pendingChange', 'effectiveStatus']))
  expect(screens['base/lending']?.access.recordFields).toContain('pendingChange')
  // Who has no such action pays nothing for it.
  expect(entities['book']?.fields).not.toHaveProperty('pendingChange')
  expect(entities['book']).not.toHaveProperty('pending')
})

it('lets the edit form ask for a change, in states that it may not write in', () => {
  const sources = library({ via: 'edit', from: ['DONE'], ask: { opinion } }, {}, { DONE: { title: '完成', edit: ['remark'] } })
  expect(problems(sources)).toEqual([])
  const { screens, entities } = compileProduct(sources)
  expect(screens['base/lending']?.actions['edit']).toMatchObject({
    states: ['DRAFT', 'DONE'],
    does: { kind: 'edit', page: 'edit', change: { name: 'renew', pending: ['deposit'] } },
  })
  expect(entities['lending']?.states).toMatchObject({ DONE: { edit: true, only: ['remark'] }, DRAFT: { edit: true } })
})

it.each<[string, ProductSources, string[]]>([
  ['an unknown field', library({ pending: ['deposite'] }), [`${at}/pending/0 没有名为“deposite”的 field`]],
  [
    'a computed field',
    library({ pending: ['deposit', 'total'] }),
    [`${at}/pending/1 “total”不能待批：只能是录入并存储的字段或附件，系统字段、台账字段除外`],
  ],
  ['a field that nobody asks for', library({ ask: { opinion } }), [`${at}/pending/0 动作“renew”的弹窗没有询问“deposit”（ask），无法待批`]],
  [
    'no state to wait in',
    library({ to: undefined }),
    [`${at}/pending 有 pending 的动作“renew”需要 to：待批期间的状态，只能有一个，且不在 from 之中`],
  ],
  [
    'a state to wait in that it may come from',
    library({ from: ['DONE', 'OPEN'] }),
    [`${at}/pending 有 pending 的动作“renew”需要 to：待批期间的状态，只能有一个，且不在 from 之中`],
  ],
  [
    'what a ledger moves',
    withLedger(library({ ask: { renewals: false, opinion }, pending: ['renewals'] })),
    expect.arrayContaining([`${at}/pending/0 “renewals”不能待批：只能是录入并存储的字段或附件，系统字段、台账字段除外`]) as string[],
  ],
  [
    'a change that nobody can give up',
    library({}, { reject: { title: '驳回', from: ['OPEN'], to: 'DRAFT' } }),
    [`${at}/pending “renew”的待批状态没有 onPending 为 drop 的动作`],
  ],
  [
    'a misspelt state from which it is given up, and not that nobody can',
    library({}, { reject: { title: '驳回', from: ['RENEWNG'], to: 'DRAFT', onPending: 'drop' } }),
    [expect.stringContaining('/actions/reject/from/0 没有名为“RENEWNG”的 state') as string],
  ],
  [
    'a way without a change',
    library({ pending: undefined, via: 'edit', ask: { opinion } }, { reject: undefined, approve: undefined }),
    expect.arrayContaining([`${at}/via “renew”没有 pending，不能 via edit`]) as string[],
  ],
  [
    'an edit of a field that there is not',
    library({}, {}, { DONE: { title: '完成', edit: ['remrak'] } }),
    ['/states/DONE/edit/0 没有名为“remrak”的 field'],
  ],
])('tells %s', (_name, sources, expected) => {
  expect(problems(sources)).toEqual(expected)
})

it('tells of an action for changes where there are none, but not of a group that all entities share', () => {
  const own = librarySources()
  if (own.entities['lending']?.actions?.['approve']) own.entities['lending'].actions['approve'].onPending = 'apply'
  expect(problems(own)).toEqual(['/actions/approve/onPending 没有任何动作有 pending，“approve”的 onPending 无用'])
  const shared = librarySources()
  if (shared.groups['approval']?.actions?.['approve']) shared.groups['approval'].actions['approve'].onPending = 'apply'
  expect(problems(shared)).toEqual([])
})

it.each<[string, string, string[]]>([
  ['deposit > 0', 'a condition', []],
  ['depositt > 0', 'an unknown name', ['/states/DRAFT/delete/when 没有名为“depositt”的字段']],
  ['deposit', 'what is no condition', ['/states/DRAFT/delete/when 表达式的结果类型是 number']],
])('checks when a record may be deleted: %s, %s', (when, _what, expected) => {
  const sources = librarySources()
  const { lending } = sources.entities
  if (lending?.states?.['DRAFT']) lending.states['DRAFT'].delete = { when, whenNot: '有押金' }
  expect(problems(sources)).toEqual(expected)
})

it('makes no button of what the edit form sends', () => {
  const sources = library({ via: 'edit', ask: { opinion } }, {}, { DONE: { title: '完成', edit: ['remark'] } })
  sources.screens['base/lending']?.pages.list?.rowActions?.push('renew')
  expect(problems(sources)).toEqual(['/pages/list/rowActions/6 “renew”由编辑表单发出（via: edit），不是按钮'])
})
