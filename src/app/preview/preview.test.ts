import { afterEach, expect, it, vi } from 'vitest'
import { memoryStorage, memoryStore } from '../memoryStore'
import { config } from '../config'
import { createPreview, previewStore, readPreview, startPreview } from './preview'

const previewed = { roleName: '关务专员', until: '2026-11-20T05:00:00.000Z' }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('P6 a window becomes a preview with a token of its own, and keeps nothing of the window that opened it', () => {
  const sessionStorage = memoryStorage()
  sessionStorage.setItem(`${config.storagePrefix}accessToken`, '"own"')
  sessionStorage.setItem(`${config.storagePrefix}draft`, '"typed"')
  const replace = vi.fn<(address: string) => void>()
  startPreview({ sessionStorage, location: { replace } } as unknown as Window, 'preview-token', previewed)
  expect(sessionStorage.getItem(`${config.storagePrefix}accessToken`)).toBe('"preview-token"')
  expect(sessionStorage.getItem(`${config.storagePrefix}draft`)).toBeNull()
  expect(JSON.parse(sessionStorage.getItem(`${config.storagePrefix}preview`) ?? '')).toEqual(previewed)
  expect(replace).toHaveBeenCalledWith('/')
})

it.each([undefined, 'yes', { roleName: 1, until: '' }, { roleName: '关务专员' }])('P6 %j in the store is no preview', (stored) => {
  const tab = memoryStore()
  if (stored !== undefined) tab.set('preview', stored)
  expect(readPreview(tab)).toBeUndefined()
})

it('P6 a preview reads the looks of the browser, not its user, and changes neither', () => {
  const [shared, tab] = [memoryStore(), memoryStore()]
  shared.set('darkTheme', true)
  shared.set('currentUser', { userId: '1' })
  const store = previewStore(shared, tab)
  expect([store.get('darkTheme'), store.get('currentUser')]).toEqual([true, undefined])
  store.set('currentUser', { userId: '1', subMenu: [] })
  store.set('darkTheme', false)
  expect([shared.get('darkTheme'), shared.get('currentUser')]).toEqual([true, { userId: '1' }])
  expect([store.get('darkTheme'), store.get('currentUser')]).toEqual([false, { userId: '1', subMenu: [] }])
  expect(store.keys('current')).toEqual(['currentUser'])
  store.remove('darkTheme')
  expect(store.get('darkTheme')).toBe(true)
})

it('P6 a preview that the server has ended says so once, and leaves after two seconds', () => {
  vi.useFakeTimers()
  const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
  const error = vi.fn<(text: string) => void>()
  const preview = createPreview(previewed, { notify: { error }, signOut: () => Promise.resolve() })
  preview.onUnauthorized()
  preview.onUnauthorized()
  expect(error.mock.calls).toEqual([['预览已结束']])
  vi.advanceTimersByTime(1999)
  expect(close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(close).toHaveBeenCalledOnce()
})
