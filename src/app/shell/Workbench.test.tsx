import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { WorkResponse } from '../../../engine/core/wire'
import { Bell } from './Bell'
import { renderShell } from '../testing/renderShell'
import { Workbench } from './Workbench'

afterEach(cleanup)

const nothing: WorkResponse = { waiting: [], mine: [], due: [] }
const work: WorkResponse = {
  waiting: [
    {
      title: '商品',
      menuName: 'base_goods',
      state: { title: '审批中', color: 'processing' },
      count: 3,
      place: { route: '/goods', query: '?status=AUDITING' },
    },
    {
      title: '水单',
      menuName: 'base_rate',
      state: { title: '待核对', color: 'default' },
      count: 99,
      beyond: true,
      place: { route: '/rate', tab: '水单', query: '?status=PENDING' },
    },
  ],
  mine: [{ entity: 'goods', id: '7', title: '商品', label: 'SP0007', about: '大豆油', address: '/goods/7' }],
  due: [
    {
      entity: 'rate',
      id: '1',
      title: '汇率',
      label: 'HL0001',
      about: '美元',
      facts: ['牌价 7.10'],
      date: '2000-01-01',
      address: '/rate?id=1',
    },
  ],
}

function served(response: () => object): typeof window.fetch {
  return async (input) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), 'http://localhost')
    return Response.json(pathname.startsWith('/api/work') ? response() : {})
  }
}

it('shows what waits by list and state, with its count, and leads there', async () => {
  const { address } = await renderShell(<Workbench />, { fetch: served(() => work) })
  const first = await screen.findByRole('link', { name: /3\s*商品\s*审批中/ })
  expect(first.getAttribute('href')).toBe('/goods?status=AUDITING&_decide=1')
  expect(screen.getByRole('link', { name: /99\+\s*水单/ }).getAttribute('href')).toBe(
    '/rate?_tab=%E6%B0%B4%E5%8D%95&_of=status%3DPENDING%26_decide%3D1',
  )
  expect(screen.getByRole('link', { name: /SP0007/ }).getAttribute('href')).toBe('/goods/7')
  const late = screen.getByRole('link', { name: /HL0001.*已过期/ })
  expect(late.querySelector('.app-record-facts')?.textContent).toBe('汇率 · 美元 · 牌价 7.10')
  expect(late.querySelector('.app-record-facts > b')?.textContent).toBe(' · 牌价 7.10')
  await userEvent.click(first)
  await waitFor(() => expect(address()).toBe('/goods'))
})

it('says that there is nothing to do', async () => {
  await renderShell(<Workbench />, { fetch: served(() => nothing) })
  expect(await screen.findByText('今天没有待办')).toBeTruthy()
  expect(screen.getByText('没有待他人审批的单据')).toBeTruthy()
})

it('says that it could not be loaded, and tries again', async () => {
  let broken = true
  const fetch: typeof window.fetch = async (...asked) => {
    if (broken) return Response.json({ detail: 'x' }, { status: 500 })
    return served(() => work)(...asked)
  }
  await renderShell(<Workbench />, { fetch })
  const again = await screen.findByRole('button', { name: '重试' })
  expect(screen.getByText('未能载入待办。')).toBeTruthy()
  broken = false
  await userEvent.click(again)
  expect(await screen.findByRole('link', { name: /商品\s*审批中/ })).toBeTruthy()
})

it('has a bell with all that waits', async () => {
  await renderShell(<Bell />, { fetch: served(() => ({ waiting: work.waiting })) })
  expect(screen.getByRole('link', { name: '工作台' }).getAttribute('href')).toBe('/workbench')
  expect(await screen.findByRole('link', { name: '工作台，99+ 项待办' })).toBeTruthy()
})
