import { expect, it, vi } from 'vitest'
import { RequestError, type Request, type RequestResult } from '../../../engine/client/request'
import type { MenuPlan } from '../../../engine/core/plan'
import { failure, success } from '../testing/fakeAccount'
import { createPartnerEntries } from './partnerEntries'

const menus: MenuPlan[] = [
  { id: '15-4', pid: '15', mpid: '15', name: '历史单证', router: '/histBill', seq: 4, externalApp: 'customs', ieFlag: 'E', blank: true },
  { id: '15-5', pid: '15', mpid: '15', name: '税务', router: '/tax', seq: 5, externalApp: 'tax', blank: true },
  { id: '1-1', pid: '1', mpid: '1', name: '商品', router: '/goods', seq: 1 },
]

const ticket: RequestResult = success({ accessToken: 't'.repeat(43) })

function setUp({ response = ticket, blocked = false } = {}) {
  const target = { close: vi.fn<() => void>(), location: { replace: vi.fn<(url: string) => void>() } }
  const asked: unknown[] = []
  const openWindow = vi.fn<() => Window | null>(() => (blocked ? null : (target as unknown as Window)))
  const notify = { error: vi.fn<(text: string) => void>() }
  const request = (async (call) => {
    asked.push([openWindow.mock.calls.length, call.url, call.values])
    return Promise.resolve(response)
  }) as Request
  const entries = createPartnerEntries({ menus: () => menus, subApps: { customs: 'https://customs.example' }, request, notify, openWindow })
  return { entries, target, asked, notify }
}

it('R10 knows the entries whose application is configured', () => {
  const { entries } = setUp()
  expect(['/histBill', '/tax', '/goods', '/nothing'].map((href) => entries.has(href))).toEqual([true, false, false, false])
})

it('L3 opens the window before it asks for a fresh ticket, and leads it to the partner route', async () => {
  const { entries, target, asked } = setUp()
  await entries.open('/histBill')
  expect(asked).toEqual([[1, '/api/keju/token', { path: '/histBill', origin: 'https://customs.example' }]])
  const [address = ''] = target.location.replace.mock.calls[0] ?? []
  expect(address).toBe(
    `https://customs.example/partnerLogin?type=GLP&access_token=${'t'.repeat(43)}&partner=true&path=%2FhistBill&ieFlag=E`,
  )
})

it('E3 L3 closes the window, says why and rethrows when there is no ticket', async () => {
  const { entries, target, notify } = setUp({ response: failure(403, '没有权限') })
  await expect(entries.open('/histBill')).rejects.toThrow(RequestError)
  expect(target.close).toHaveBeenCalledOnce()
  expect(target.location.replace).not.toHaveBeenCalled()
  expect(notify.error).toHaveBeenCalledExactlyOnceWith('没有权限')
})

it('L3 says so when the browser stops the window, and asks for nothing', async () => {
  const { entries, asked, notify } = setUp({ blocked: true })
  await entries.open('/histBill')
  expect(asked).toEqual([])
  expect(notify.error).toHaveBeenCalledExactlyOnceWith('浏览器拦截了新窗口，请允许本站弹出窗口后重试')
})
