import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failure, success } from '../testing/fakeAccount'
import { createPreferences, type SavePreference } from './preferences'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const saving = () => vi.fn<SavePreference>().mockResolvedValue(success({}))

it('saves a choice once it has settled, and reads it at once', async () => {
  const save = saving()
  const preferences = createPreferences(save)
  preferences.set('list:density', 'small')
  preferences.set('list:density', 'large')
  expect(preferences.get('list:density')).toBe('large')
  expect(save).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(save).toHaveBeenCalledExactlyOnceWith('list:density', { value: 'large' }, false)
})

it('saves at once what still waits when the page goes, and nothing twice', async () => {
  const save = saving()
  const preferences = createPreferences(save)
  preferences.set('list:density', 'small')
  await preferences.flush(true)
  expect(save).toHaveBeenCalledExactlyOnceWith('list:density', { value: 'small' }, true)
  await vi.runAllTimersAsync()
  expect(save).toHaveBeenCalledOnce()
})

it('saves with the next occasion what the server has not taken', async () => {
  const save = saving().mockResolvedValueOnce(failure(600))
  const preferences = createPreferences(save)
  preferences.set('list:density', 'small')
  await preferences.flush()
  await preferences.flush()
  expect(save).toHaveBeenCalledTimes(2)
})

it('takes over what another window has chosen, but not over what is not saved yet', async () => {
  const preferences = createPreferences(saving())
  const listener = vi.fn<() => void>()
  preferences.subscribe(listener)
  preferences.set('list:density', 'small')
  preferences.load({ 'list:density': { value: 'large' }, 'list:a:columns': { value: { off: ['b'] } } })
  expect([preferences.get('list:density'), preferences.get('list:a:columns')]).toEqual(['small', { off: ['b'] }])
  expect(listener).toHaveBeenCalledTimes(2)
  const columns = preferences.get('list:a:columns')
  await preferences.flush()
  preferences.load({ 'list:density': { value: 'large' }, 'list:a:columns': { value: { off: ['b'] } } })
  expect(preferences.get('list:density')).toBe('large')
  expect(preferences.get('list:a:columns')).toBe(columns)
})

it('saves nothing in the name of the next user', async () => {
  const save = saving()
  const preferences = createPreferences(save)
  preferences.set('list:density', 'small')
  preferences.forget()
  await vi.runAllTimersAsync()
  expect(save).not.toHaveBeenCalled()
  expect(preferences.get('list:density')).toBeUndefined()
})

it('reads what was saved before, and passes over what it did not write', () => {
  const preferences = createPreferences(saving())
  preferences.load({ 'list:density': { value: 'small' }, strange: 7 })
  expect(preferences.get('list:density')).toBe('small')
  expect(preferences.get('strange')).toBeUndefined()
})
