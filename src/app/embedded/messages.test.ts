import { expect, it } from 'vitest'
import { readParentMessage } from './messages'

it.each([
  [{ type: 'accessToken', accessToken: 'abc-DEF_123' }],
  [{ type: 'navigate', path: '/loansmgr?status=DRAFT' }],
  [{ type: 'clearConditions' }],
  [{ type: 'buttonList', permissionGroup: 'loans', buttons: ['loansmgr_view'] }],
  [{ type: 'buttonList', permissionGroup: 'loans', buttons: [] }],
])('S6 understands %o', (message) => {
  expect(readParentMessage(message)).toEqual(message)
})

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'accessToken'],
  ['a number', 7],
  ['a list', [{ type: 'clearConditions' }]],
  ['no type', { accessToken: 'abc' }],
  ['an unknown type', { type: 'eval', code: 'alert(1)' }],
  ['a name that every object has', { type: 'constructor' }],
  ['another such name', { type: '__proto__' }],
  ['a type that is no text', { type: ['clearConditions'] }],
  ['no token', { type: 'accessToken' }],
  ['an empty token', { type: 'accessToken', accessToken: '' }],
  ['a token that is no text', { type: 'accessToken', accessToken: { toString: 'abc' } }],
  ['a token with a line break', { type: 'accessToken', accessToken: 'abc\r\nX: y' }],
  ['an endless token', { type: 'accessToken', accessToken: 'a'.repeat(513) }],
  ['a path that is no text', { type: 'navigate', path: ['/loansmgr'] }],
  ['an endless path', { type: 'navigate', path: `/${'a'.repeat(2000)}` }],
  ['more than asked for', { type: 'clearConditions', also: 1 }],
  ['more than a token', { type: 'accessToken', accessToken: 'abc', path: '/' }],
  ['buttons without a group', { type: 'buttonList', buttons: [] }],
  ['two groups', { type: 'buttonList', permissionGroup: ['loans', 'base'], buttons: [] }],
  ['buttons that are no list', { type: 'buttonList', permissionGroup: 'loans', buttons: 'loansmgr_view' }],
  ['a button that is no code', { type: 'buttonList', permissionGroup: 'loans', buttons: ['loansmgr_view', 1] }],
  ['an endless list', { type: 'buttonList', permissionGroup: 'loans', buttons: Array.from({ length: 1001 }, () => 'a_b') }],
])('S6 passes over %s', (_name, message) => {
  expect(readParentMessage(message)).toBeUndefined()
})
