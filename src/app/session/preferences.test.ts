import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPreferences } from './preferences'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('saves a choice once it has settled, and reads it at once', () => {
  const save = vi.fn<(key: string, value: unknown) => Promise<void>>().mockResolvedValue(undefined)
  const preferences = createPreferences(save)
  preferences.set('list:density', 'small')
  preferences.set('list:density', 'large')
  expect(preferences.get('list:density')).toBe('large')
  expect(save).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(save).toHaveBeenCalledExactlyOnceWith('list:density', { value: 'large' })
})

it('reads what was saved before, and passes over what it did not write', () => {
  const preferences = createPreferences(() => Promise.resolve())
  preferences.load({ 'list:density': { value: 'small' }, strange: 7 })
  expect(preferences.get('list:density')).toBe('small')
  expect(preferences.get('strange')).toBeUndefined()
})
