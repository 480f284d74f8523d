import { expect, it } from 'vitest'
import type { ViewsResponse } from '../../engine/core/wire'
import { accountsWith } from './support/accounts'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

/** Views of the product's own lists; what the engine does with them is told in engine/server/views. */
describePlatform('saved views of lists', (platform) => {
  const list = { screen: 'loans/loansmgr', page: 'list' }
  const save = (session: Session, more: object = {}) =>
    session.ask('POST', '/api/views', { ...list, name: '待放款', content: { filters: { status: 'APPROVED' } }, ...more })
  const viewsOf = async (session: Session) =>
    (await session.ask<ViewsResponse>('GET', `/api/views?screen=${encodeURIComponent(list.screen)}&page=${list.page}`)).body.views

  it('are shared with those who have the role, and change for all of them', async () => {
    const operator = await platform().as('op01')
    const [role] = (await operator.ask<ViewsResponse>('GET', `/api/views?screen=${encodeURIComponent(list.screen)}&page=${list.page}`)).body
      .roles
    const { status, body } = await save(operator, { role: role?.code })
    expect(status).toBe(200)
    const shared = (await viewsOf(await platform().as('op02'))).find(({ id }) => id === body.id)
    expect(shared).toMatchObject({ name: '待放款', mine: false, ownerName: '林晓' })
    expect((await viewsOf(await platform().as('rk01'))).filter(({ id }) => id === body.id)).toEqual([])
    // It is not for others to change or to delete.
    const other = await platform().as('op02')
    expect((await other.ask('DELETE', `/api/views/${body.id}`, { version: 1 })).status).toBe(404)
    expect((await operator.ask('DELETE', `/api/views/${body.id}`, { version: 1 })).status).toBe(200)
    expect((await viewsOf(other)).filter(({ id }) => id === body.id)).toEqual([])
  })

  it('do not keep an account that never did anything from being deleted, and go with it', async () => {
    const [account] = (await accountsWith(platform(), [{ loans_loansmgr: ['view'] }])) as [Session]
    expect((await save(account)).status).toBe(200)
    const id = await platform().idOf('app_user', 'user_name', account.userName)
    const admin = await platform().as('admin')
    const { version } = await admin.read(at.user, id)
    expect((await admin.ask('DELETE', `${at.user}/${id}`, { version })).status).toBe(200)
    const left = await platform().database.kysely.selectFrom('list_view').select('id').where('owner_id', '=', id).execute()
    expect(left).toEqual([])
  })

  it('are refused for a list that the account may not read, and for a role that it has not', async () => {
    const [account] = (await accountsWith(platform(), [{ base_currency: ['view'] }])) as [Session]
    expect((await save(account)).status).toBe(403)
    expect((await save(await platform().as('op01'), { role: 'ADMIN' })).status).toBe(422)
    expect((await save(await platform().as('op01'), { content: { filters: {}, more: 1 } })).status).toBeGreaterThanOrEqual(400)
  })
})
