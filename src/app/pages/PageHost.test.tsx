import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { everything } from '../../../engine/client/testing/renderPage'
import { detailPage, listPagePlan, screenPlan } from '../../../engine/client/testing/plans'
import { pageKinds } from '../routing/pageKinds'
import { renderShell } from '../testing/renderShell'
import { PageHost } from './PageHost'

beforeAll(() => Promise.all([pageKinds.list.load(), pageKinds.record.load()]))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const shipped = screenPlan({ id: 'base/goods', title: '商品', base: '/api/goods', pages: { list: listPagePlan({ route: '/goods' }) } })
/** Published, and without the page that is opened. */
const published = { ...shipped, pages: {}, release: 3 }
const route = { route: '/goods', screen: 'base/goods', page: 'list', title: '商品', menuName: 'base_goods', open: false }

async function open(plan: typeof published | typeof shipped, answer: () => Response, shown = 'list'): Promise<unknown[]> {
  const told: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderShell(<PageHost match={{ route: { ...route, page: shown }, params: {} }} pathname="/goods" search="" active />, {
    rights: everything,
    screens: { 'base/goods': () => Promise.resolve(plan) },
    fetch: (input, init) => {
      if (!String(input).endsWith('/api/playground/failed')) return Promise.resolve(json({ records: [], total: 0, page: 1, pageSize: 20 }))
      told.push(JSON.parse(init?.body as string))
      return Promise.resolve(answer())
    },
  })
  return told
}

function json(body: object): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
}

it('a page that cannot be drawn by a published screen is drawn by the shipped one, which is said and reported', async () => {
  const told = await open(published, () => json({ plan: shipped }))
  await page.findByText('“商品”在线发布的第 3 版未能显示，已改用随程序发布的界面，并已记录')
  await page.findByRole('table')
  expect(page.queryByText('页面出错了')).toBeNull()
  expect(told).toEqual([{ screen: 'base/goods', release: 3, failure: "Screen 'base/goods' has no page 'list'" }])
})

it('its message stays where the shipped screen cannot be had', async () => {
  await open(published, () => new Response('{}', { status: 403 }))
  expect(await page.findByText('页面出错了')).toBeTruthy()
})

it('a shipped screen that fails is reported nowhere', async () => {
  const told = await open({ ...shipped, pages: {} }, () => json({ plan: shipped }))
  await page.findByText('页面出错了')
  expect(told).toEqual([])
})

it('a list has a heading, which nobody sees', async () => {
  await open(shipped, () => json({ plan: shipped }))
  expect((await page.findByRole('heading', { level: 1 })).textContent).toBe('库存')
})

it('so has a record, above its own name', async () => {
  const record = screenPlan({
    id: 'base/goods',
    title: '商品',
    base: '/api/goods',
    pages: { detail: { ...detailPage, route: '/goods/:id' } },
  })
  await open(record, () => json({ plan: record }), 'detail')
  expect((await page.findByRole('heading', { level: 1 })).textContent).toBe('库存详情')
})
