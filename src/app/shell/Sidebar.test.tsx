import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderShell } from '../testing/renderShell'
import { Sidebar } from './Sidebar'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const unrestricted = {
  menu: () => Promise.resolve({ success: true as const, status: 200, message: '', body: { userMenuElement: everything } }),
}
const everything = { userId: '7', parentMenu: [], subMenu: [], departmentElement: [], fundingElement: [] }

it('L8 opens one branch at a time', async () => {
  await renderShell(<Sidebar />, { api: unrestricted })
  const master = screen.getByRole('button', { name: '主数据' })
  const trade = screen.getByRole('button', { name: '业务' })
  await userEvent.click(master)
  expect(master.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(trade)
  expect([master, trade].map((branch) => branch.getAttribute('aria-expanded'))).toEqual(['false', 'true'])
})

it('L8 leads to the page of a leaf, which is marked as the one that is shown', async () => {
  const { program, address } = await renderShell(<Sidebar />, { path: '/rate' })
  act(() => program.actions.handleNavOpenKeys(['1']))
  await userEvent.click(screen.getByRole('link', { name: '商品' }))
  expect(address()).toBe('/goods')
  act(() => program.actions.changeLeftMenu('1-2'))
  expect(screen.getByRole('link', { name: '商品' }).getAttribute('aria-current')).toBe('page')
})

it('G2 has no entry that the account may not see', async () => {
  await renderShell(<Sidebar />)
  expect(screen.queryByRole('button', { name: '业务' })).toBeNull()
})

it('L1, L8 folded shows icons only, whose pages fly out and fold away with Esc', async () => {
  const { program } = await renderShell(<Sidebar />)
  act(() => program.actions.switchSider())
  expect(screen.queryByText('综合服务平台')).toBeNull()
  const branch = screen.getByRole('button', { name: '主数据' })
  await userEvent.click(branch)
  await userEvent.click(screen.getByText('主数据'))
  expect(screen.getByRole('link', { name: '汇率' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('link', { name: '汇率' })).toBeNull()
  expect(document.activeElement).toBe(branch)
})

it('L2 shows the pages of a folded branch 100 ms after the pointer has come, and hides them 100 ms after it has gone', async () => {
  const { program } = await renderShell(<Sidebar />)
  act(() => program.actions.switchSider())
  const branch = screen.getByRole('button', { name: '主数据' })
  const flyout = () => screen.queryByRole('group', { name: '主数据' })
  const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
  const mouse = { pointerType: 'mouse' }
  vi.useFakeTimers()

  fireEvent.pointerOver(branch, mouse)
  pass(99)
  expect(flyout()).toBeNull()
  pass(1)
  expect(flyout()).not.toBeNull()

  fireEvent.pointerOut(branch, mouse)
  pass(99)
  expect(flyout()).not.toBeNull()
  pass(1)
  expect(flyout()).toBeNull()

  // A pointer that only passes over opens nothing.
  fireEvent.pointerOver(branch, mouse)
  pass(99)
  fireEvent.pointerOut(branch, mouse)
  pass(1000)
  expect(flyout()).toBeNull()
})
