import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { Refusal, renderPage, type PageSetup } from '../../../../engine/client/testing/renderPage'
import { screenPlan } from '../../../../engine/client/testing/plans'
import { RoleRights } from './RoleRights'

afterEach(cleanup)

const plan = screenPlan({
  base: '/api/base/role',
  extra: {
    permission: {
      name: 'permission',
      method: 'GET',
      url: '/api/base/role/permission/{id}',
      permission: 'base_role',
      description: '角色权限',
      query: [],
      body: [],
    },
  },
})

const menu = (menuName: string, title: string, group: string) => ({
  menuName,
  title,
  group,
  buttons: [
    { code: 'add', title: '新增' },
    { code: 'edit', title: '编辑' },
  ],
})
const tree = [menu('base_goods', '商品', '主数据'), menu('base_rate', '汇率', '主数据'), menu('limit_quota', '额度', '额度管理')]

function render(serve: PageSetup['serve']) {
  return renderPage(<RoleRights screen={plan} record={{ id: '9', roleName: '业务操作员' }} />, { serve })
}

it('P6 reads what the role may do, menu by menu, and what it is shut out of', async () => {
  render(() => ({
    version: 1,
    tree,
    menuPermissions: [
      { menuName: 'base_goods', permissionType: 1, buttons: ['edit', 'gone'] },
      { menuName: 'limit_quota', permissionType: 0, buttons: ['add'] },
    ],
  }))
  expect(await screen.findByText('可进入 1 个菜单，禁止进入 1 个')).toBeTruthy()
  const read = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(read).toEqual([
    ['商品', '进入、编辑'],
    ['额度', '禁止进入'],
  ])
})

it('says so when it may do nothing', async () => {
  render(() => ({ version: 1, tree, menuPermissions: [] }))
  expect(await screen.findByText(/没有任何菜单/)).toBeTruthy()
})

it('may be asked again when it could not be read', async () => {
  let isBroken = true
  render(() => (isBroken ? new Refusal(500, { title: '系统繁忙' }) : { version: 1, tree, menuPermissions: [] }))
  await screen.findByRole('alert')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: /重\s?试/ }))
  expect(await screen.findByText(/没有任何菜单/)).toBeTruthy()
})
