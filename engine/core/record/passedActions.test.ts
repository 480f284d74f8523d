import { expect, it } from 'vitest'
import { compileProduct } from '../compile'
import { librarySources } from '../testing/library'
import { neededBy, passedActions } from './passedActions'

const state = (title: string, initial?: true) => ({ title, ...(initial ? { initial } : {}) })

/** A lending whose flow is this one. */
function lendingWith(actions: Record<string, { from: string[]; to: string }>) {
  const sources = librarySources()
  const { lending } = sources.entities
  Object.assign(lending!, {
    include: lending!.include?.filter((name) => !Object.hasOwn(sources.groups[name] ?? {}, 'states')),
    states: { DRAFT: state('草稿', true), SENT: state('已提交'), ACTIVE: state('有效'), OLD: state('失效') },
    actions: Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, { title: name, ...action }])),
  })
  const { states, actions: compiled } = compileProduct({ ...sources, screens: {} }).entities['lending']!
  return { states, actions: compiled }
}
const flow = {
  submit: { from: ['DRAFT'], to: 'SENT' },
  withdraw: { from: ['SENT'], to: 'DRAFT' },
  approve: { from: ['SENT'], to: 'ACTIVE' },
  close: { from: ['ACTIVE'], to: 'OLD' },
}

it.each([
  ['DRAFT', []],
  ['SENT', ['submit']],
  ['ACTIVE', ['submit', 'approve']],
  ['OLD', ['submit', 'approve', 'close']],
])('what lies behind a record that is %s', (at, passed) => {
  expect(passedActions(lendingWith(flow), at)).toEqual(passed)
})

it('is nothing that another way leads past, or that is possible again', () => {
  expect(passedActions(lendingWith({ ...flow, direct: { from: ['DRAFT'], to: 'ACTIVE' } }), 'ACTIVE')).toEqual([])
  expect(passedActions(lendingWith({ ...flow, submit: { from: ['DRAFT', 'ACTIVE'], to: 'SENT' } }), 'ACTIVE')).toEqual(['approve'])
})

it.each([
  ['submit', ['submit']],
  ['approve', ['approve', 'submit']],
  ['close', ['approve', 'close', 'submit']],
])('what a record has had when it comes to %s', (action, needed) => {
  const lending = lendingWith(flow)
  expect([...neededBy(lending, lending.actions[action]!)].sort()).toEqual(needed)
})
