import { describe, expect, it } from 'vitest'
import { createStore } from '../../../engine/client/memory/storage'
import { memoryStore } from '../memoryStore'
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

it.each(['accessToken=%E0%A4%A', 'accessToken=%', 'accessToken='])('takes %j for no token', (cookie) => {
  const store = createTokenStore({ ...options, tab: memoryStore(), cookies: { cookie } })
  expect(store.read()).toBeUndefined()
  expect(store.adopt()).toBeUndefined()
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

describe('in a frame', () => {
  it('S6 S7 keeps the token in the tab and in a cookie of its own partition', () => {
    const cookies = { cookie: '' }
    const tab = memoryStore()
    createTokenStore({ name: 'accessToken', tab, cookies, secure: true, framed: true, lifetimeMs: 1000 }).write('abc')
    expect(cookies.cookie).toBe('accessToken=abc; Max-Age=1; Path=/; SameSite=None; Secure; Partitioned')
    expect(tab.get('accessToken')).toBe('abc')
  })

  it('S6 does not take over what another page has left in the cookie', () => {
    const cookies = { cookie: 'accessToken=of-another-window' }
    const store = createTokenStore({ name: 'accessToken', tab: memoryStore(), cookies, secure: true, framed: true, lifetimeMs: 1000 })
    expect(store.read()).toBeUndefined()
  })

  it('S6 works from memory where cookies throw', () => {
    const refuse = (): never => {
      throw new DOMException('Access is denied', 'SecurityError')
    }
    const cookies = Object.defineProperty({}, 'cookie', { get: refuse, set: refuse }) as { cookie: string }
    const store = createTokenStore({ name: 'accessToken', tab: memoryStore(), cookies, secure: true, lifetimeMs: 1000 })
    expect(store.read()).toBeUndefined()
    store.write('abc')
    expect(store.read()).toBe('abc')
    store.remove()
    expect(store.read()).toBeUndefined()
  })
})
