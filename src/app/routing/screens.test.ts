import { expect, it, vi } from 'vitest'
import type { BrowserScreenPlan } from '../../../engine/core/plan'
import { createScreens } from './screens'

const plan = (title: string): BrowserScreenPlan => ({ id: 'base/goods', title }) as BrowserScreenPlan

it('loads a plan once, and has it at hand from then on', async () => {
  const load = vi.fn<() => Promise<{ default: BrowserScreenPlan }>>().mockResolvedValue({ default: plan('商品') })
  const screens = createScreens({ 'base/goods': load })
  expect(screens.peek('base/goods')).toBeUndefined()
  const [one, two] = await Promise.all([screens.load('base/goods'), screens.load('base/goods')])
  expect(one).toBe(two)
  expect(screens.peek('base/goods')).toBe(one)
  expect(load).toHaveBeenCalledOnce()
})

it('asks again for a plan that could not be fetched', async () => {
  const load = vi
    .fn<() => Promise<{ default: BrowserScreenPlan }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ default: plan('商品') })
  const screens = createScreens({ 'base/goods': load })
  await expect(screens.load('base/goods')).rejects.toThrow('offline')
  expect((await screens.load('base/goods')).title).toBe('商品')
})

it('refuses a screen that does not exist, also one with the name of an object’s own', async () => {
  await expect(createScreens({}).load('constructor')).rejects.toThrow("There is no screen 'constructor'")
})

it('tells when a plan is edited, so that pages draw the new one', async () => {
  const screens = createScreens({ 'base/goods': () => Promise.resolve({ default: plan('商品') }) })
  await screens.load('base/goods')
  const listener = vi.fn<() => void>()
  screens.subscribe(listener)
  screens.replace('base/goods', plan('货品'))
  expect(listener).toHaveBeenCalledOnce()
  expect(screens.peek('base/goods')?.title).toBe('货品')
  expect((await screens.load('base/goods')).title).toBe('货品')
})

it('shows an account from outside no internal fields, and another account after it all of them', async () => {
  const column = (internal: boolean) => ({ key: 'x', field: { name: 'x', type: 'text', ...(internal ? { internal } : {}) } })
  const whole = { pages: { list: { columns: [column(false), column(true)] } } } as unknown as BrowserScreenPlan
  let outside = true
  const screens = createScreens({ 'base/goods': () => Promise.resolve({ default: whole }) }, () => outside)
  expect(await screens.load('base/goods')).toEqual({ pages: { list: { columns: [column(false)] } } })
  expect(await screens.load('base/goods')).toBe(screens.peek('base/goods'))
  outside = false
  expect(await screens.load('base/goods')).toBe(whole)
})

it('loads a screen that was added in development, and keeps those that are here', async () => {
  const screens = createScreens({ 'base/goods': () => Promise.resolve({ default: plan('商品') }) })
  await screens.load('base/goods')
  await expect(screens.load('base/rate')).rejects.toThrow("There is no screen 'base/rate'")
  screens.reload({ 'base/rate': () => Promise.resolve({ default: plan('汇率') }) })
  expect((await screens.load('base/rate')).title).toBe('汇率')
  expect(screens.peek('base/goods')?.title).toBe('商品')
})
