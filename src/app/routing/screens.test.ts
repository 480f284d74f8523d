import { expect, it, vi } from 'vitest'
import type { BrowserScreenPlan } from '../../../engine/core/plan'
import { createScreens } from './screens'

const plan = (title: string): BrowserScreenPlan => ({ id: 'base/goods', title }) as BrowserScreenPlan

/** A server with one screen, whose plan may change. */
function setUp() {
  const addresses: Record<string, string> = { 'base/goods': '/goods/1' }
  const titles: Record<string, string> = { '/goods/1': '商品', '/goods/2': '货品' }
  const fetchPlan = vi.fn<(address: string) => Promise<BrowserScreenPlan>>(async (address) => plan(titles[address] ?? ''))
  const screens = createScreens({ addressOf: (id) => (Object.hasOwn(addresses, id) ? addresses[id] : undefined), fetchPlan })
  return { addresses, fetchPlan, screens, title: () => screens.peek('base/goods')?.title }
}

it('loads a plan once, and has it at hand from then on', async () => {
  const { screens, fetchPlan } = setUp()
  expect(screens.peek('base/goods')).toBeUndefined()
  const [one, two] = await Promise.all([screens.load('base/goods'), screens.load('base/goods')])
  expect(one).toBe(two)
  expect(screens.peek('base/goods')).toBe(one)
  expect(fetchPlan).toHaveBeenCalledExactlyOnceWith('/goods/1')
})

it('asks again for a plan that could not be fetched', async () => {
  const { screens, fetchPlan } = setUp()
  fetchPlan.mockRejectedValueOnce(new Error('offline'))
  await expect(screens.load('base/goods')).rejects.toThrow('offline')
  expect((await screens.load('base/goods')).title).toBe('商品')
})

it('refuses a screen that does not exist, also one with the name of an object’s own', async () => {
  await expect(setUp().screens.load('constructor')).rejects.toThrow("There is no screen 'constructor'")
})

it('loads another version when the screen is opened the next time, and shows the earlier one until it is there', async () => {
  const { screens, addresses, title } = setUp()
  await screens.load('base/goods')
  addresses['base/goods'] = '/goods/2'
  expect(title()).toBe('商品')
  const listener = vi.fn<() => void>()
  screens.subscribe(listener)
  await screens.load('base/goods')
  expect([title(), listener.mock.calls.length]).toEqual(['货品', 1])
})

it('keeps the newest of two versions that are on the way, whichever comes last', async () => {
  const { screens, addresses, fetchPlan, title } = setUp()
  let slow: (plan: BrowserScreenPlan) => void = () => undefined
  fetchPlan.mockReturnValueOnce(new Promise((resolve) => (slow = resolve)))
  const first = screens.load('base/goods')
  addresses['base/goods'] = '/goods/2'
  await screens.load('base/goods')
  slow(plan('商品'))
  await first
  expect(title()).toBe('货品')
})

it('tells when a plan is edited, so that pages draw the new one', async () => {
  const { screens, title } = setUp()
  await screens.load('base/goods')
  const listener = vi.fn<() => void>()
  screens.subscribe(listener)
  screens.replace('base/goods', plan('货物'))
  expect(listener).toHaveBeenCalledOnce()
  expect(title()).toBe('货物')
  expect((await screens.load('base/goods')).title).toBe('货物')
})

it('loads again what the server has otherwise by now, and says which that is', async () => {
  const { screens, addresses, title } = setUp()
  await screens.load('base/goods')
  expect(await screens.renew()).toEqual([])
  addresses['base/goods'] = '/goods/2'
  expect(await screens.renew()).toEqual(['base/goods'])
  expect(title()).toBe('货品')
})

it('has nothing at hand for the next user', async () => {
  const { screens } = setUp()
  await screens.load('base/goods')
  screens.clear()
  expect(screens.peek('base/goods')).toBeUndefined()
})
