import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Problem } from '../../../engine/core/wire'
import type { FrameState } from '../../../engine/playground/preview/frameMessages'
import { lendingRights, libraryPlan } from '../../../engine/playground/testing/library'
import { createFrameServer } from './frameServer'

const plan = libraryPlan()
const rights = lendingRights('add', 'submit')
const shown: FrameState = { page: '/lending', visit: 0, subMenus: rights, outside: false, dark: false, density: 'middle', data: 'sample' }
const send = vi.fn<typeof fetch>()
const onEnded = vi.fn<() => void>()

function serve(state: Partial<FrameState> = {}) {
  const server = createFrameServer({ plan, state: { ...shown, ...state }, onEnded, send })
  const url = (path: string): string => new URL(path, window.location.origin).href
  const ask = async (path: string, init?: RequestInit): Promise<{ status: number; body: unknown }> => {
    const response = await server.fetch(url(path), init)
    return { status: response.status, body: await response.json() }
  }
  const json = (method: string, body: object = {}): RequestInit => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: 'Bearer preview' },
  })
  return { server, ask, json, url }
}

beforeEach(() => {
  send.mockReset()
  onEnded.mockReset()
})

describe('the server of the frame', () => {
  it('says itself who is signed in, with which rights, and which code lists there are', async () => {
    const { ask, json } = serve({ outside: true })
    expect(await ask('/userLogin/getUserMenu', json('POST'))).toMatchObject({ status: 200, body: { userMenuElement: { subMenu: rights } } })
    expect(await ask('/userLogin/getUserDetail', json('POST'))).toMatchObject({ body: { outside: true } })
    expect(await ask('/ucmanage/permission/button?menuId=1-1')).toEqual({
      status: 200,
      body: { result: [{ code: 'add' }, { code: 'submit' }] },
    })
    expect(await ask('/ucmanage/permission/button?menuId=9')).toEqual({ status: 200, body: { result: [] } })
    expect(await ask('/api/base/basicdata/dict/all')).toEqual({ status: 200, body: { dictionaries: plan.dictionaries } })
    const { body: begun } = await ask('/userLogin/begin', json('POST'))
    expect(Object.keys(begun as object)).toEqual(['menu', 'detail', 'roles', 'belonging', 'dictionaries', 'preferences'])
    for (const path of ['/userLogin/getUserRoles', '/userLogin/getFundingDepartment', '/userLogin/preferences'])
      expect((await ask(path, path.endsWith('preferences') ? undefined : json('POST'))).status).toBe(200)
  })

  it('answers pages with samples, refuses to write, and knows nothing else', async () => {
    const { ask, json } = serve()
    expect(await ask('/api/lending/list?status=DRAFT&page=1')).toMatchObject({ status: 200, body: { total: 8 } })
    const refused = await ask('/api/lending', json('POST', { deposit: '1' }))
    expect([refused.status, (refused.body as Problem).detail]).toEqual([417, expect.stringContaining('预览不保存')])
    expect((await ask('/api/nothing')).status).toBe(404)
    expect(send).not.toHaveBeenCalled()
  })

  it('refuses what the role does not open', async () => {
    expect((await serve({ subMenus: [] }).ask('/api/lending/list')).status).toBe(403)
  })

  it('fails where a failure is to be seen, and has no rows where there are to be none', async () => {
    expect((await serve({ data: 'error' }).ask('/api/lending/list')).status).toBe(500)
    expect(await serve({ data: 'empty' }).ask('/api/lending/list')).toMatchObject({ status: 200, body: { records: [] } })
  })

  it('answers what waits as soon as something else is to be seen', async () => {
    const { server, ask } = serve({ data: 'loading' })
    let isAnswered = false
    const asked = ask('/api/lending/list').then((answer) => {
      isAnswered = true
      return answer
    })
    server.show(plan, { ...shown, data: 'loading', dark: true })
    await new Promise((resolve) => setTimeout(resolve))
    expect(isAnswered).toBe(false)
    server.show(plan, shown)
    expect((await asked).status).toBe(200)
  })

  it('leaves a request that is no longer wanted', async () => {
    const { server, url } = serve({ data: 'loading' })
    const controller = new AbortController()
    const asked = server.fetch(url('/api/lending/list'), { signal: controller.signal })
    await new Promise((resolve) => setTimeout(resolve))
    controller.abort()
    await expect(asked).rejects.toThrow('aborted')
  })

  it('shows an edited plan and other rights with the next answer', async () => {
    const { server, ask } = serve()
    expect((await ask('/api/lending/list')).status).toBe(200)
    const edited = structuredClone(plan)
    edited.screens['base/lending']!.base = '/api/other'
    server.show(edited, shown)
    expect([(await ask('/api/lending/list')).status, (await ask('/api/other/list')).status]).toEqual([404, 200])
    server.show(edited, { ...shown, subMenus: [] })
    expect((await ask('/api/other/list')).status).toBe(403)
  })
})

describe('real data', () => {
  const real: Partial<FrameState> = { data: 'real', token: 'of-the-role' }

  it('is read by a GET with the token of the preview, whatever the page has sent', async () => {
    send.mockResolvedValue(new Response('{"records":[]}', { status: 200 }))
    const { ask, url } = serve(real)
    expect(await ask('/api/lending/list?page=2', { headers: { authorization: 'Bearer own', 'x-other': '1' } })).toEqual({
      status: 200,
      body: { records: [] },
    })
    expect(send.mock.calls).toHaveLength(1)
    const [address, init] = send.mock.calls[0]!
    expect(address).toBe(url('/api/lending/list?page=2'))
    expect(init).toMatchObject({ method: 'GET', credentials: 'omit' })
    expect(init).not.toHaveProperty('body')
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer of-the-role')
    expect(new Headers(init?.headers).get('x-other')).toBeNull()
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('lets no %s out, also none that only reads', async (method) => {
    const { ask, json } = serve(real)
    for (const path of ['/api/lending/1', '/api/lending/list', '/api/lending/export', '/api/lending/try'])
      expect((await ask(path, json(method))).status).toBe(417)
    expect(send).not.toHaveBeenCalled()
  })

  it('is asked of no other server, and not without a token', async () => {
    const { server, ask } = serve(real)
    expect((await server.fetch('https://elsewhere.example/api/lending/list')).status).toBe(403)
    expect((await serve({ data: 'real' }).ask('/api/lending/list')).status).toBe(403)
    expect(send).not.toHaveBeenCalled()
    expect((await ask('/userLogin/getUserMenu', { method: 'POST' })).status).toBe(200)
  })

  it('says when the token is over, and does not sign anybody out', async () => {
    send.mockResolvedValue(new Response('{}', { status: 401 }))
    expect((await serve(real).ask('/api/lending/list')).status).toBe(403)
    expect(onEnded).toHaveBeenCalledOnce()
  })
})
