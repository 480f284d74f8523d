import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { AccountApi } from '../account'
import { success } from '../testing/fakeAccount'
import { renderShell } from '../testing/renderShell'
import { useApp } from '../programContext'
import { ChangePassword } from './ChangePassword'

afterEach(cleanup)

function WhenAsked() {
  return useApp((state) => state.showModifyPwdModal) ? <ChangePassword /> : null
}

async function open(changePassword: AccountApi['changePassword'] = () => Promise.resolve(success({}))) {
  const { program } = await renderShell(<WhenAsked />, { api: { changePassword } })
  act(() => program.actions.showModifyPwdModal())
  await screen.findByText('修改密码')
}

async function fill(old: string, next: string, repeated = next): Promise<void> {
  await userEvent.type(screen.getByLabelText('原密码'), old)
  await userEvent.type(screen.getByLabelText('新密码'), next)
  await userEvent.type(screen.getByLabelText('确认新密码'), repeated)
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
}

const refusal =
  (path: string, detail: string): AccountApi['changePassword'] =>
  () =>
    Promise.resolve({
      success: false,
      status: 422,
      message: detail,
      shown: false,
      body: { detail, errors: [{ path, pointer: `/${path}`, rule: 'check', detail }] },
    })

it('L7 says that the two new passwords differ, and sends nothing', async () => {
  const changePassword = vi.fn<AccountApi['changePassword']>()
  await open(changePassword)
  await fill('Old@2026demo', 'New@2026demo', 'New@2026dem')
  expect(screen.getByText('两次输入的新密码不一致')).toBeTruthy()
  expect(changePassword).not.toHaveBeenCalled()
})

it.each([
  ['a wrong old password', 'oldPassword', '原密码不正确'],
  ['a weak new password', 'newPassword', '新密码至少 10 位'],
])('L7 marks %s with what the server says', async (_name, path, detail) => {
  await open(refusal(path, detail))
  await fill('Old@2026demo', 'short')
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.getByLabelText(path === 'oldPassword' ? '原密码' : '新密码').getAttribute('aria-invalid')).toBe('true')
})

it('L7 closes when it is given up, and nothing is sent', async () => {
  const changePassword = vi.fn<AccountApi['changePassword']>()
  await open(changePassword)
  await userEvent.type(screen.getByLabelText('原密码'), 'Old@2026demo')
  await userEvent.click(screen.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByLabelText('原密码')).toBeNull())
  expect(changePassword).not.toHaveBeenCalled()
})

it('L7 asks before Esc gives up what was typed', async () => {
  await open()
  await userEvent.type(screen.getByLabelText('原密码'), 'Old@2026demo')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: '继续编辑' }))
  expect(screen.getByLabelText<HTMLInputElement>('原密码').value).toBe('Old@2026demo')
  cleanup()
  await open()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText('原密码')).toBeNull())
})

it('L7 closes when the password is changed', async () => {
  await open()
  await fill('Old@2026demo', 'New@2026demo')
  await waitFor(() => expect(screen.queryByLabelText('原密码')).toBeNull())
  expect(await screen.findByText('密码修改成功')).toBeTruthy()
})
