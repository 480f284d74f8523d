import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountApi } from '../account'
import { failure, success } from '../testing/fakeAccount'
import { renderShell } from '../testing/renderShell'
import { LoginPage } from './LoginPage'

beforeEach(() => window.localStorage.clear())
afterEach(cleanup)

const open = (api: Partial<AccountApi> = {}) => renderShell(<LoginPage />, { path: '/login', token: '', api })

it('S1 leads on when name and password are right', async () => {
  const signIn = vi.fn<AccountApi['signIn']>().mockResolvedValue(success({ accessToken: 'a' }))
  const { address } = await open({ signIn })
  await userEvent.type(screen.getByLabelText('登录名'), ' op01 ')
  await userEvent.type(screen.getByLabelText('密码'), 'secret{Enter}')
  await waitFor(() => expect(address()).toBe('/goods'))
  expect(signIn).toHaveBeenCalledExactlyOnceWith('op01', 'secret')
})

it('says what is missing and asks nobody', async () => {
  const signIn = vi.fn<AccountApi['signIn']>()
  await open({ signIn })
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(screen.getByText('请输入登录名')).toBeTruthy()
  expect(screen.getByText('请输入密码')).toBeTruthy()
  expect(signIn).not.toHaveBeenCalled()
})

it('shows what the server says, and keeps what was typed', async () => {
  await open({ signIn: () => Promise.resolve(failure(417, '登录名或密码不正确')) })
  await userEvent.type(screen.getByLabelText('登录名'), 'op01')
  await userEvent.type(screen.getByLabelText('密码'), 'wrong{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('登录名或密码不正确')
  expect(screen.getByLabelText('登录名')).toHaveProperty('value', 'op01')
})

it('remembers the name when asked to, and never the password', async () => {
  await open()
  await userEvent.type(screen.getByLabelText('登录名'), 'op01')
  await userEvent.type(screen.getByLabelText('密码'), 'secret{Enter}')
  await waitFor(() => expect(window.localStorage.getItem('scf-rememberedName')).toBe('"op01"'))
  expect(Object.values(window.localStorage).join()).not.toContain('secret')
})

it('names the demo accounts in a demo installation only', async () => {
  await open({ isDemo: () => Promise.resolve(success({ demo: true })) })
  await userEvent.click(await screen.findByRole('button', { name: /op01/ }))
  expect(screen.getByLabelText('登录名')).toHaveProperty('value', 'op01')
  cleanup()
  await open()
  expect(screen.queryByRole('button', { name: /op01/ })).toBeNull()
})
