import { expect, it, vi } from 'vitest'
import { createStore } from './storage'

it('keeps values as JSON under its prefix', () => {
  const store = createStore(() => window.sessionStorage, 'app-')
  store.set('draft', { qty: '1.50' })
  expect(window.sessionStorage.getItem('app-draft')).toBe('{"qty":"1.50"}')
  expect(store.get('draft')).toEqual({ qty: '1.50' })
  store.remove('draft')
  expect(store.get('draft')).toBeUndefined()
})

it('lives on in memory where storage throws, as in a frame of another site', () => {
  const store = createStore(() => {
    throw new DOMException('denied', 'SecurityError')
  }, 'app-')
  store.set('draft', 1)
  expect(store.get('draft')).toBe(1)
  store.remove('draft')
  expect(store.get('draft')).toBeUndefined()
})

it('lives on in memory when the storage is full', () => {
  const full = {
    getItem: () => 'old',
    setItem: vi.fn<() => void>(() => {
      throw new DOMException('full', 'QuotaExceededError')
    }),
    removeItem: () => undefined,
  } as unknown as Storage
  const store = createStore(() => full, 'app-')
  store.set('draft', 'new')
  expect(store.get('draft')).toBe('new')
})

it('knows its keys, those in memory too', () => {
  const full = createStore(() => {
    throw new DOMException('denied', 'SecurityError')
  }, 'app-')
  full.set('draft:7', 1)
  expect(full.keys('draft:')).toEqual(['draft:7'])

  const store = createStore(() => window.sessionStorage, 'keys-')
  window.sessionStorage.setItem('other-draft:1', '1')
  store.set('draft:1', 1)
  store.set('page', 1)
  expect(store.keys('draft:')).toEqual(['draft:1'])
})

it('takes what something else has written for nothing', () => {
  window.sessionStorage.setItem('app-draft', '{broken')
  expect(createStore(() => window.sessionStorage, 'app-').get('draft')).toBeUndefined()
})
