import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRecents } from './recents'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setup() {
  const stored = new Map<string, unknown>()
  const set = vi.fn<(key: string, value: unknown) => void>((key, value) => void stored.set(key, value))
  const user = { id: '7' as string | undefined }
  return { recents: createRecents({ get: (key) => stored.get(key), set }, () => user.id), set, stored, user }
}

it('keeps the last page first, each once, under its latest title', () => {
  const { recents } = setup()
  recents.visit({ href: '/goods', title: '商品' })
  recents.visit({ href: '/goods/1', title: '商品详情', of: '商品详情' })
  recents.visit({ href: '/goods/1', title: '大豆油', of: '商品详情' })
  recents.visit({ href: '/goods', title: '商品' })
  expect(recents.list().map(({ title }) => title)).toEqual(['商品', '大豆油'])
})

it('is saved once for many pages, and at once when the page closes', () => {
  const { recents, set } = setup()
  for (let page = 0; page < 30; page++) recents.visit({ href: `/goods/${page}`, title: `${page}` })
  expect(set).not.toHaveBeenCalled()
  vi.advanceTimersByTime(30_000)
  expect(set).toHaveBeenCalledOnce()
  expect(recents.list()).toHaveLength(20)
  recents.visit({ href: '/rate', title: '汇率' })
  recents.flush()
  expect(set).toHaveBeenCalledTimes(2)
  recents.flush()
  expect(set).toHaveBeenCalledTimes(2)
})

it('never hands on what another user has opened', () => {
  const { recents, stored, user } = setup()
  recents.visit({ href: '/goods/1', title: '大豆油', of: '商品' })
  user.id = undefined
  expect(recents.list()).toEqual([])
  user.id = '8'
  expect(recents.list()).toEqual([])
  vi.advanceTimersByTime(30_000)
  expect(stored.size).toBe(0)
})

it('reads nothing but addresses of the program', () => {
  const { recents, stored } = setup()
  stored.set('recents', [{ href: '//elsewhere', title: 'x' }, { href: 'javascript:1', title: 'x' }, 7, { href: '/goods', title: '商品' }])
  expect(recents.list()).toEqual([{ href: '/goods', title: '商品' }])
})
