import { expect, it } from 'vitest'
import { createStore } from '../../../engine/client/storage'
import { memoryStore } from '../testing/memoryStore'
import { createTokenStore } from './tokenStore'

const options = { name: 'accessToken', secure: true, lifetimeMs: 86_400_000 }

it('keeps the token over a reload of the tab', () => {
  const tab = memoryStore()
  createTokenStore({ ...options, tab, cookies: { cookie: '' } }).write('abc')
  expect(createTokenStore({ ...options, tab, cookies: { cookie: '' } }).read()).toBe('abc')
})

it('finds the token of the browser in a new tab', () => {
  const cookies = { cookie: 'other=1; accessToken=a%3Db' }
  expect(createTokenStore({ ...options, tab: memoryStore(), cookies }).read()).toBe('a=b')
})

it('writes the cookie for this site, for a day, and for https alone where there is https', () => {
  const cookies = { cookie: '' }
  createTokenStore({ ...options, tab: memoryStore(), cookies }).write('abc')
  expect(cookies.cookie).toBe('accessToken=abc; Max-Age=86400; Path=/; SameSite=Lax; Secure')
})

it('works from memory in a frame whose stores throw', () => {
  const closed = createStore(() => {
    throw new DOMException('denied', 'SecurityError')
  }, '')
  const token = createTokenStore({ ...options, tab: closed, cookies: { cookie: '' } })
  token.write('abc')
  expect(token.read()).toBe('abc')
})

it('is gone everywhere once removed', () => {
  const tab = memoryStore()
  const cookies = { cookie: '' }
  const token = createTokenStore({ ...options, tab, cookies })
  token.write('abc')
  token.remove()
  expect(token.read()).toBeUndefined()
  expect(tab.get('accessToken')).toBeUndefined()
  expect(cookies.cookie).toContain('Max-Age=0')
})
