import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScreenPlan } from '../../core/plan'
import { deskPlan } from '../write/testing/desk'
import { openDesk, type Desk } from '../write/testing/deskServer'
import { registerWriteRoutes } from './write'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk('pglite')
})
afterAll(() => desk?.close())

interface Contract {
  paths: Record<string, Record<string, { 'x-permission': string; 'x-states'?: string[] }>>
}

/** Every writing route with the right it needs. */
async function writingRoutes(): Promise<{ method: string; path: string; permission: string }[]> {
  const { body } = await desk.call<Contract>('boss', 'GET', '/api/contract')
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      ['post', 'patch', 'delete'].includes(method) && path.startsWith('/api/desk/') && !/\/(list|export|options\/\{key\})$/.test(path)
        ? [{ method: method.toUpperCase(), path, permission: operation['x-permission'] }]
        : [],
    ),
  )
}

describe('routes', () => {
  it('exist for what the pages offer, each with the right of its button, and for nothing else', async () => {
    const routes = await writingRoutes()
    expect(routes.map(({ method, path, permission }) => `${method} ${path} ${permission}`).toSorted()).toEqual(
      [
        'POST /api/desk/member member_add',
        'POST /api/desk/member/import member_import',
        'PATCH /api/desk/member/{id} member_edit',
        'DELETE /api/desk/member/{id} member_delete',
        'POST /api/desk/member/batch/delete member_delete',
        'POST /api/desk/member/attach/{id} member_attach',
        'DELETE /api/desk/member/attach/{id} member_attach',
        'POST /api/desk/lending lending_add',
        'PATCH /api/desk/lending/{id} lending_edit',
        'DELETE /api/desk/lending/{id} lending_delete',
        'POST /api/desk/lending/checkItems lending_import',
        'POST /api/desk/lending/submit/{id} lending_submit',
        'POST /api/desk/lending/withdraw/{id} lending_withdraw',
        'POST /api/desk/lending/approve/{id} lending_approve',
        'POST /api/desk/lending/refuse/{id} lending_refuse',
        'POST /api/desk/lending/extend/{id} lending_extend',
        'POST /api/desk/lending/giveBack/{id} lending_giveBack',
        'POST /api/desk/lending/archive/{id} lending_archive',
        'POST /api/desk/lending/batch/submit lending_submit',
        'POST /api/desk/lending/batch/approve lending_approve',
        'POST /api/desk/lending/print/note lending_print',
        'POST /api/desk/lending/print/slip lending_print',
        'POST /api/desk/lending/attach/{id} lending_edit',
        'DELETE /api/desk/lending/attach/{id} lending_edit',
        'POST /api/desk/note note_add',
        'POST /api/desk/note/import note_import',
        'PATCH /api/desk/note/{id} note_edit',
        'DELETE /api/desk/note/{id} note_delete',
        'POST /api/desk/roster roster_add',
        'POST /api/desk/roster/import roster_import',
        'PATCH /api/desk/roster/{id} roster_edit',
        'POST /api/desk/shelf/submit/{id} shelf_submit',
        'POST /api/desk/hall hall_add',
        'PATCH /api/desk/hall/{id} hall_edit',
        'POST /api/desk/pass pass_add',
        'PATCH /api/desk/pass/{id} pass_edit',
        'DELETE /api/desk/pass/{id} pass_delete',
        'POST /api/desk/pass/submit/{id} pass_submit',
        'POST /api/desk/pass/withdraw/{id} pass_withdraw',
        'POST /api/desk/pass/approve/{id} pass_approve',
        'POST /api/desk/pass/batch/approve pass_approve',
        'POST /api/desk/pass/reject/{id} pass_reject',
        'POST /api/desk/pass/refuse/{id} pass_refuse',
        'POST /api/desk/pass/end/{id} pass_end',
        'POST /api/desk/pass/renew/{id} pass_renew',
        // What the edit form sends by an action needs the right to edit.
        'POST /api/desk/pass/change/{id} pass_edit',
        'PATCH /api/desk/passName/{id} passName_edit',
        'POST /api/desk/passName/change/{id} passName_edit',
        'POST /api/desk/visit visit_add',
        'POST /api/desk/visit/take/{id} visit_take',
        'POST /api/desk/book book_add',
        'PATCH /api/desk/book/{id} book_edit',
        'DELETE /api/desk/book/{id} book_delete',
      ].toSorted(),
    )
  })

  it('are closed to who is not signed in (401) and to who lacks the right (403), whatever the body', async () => {
    for (const { method, path } of await writingRoutes()) {
      const url = path.replace('{id}', '1')
      expect(await desk.refusal('nobody', method as 'POST', url, {})).toMatchObject({ status: 401, code: 401000 })
      expect(await desk.refusal('reader', method as 'POST', url, {})).toMatchObject({ status: 403, code: 403000 })
    }
  })

  it('do not exist for a button that no page has', async () => {
    expect(await desk.refusal('boss', 'POST', '/api/desk/shelf', {})).toMatchObject({ status: 404 })
    expect(await desk.refusal('boss', 'POST', '/api/desk/shelf/approve/1', {})).toMatchObject({ status: 404 })
    expect(await desk.refusal('boss', 'PATCH', '/api/desk/shelf/1', {})).toMatchObject({ status: 405 })
  })

  it('delete what is said with its version, in the body or the query, and take nothing else', async () => {
    const id = await desk.addBook('To be deleted', 0)
    const url = `/api/desk/book/${id}`
    const refused = async (address: string, body: unknown, method: 'DELETE' | 'POST' = 'DELETE') => {
      const { status, errors = [] } = await desk.refusal('boss', method, address, body)
      return [status, ...errors.map(({ path, rule }) => `${path} ${rule}`)]
    }
    expect(await refused(url, { version: undefined })).toEqual([422, 'version required'])
    expect(await refused(url, { version: 1, reason: 'old' })).toEqual([422, 'reason unknown'])
    expect(await refused(`${url}?version=1`, { version: undefined, reason: 'old' })).toEqual([422, 'reason unknown'])
    expect(await refused(url, { version: '1' })).toEqual([422, 'version type'])
    expect(await refused(url, { version: 7 })).toEqual([409])
    expect(await refused(`${url}?version=7`, { version: 1 })).toEqual([422, 'version type'])
    expect(await refused(`${url}?version=7`, { version: 7 })).toEqual([409])
    const several = '/api/desk/member/batch/delete'
    expect(await refused(several, { ids: [{ id, version: 1 }], reason: 'old' }, 'POST')).toEqual([422, 'reason unknown'])
    expect(await refused(several, { ids: [{ id, version: 1, reason: 'old' }] }, 'POST')).toEqual([422, 'reason unknown'])
    expect(await refused(several, { ids: [{ id, version: undefined }] }, 'POST')).toEqual([422, 'version required'])
    // Whatever else is wrong with it.
    expect(await refused('/api/desk/lending/batch/submit', { idz: [] }, 'POST')).toEqual([422, 'idz unknown'])
    expect(await desk.call('boss', 'DELETE', `${url}?version=1`, { version: undefined })).toMatchObject({ status: 200 })
  })

  it('refuse a parameter that they do not know, instead of passing over one that is misspelt', async () => {
    const routes = (await writingRoutes()).filter(({ path }) => !path.includes('/attach/'))
    for (const { method, path } of routes) {
      const problem = await desk.refusal('boss', method, `${path.replace('{id}', '1')}?previw=1`, {})
      expect([path, problem]).toMatchObject([path, { status: 422, errors: [{ path: 'previw', rule: 'unknown' }] }])
      expect(problem.errors?.[0]?.detail).toBe('没有名为“previw”的参数')
    }
  })

  it('take JSON alone', async () => {
    const response = await desk.app.inject({
      method: 'POST',
      url: '/api/desk/book',
      payload: 'bookTitle=x',
      headers: { authorization: 'Bearer boss', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.statusCode).toBe(415)
  })

  it('take no number for an id', async () => {
    expect(await desk.refusal('boss', 'PATCH', '/api/desk/book/1e3', { version: 1 })).toMatchObject({ status: 404 })
  })

  it('answer a problem that a reader of any of its names understands', async () => {
    const problem = await desk.refusal('clerk', 'POST', '/api/desk/book', {})
    expect(problem).toMatchObject({
      type: '/problems/invalid',
      title: '内容有误',
      instance: '/api/desk/book',
      detail: '“Title”不能为空',
      message: '“Title”不能为空',
    })
  })
})

describe('a plan that cannot be served', () => {
  it.each([
    ['a ledger', 'copyMovement', 'add is offered on a ledger'],
    ['a read model', 'book', 'add is offered on a read model'],
  ])('is told at boot: a button that writes to %s', (_what, entity, problem) => {
    const screen: ScreenPlan = { ...deskPlan.screens['desk/book']!, id: 'desk/wrong', entity }
    const entities = { ...deskPlan.entities, book: { ...deskPlan.entities['book']!, view: 'books' } }
    const services = { ...desk.services, plan: { ...deskPlan, entities, screens: { 'desk/wrong': screen } } }
    expect(registerWriteRoutes(desk.app, services)).toEqual([`screen desk/wrong: ${problem}`])
  })
})
