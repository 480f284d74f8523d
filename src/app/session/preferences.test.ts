import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failure, success } from '../testing/fakeAccount'
import { memoryStore } from '../memoryStore'
import { createPreferences, type SavePreference } from './preferences'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const saving = () => vi.fn<SavePreference>().mockResolvedValue(success({}))

it('saves a choice once it has settled, and reads it at once', async () => {
  const save = saving()
  const preferences = createPreferences(save, memoryStore())
  preferences.set('list:density', 'small')
  preferences.set('list:density', 'large')
  expect(preferences.get('list:density')).toBe('large')
  expect(save).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(save).toHaveBeenCalledExactlyOnceWith('list:density', { value: 'large' }, false)
})

it('saves at once what still waits when the page goes, and nothing twice', async () => {
  const save = saving()
  const preferences = createPreferences(save, memoryStore())
  preferences.set('list:density', 'small')
  await preferences.flush(true)
  expect(save).toHaveBeenCalledExactlyOnceWith('list:density', { value: 'small' }, true)
  await vi.runAllTimersAsync()
  expect(save).toHaveBeenCalledOnce()
})

it('saves with the next occasion what the server has not taken', async () => {
  const save = saving().mockResolvedValueOnce(failure(600))
  const preferences = createPreferences(save, memoryStore())
  preferences.set('list:density', 'small')
  await preferences.flush()
  await preferences.flush()
  expect(save).toHaveBeenCalledTimes(2)
})

it('takes over what another window has chosen, but not over what is not saved yet', async () => {
  const preferences = createPreferences(saving(), memoryStore())
  const listener = vi.fn<() => void>()
  preferences.subscribe(listener)
  preferences.set('list:density', 'small')
  preferences.load({ 'list:density': { value: 'large' }, 'list:a:columns': { value: { off: ['b'] } } }, '7')
  expect([preferences.get('list:density'), preferences.get('list:a:columns')]).toEqual(['small', { off: ['b'] }])
  expect(listener).toHaveBeenCalledTimes(2)
  const columns = preferences.get('list:a:columns')
  await preferences.flush()
  preferences.load({ 'list:density': { value: 'large' }, 'list:a:columns': { value: { off: ['b'] } } }, '7')
  expect(preferences.get('list:density')).toBe('large')
  expect(preferences.get('list:a:columns')).toBe(columns)
})

it('saves nothing in the name of the next user', async () => {
  const save = saving()
  const preferences = createPreferences(save, memoryStore())
  preferences.set('list:density', 'small')
  preferences.forget()
  await vi.runAllTimersAsync()
  expect(save).not.toHaveBeenCalled()
  expect(preferences.get('list:density')).toBeUndefined()
})

it('reads what was saved before, and passes over what it did not write', () => {
  const preferences = createPreferences(saving(), memoryStore())
  preferences.load({ 'list:density': { value: 'small' }, strange: 7 }, '7')
  expect(preferences.get('list:density')).toBe('small')
  expect(preferences.get('strange')).toBeUndefined()
})

it('S7 shows the same user after a reload what was chosen before it, though the server has not taken it yet, and sends it again', async () => {
  const own = memoryStore()
  const before = createPreferences(() => new Promise(() => undefined), own)
  before.load({ 'list:density': { value: 'large' } }, '7')
  before.set('list:density', 'small')
  before.set('list:a:columns', undefined)
  void before.flush(true)

  const save = saving()
  const after = createPreferences(save, own)
  after.load({ 'list:density': { value: 'large' }, 'list:a:columns': { value: { off: ['b'] } } }, '7')
  expect([after.get('list:density'), after.get('list:a:columns')]).toEqual(['small', undefined])
  await vi.runAllTimersAsync()
  expect(save.mock.calls).toEqual([
    ['list:density', { value: 'small' }, false],
    ['list:a:columns', { value: undefined }, false],
  ])
  // Once.
  const later = createPreferences(save, own)
  later.load({ 'list:density': { value: 'large' } }, '7')
  expect(later.get('list:density')).toBe('large')
})

it('S7 shows nobody else what was chosen before a reload', async () => {
  const own = memoryStore()
  const before = createPreferences(saving(), own)
  before.load({}, '7')
  before.set('list:density', 'small')
  void before.flush(true)
  const after = createPreferences(saving(), own)
  after.load({}, '8')
  expect(after.get('list:density')).toBeUndefined()
})

it('S7 keeps the newer choice of a page that was only put aside, now and after a reload', async () => {
  const own = memoryStore()
  const aside = createPreferences(saving(), own)
  aside.load({}, '7')
  aside.set('list:density', 'small')
  void aside.flush(true)
  aside.set('list:density', 'large')
  await vi.runAllTimersAsync()
  aside.load({ 'list:density': { value: 'large' } }, '7')
  expect(aside.get('list:density')).toBe('large')
  const after = createPreferences(saving(), own)
  after.load({ 'list:density': { value: 'middle' } }, '7')
  expect(after.get('list:density')).toBe('middle')
})
