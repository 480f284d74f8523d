import { expect, it } from 'vitest'
import { memoryStore } from '../memoryStore'
import { rememberPlace, takePlace } from './returnTo'

it('leads back once', () => {
  const tab = memoryStore()
  rememberPlace(tab, '/goods/3?mode=edit', '7')
  expect(takePlace(tab, '7')).toBe('/goods/3?mode=edit')
  expect(takePlace(tab, '7')).toBe('/')
})

it('leads nobody to the page of somebody else', () => {
  const tab = memoryStore()
  rememberPlace(tab, '/goods/3', '7')
  expect(takePlace(tab, '8')).toBe('/')
})

it.each(['/login', '/login?x=1', '/noPermission', '/*', '/'])('does not remember %s', (path) => {
  const tab = memoryStore()
  rememberPlace(tab, path)
  expect(tab.get('returnTo')).toBeUndefined()
})

it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])('never leads to %s', (path) => {
  const tab = memoryStore()
  tab.set('returnTo', { path })
  expect(takePlace(tab, '7')).toBe('/')
})
