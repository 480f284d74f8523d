import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Refusal, renderPage, type PageSetup } from '../../../../engine/client/testing/renderPage'
import type { BrowserScreenPlan, ExtraEndpointPlan } from '../../../../engine/core/plan'
import { RolePermissions } from './RolePermissions'

afterEach(cleanup)

const endpoint = (name: string, method: 'GET' | 'PATCH'): ExtraEndpointPlan => ({
  name,
  method,
  url: '/api/base/role/permission/{id}',
  permission: 'view',
  description: '',
  query: [],
  body: [],
})
const plan = {
  id: 'manage/userManage.role',
  base: '/api/base/role',
  extra: { permission: endpoint('permission', 'GET'), savePermission: endpoint('savePermission', 'PATCH') },
} as unknown as BrowserScreenPlan

const rights = {
  version: 4,
  tree: [
    { menuName: 'base_goods', title: '商品', group: '主数据', buttons: [{ code: 'add', title: '新增' }] },
    { menuName: 'base_rate', title: '汇率', group: '主数据', buttons: [{ code: 'import', title: '导入' }] },
  ],
  menuPermissions: [{ menuName: 'base_goods', permissionType: 1, buttons: [] }],
}

function open(serve: PageSetup['serve'] = ({ method }) => (method === 'GET' ? rights : {})) {
  const onClose = vi.fn<() => void>()
  const onDone = vi.fn<() => void>()
  const record = { id: '9', roleName: '业务操作员' }
  const page = renderPage(<RolePermissions screen={plan} record={record} onClose={onClose} onDone={onDone} />, { serve })
  return { ...page, onClose, onDone }
}

it('P6 saves what was changed, and only when something was', async () => {
  const { requests, onClose, onDone } = open()
  const goods = await screen.findByRole('group', { name: '商品' })
  const save = screen.getByRole('button', { name: /保\s?存/ })
  expect(save).toHaveProperty('disabled', true)

  await userEvent.click(within(goods).getByRole('checkbox', { name: '新增' }))
  expect(within(goods).getByText('已修改')).toBeTruthy()
  await userEvent.click(save)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onDone).toHaveBeenCalledOnce()
  expect(requests.at(-1)).toMatchObject({
    method: 'PATCH',
    path: '/api/base/role/permission/9',
    body: { version: 4, menuPermissions: [{ menuName: 'base_goods', permissionType: 1, buttons: ['add'] }] },
  })
})

it('gives and takes a whole group at once', async () => {
  const { requests } = open()
  const group = await screen.findByRole('checkbox', { name: '主数据' })
  await userEvent.click(group)
  expect(within(screen.getByRole('group', { name: '汇率' })).getByRole('checkbox', { name: '导入' })).toHaveProperty('checked', true)
  await userEvent.click(group)
  await userEvent.click(screen.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(requests.at(-1)?.body['menuPermissions']).toEqual([]))
})

it('finds a menu by one of its buttons', async () => {
  open()
  await userEvent.type(await screen.findByRole('searchbox'), '导入')
  expect(screen.queryByRole('group', { name: '商品' })).toBeNull()
  expect(screen.getByRole('group', { name: '汇率' })).toBeTruthy()
})

it('stays open with what was ticked when the server refuses', async () => {
  const { onClose } = open(({ method }) =>
    method === 'GET' ? rights : new Refusal(409, { detail: '数据已被他人修改', error: '数据已被他人修改' }),
  )
  const goods = await screen.findByRole('group', { name: '商品' })
  await userEvent.click(within(goods).getByRole('checkbox', { name: '新增' }))
  await userEvent.click(screen.getByRole('button', { name: /保\s?存/ }))
  expect(await screen.findByText('数据已被他人修改')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  expect(within(goods).getByRole('checkbox', { name: '新增' })).toHaveProperty('checked', true)
})
