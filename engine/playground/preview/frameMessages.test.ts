import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dataKinds, fromFrame, toFrame, type FrameState } from './frameMessages'

const state: FrameState = { page: '/lending?id=1', visit: 0, subMenus: [], outside: false, dark: false, density: 'middle', data: 'sample' }
const plan = { type: 'playground:plan', parts: { collections: {} } }

it('takes what the playground says to its frame', () => {
  for (const data of dataKinds) {
    const message = { type: 'playground:state', state: { ...state, data } }
    expect(toFrame(message)).toBe(message)
  }
  for (const page of ['/', '/a', '/a/b?c=//d']) expect(toFrame({ type: 'playground:state', state: { ...state, page } })).toBeDefined()
  expect(toFrame(plan)).toBe(plan)
})

it.each<[string, object]>([
  ['a state that is none', { type: 'playground:state', state: null }],
  ['a state without a page', { type: 'playground:state', state: { ...state, page: undefined } }],
  ['a page of another server', { type: 'playground:state', state: { ...state, page: 'https://elsewhere.example/' } }],
  ['a page of another server without a scheme', { type: 'playground:state', state: { ...state, page: '//elsewhere.example' } }],
  ['the same as browsers read it', { type: 'playground:state', state: { ...state, page: '/\\elsewhere.example' } }],
  ['a page that is a program', { type: 'playground:state', state: { ...state, page: 'javascript:alert(1)' } }],
  ['rights that are no list', { type: 'playground:state', state: { ...state, subMenus: {} } }],
  ['data of another kind', { type: 'playground:state', state: { ...state, data: 'written' } }],
  ['a plan that is none', { type: 'playground:plan', parts: 'all' }],
  ['a plan without collections', { type: 'playground:plan', parts: {} }],
  ['what the frame says itself', { type: 'playground:ready' }],
  ['a list', [plan]],
])('the frame ignores %s', (_what, message) => {
  expect(toFrame(message)).toBeUndefined()
})

it('takes what the frame says', () => {
  for (const message of [{ type: 'playground:ready' }, { type: 'playground:ended' }, { type: 'playground:at', page: '/a' }])
    expect(fromFrame(message)).toBe(message)
})

it.each([
  { type: 'playground:at' },
  { type: 'playground:at', page: ['/a'] },
  { type: 'playground:state', state },
  { type: 1 },
  ['playground:ready'],
])('the playground ignores %j', (message) => {
  expect(fromFrame(message)).toBeUndefined()
})

it('neither side stumbles over anything that a window may be told', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withDate: true, withMap: true }), (data) => {
      expect([toFrame(data), fromFrame(data)]).toEqual([undefined, undefined])
      expect(toFrame({ type: 'playground:plan', parts: data }) === undefined || Object.hasOwn(data as object, 'collections')).toBe(true)
      expect(fromFrame({ type: 'playground:at', page: data }) === undefined || typeof data === 'string').toBe(true)
    }),
  )
})
