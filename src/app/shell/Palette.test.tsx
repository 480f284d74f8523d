import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { AccountApi } from '../account'
import { success } from '../testing/fakeAccount'
import { renderShell } from '../testing/renderShell'
import { Palette } from './Palette'

afterEach(cleanup)

const record = {
  entity: 'goods',
  id: '7',
  title: '商品',
  label: 'SP0007',
  about: '大豆油',
  state: { title: '审批中', color: 'processing' },
  address: '/goods/7',
}
const spellings = { '1-2': 'shang pin', '1-3': 'hui lv', '2-10': 'ding dan' }

async function openPalette(searched: (text: string) => object | Promise<object> = () => ({ records: [] }), api: Partial<AccountApi> = {}) {
  const asked: string[] = []
  const onClose = vi.fn<() => void>()
  const fetch: typeof window.fetch = async (input) => {
    const { pathname, searchParams } = new URL(String(input instanceof Request ? input.url : input), 'http://localhost')
    if (pathname === '/api/spellings') return Response.json({ spellings })
    const text = searchParams.get('text') ?? ''
    asked.push(text)
    return Response.json(await searched(text))
  }
  const shell = await renderShell(<Palette onClose={onClose} />, { fetch, api })
  const input = await screen.findByRole('combobox')
  return { ...shell, input, asked, onClose }
}
const options = (): (string | null)[] => screen.getAllByRole('option').map(({ textContent }) => textContent)

it('shows what was opened lately first, as far as it is still there, and then all menus', async () => {
  const recents = [
    { href: '/goods/9', title: 'SP0009', of: '商品详情' },
    { href: '/gone', title: '没有了' },
  ]
  const preferences = () => Promise.resolve(success({ preferences: { recents: { value: recents } } }))
  await openPalette(undefined, { preferences })
  expect(options()).toEqual(['SP0009商品详情', '商品主数据', '汇率主数据'])
})

it.each(['商', 'shangpin', 'sp', 'GOODS'])('finds a menu by %s', async (text) => {
  const { input } = await openPalette()
  await userEvent.type(input, text)
  await waitFor(() => expect(options()[0]).toContain('商品'))
})

it.each(['工作', 'gzt', 'gongzuo'])('finds the workbench, which is no menu, by %s', async (text) => {
  const { input, address } = await openPalette()
  await userEvent.type(input, text)
  await waitFor(() => expect(options()[0]).toContain('工作台'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/workbench'))
})

it('finds records, with what they are about and their state, and opens one by Enter', async () => {
  const { input, asked, onClose, address } = await openPalette((text) => ({ records: text === 'SP0007' ? [record] : [] }))
  await userEvent.type(input, 'SP0007')
  await waitFor(() => expect(options()).toEqual(['SP0007审批中商品 · 大豆油']))
  // Not for each letter.
  expect(asked.at(-1)).toBe('SP0007')
  expect(asked.length).toBeLessThan(6)
  await userEvent.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledOnce()
  await waitFor(() => expect(address()).toBe('/goods/7'))
})

it('keeps a figure apart from the text that may be cut', async () => {
  const facts = ['数量 5,000.0000 吨', '到期日 2026-11-30']
  const { input } = await openPalette(() => ({ records: [{ ...record, facts }] }))
  await userEvent.type(input, 'SP0007')
  await waitFor(() => expect(options().at(-1)).toBe('SP0007审批中商品 · 大豆油 · 数量 5,000.0000 吨 · 到期日 2026-11-30'))
  const kept = screen.getAllByRole('option').at(-1)?.querySelectorAll('.app-record-facts > b') ?? []
  expect([...kept].map(({ textContent }) => textContent)).toEqual(facts.map((fact) => ` · ${fact}`))
})

it('offers to add where the user may', async () => {
  const { input } = await openPalette()
  await userEvent.type(input, 'xinzeng')
  await waitFor(() => expect(options()).toEqual(['新增 商品']))
  await userEvent.clear(input)
  await userEvent.type(input, '新增 汇率')
  await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]))
})

it('says that nothing was found, and that it could not be looked for', async () => {
  const { input } = await openPalette()
  await userEvent.type(input, '没有这个')
  expect(await screen.findByText('没有匹配的菜单或单据')).toBeTruthy()
  cleanup()
  const failing = await openPalette(() => Promise.reject(new TypeError('network')))
  await userEvent.type(failing.input, '没有')
  expect(await screen.findByText('未能查找单据，请稍后重试')).toBeTruthy()
})

it('walks all groups by the arrows', async () => {
  const { input } = await openPalette(() => ({ records: [record] }))
  await userEvent.type(input, 's')
  await waitFor(() => expect(options().at(-1)).toContain('SP0007'))
  await userEvent.keyboard('{ArrowUp}')
  const list = within(screen.getByRole('listbox'))
  expect(list.getByRole('option', { selected: true }).textContent).toContain('SP0007')
})

it('opens on Enter what the whole text finds, although the search for it is still under way', async () => {
  const ends: ((found: object) => void)[] = []
  const { input, address, asked } = await openPalette((text) =>
    text === 'SP0007'
      ? new Promise((resolve) => ends.push(resolve))
      : { records: [{ ...record, id: '1', label: 'SP0001', address: '/goods/1' }] },
  )
  await userEvent.type(input, 'SP000')
  await waitFor(() => expect(options().join()).toContain('SP0001'))
  await userEvent.type(input, '7{Enter}')
  await waitFor(() => expect(asked).toContain('SP0007'))
  expect(address()).not.toBe('/goods/1')
  ends[0]?.({ records: [record] })
  await waitFor(() => expect(address()).toBe('/goods/7'))
})
