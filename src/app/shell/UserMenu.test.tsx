import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { AccountApi } from '../account'
import { PLAYGROUND, playgroundRight } from '../routing/decidePlace'
import { failure, menuOfClerk, success } from '../testing/fakeAccount'
import { renderShell } from '../testing/renderShell'
import { UserMenu } from './UserMenu'

afterEach(cleanup)

it('G4 shows who is here, whom to call and the way out', async () => {
  await renderShell(<UserMenu />)
  await userEvent.click(screen.getByRole('button', { name: /林晓/ }))
  expect(screen.getByText('业务操作员')).toBeTruthy()
  expect(screen.getByText(/021-/)).toBeTruthy()
  expect(screen.getByText('工作日 9:00-18:00')).toBeTruthy()
  expect(screen.getByRole('button', { name: '退出登录' })).toBeTruthy()
})

it('G4 says 用户 of whom it does not know the name', async () => {
  await renderShell(<UserMenu />, { api: { detail: () => Promise.resolve(success({ id: '7', userName: 'op01', realName: '' })) } })
  expect(screen.getByRole('button', { name: /^用户/ })).toBeTruthy()
})

it('S4 signs out once, however often it is pressed', async () => {
  let response: (() => void) | undefined
  const signOut = vi.fn<AccountApi['signOut']>(() => new Promise((resolve) => (response = () => resolve(success({})))))
  const { program, address } = await renderShell(<UserMenu />, { api: { signOut } })
  await userEvent.click(screen.getByRole('button', { name: /林晓/ }))
  const button = screen.getByRole('button', { name: '退出登录' })
  await userEvent.dblClick(button)
  expect(signOut).toHaveBeenCalledOnce()
  response?.()
  await waitFor(() => expect(address()).toBe('/login'))
  expect(program.store.getState().user).toBeUndefined()
})

it('S4 stays signed in when the server cannot be told', async () => {
  const { program, address } = await renderShell(<UserMenu />, { api: { signOut: () => Promise.resolve(failure(600, '网络错误')) } })
  await userEvent.click(screen.getByRole('button', { name: /林晓/ }))
  await userEvent.click(screen.getByRole('button', { name: '退出登录' }))
  expect(await screen.findByText('网络错误')).toBeTruthy()
  expect(address()).toBe('/goods')
  expect(program.store.getState().user).toBeDefined()
})

it('leads to the workbench of schemas who may use it, where it is switched on', async () => {
  const developer = { menuName: 'sys_userManage', menuId: '9', permissionType: 1, children: [{ menuName: playgroundRight }] }
  const userMenuElement = { ...menuOfClerk, subMenu: [...menuOfClerk.subMenu, developer] }
  const api = { menu: () => Promise.resolve(success({ userMenuElement })), check: () => Promise.resolve(success({ userMenuElement })) }
  const { address } = await renderShell(<UserMenu />, { api, playground: true })
  await userEvent.click(screen.getByRole('button', { name: /林晓/ }))
  await userEvent.click(screen.getByRole('button', { name: '界面工作台' }))
  expect(address()).toBe(PLAYGROUND)
})

it.each([true, false])('says nothing of the workbench to who may not use it, nor where it is off (%s)', async (playground) => {
  await renderShell(<UserMenu />, { playground })
  await userEvent.click(screen.getByRole('button', { name: /林晓/ }))
  expect(screen.queryByRole('button', { name: '界面工作台' })).toBeNull()
})

it('lets the user begin with the workbench, and again with the first menu', async () => {
  const { program } = await renderShell(<UserMenu />)
  await userEvent.click(screen.getByRole('button', { name: /林晓/ }))
  const choice = screen.getByRole('checkbox', { name: '登录后打开：工作台' })
  await userEvent.click(choice)
  expect(program.preferences.get('startPage')).toBe('workbench')
  await userEvent.click(choice)
  expect(program.preferences.get('startPage')).toBeNull()
})
