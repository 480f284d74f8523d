import { beforeEach, describe, expect } from 'vitest'
import { foreignCalls } from './support/foreignCalls'
import { serveOutside } from './support/outsideServer'
import { product } from './support/product'
import { test } from './support/test'

const { rates, stranger } = product.outside

/** What the servers of others were asked. */
const asked: { path: string; headers: Record<string, unknown> }[] = []
beforeEach(() => void (asked.length = 0))

/** What a hostile script tries. Each attempt that succeeds is named in its answer. */
const hostile = (callback: string): string => `
  const got = []
  const attempt = (name, work) => { try { if (work()) got.push(name) } catch {} }
  attempt('document', () => parent.document.body)
  attempt('storage', () => { sessionStorage.setItem('a', 'b'); return true })
  attempt('cookie', () => { document.cookie = 'a=b'; return document.cookie })
  attempt('navigation', () => { parent.location = '${stranger}'; return false })
  attempt('origin', () => location.origin !== 'null' && origin !== 'null')
  attempt('eval', () => new Function('return true')())
  parent.postMessage({ type: 'accessToken', accessToken: 'stolen' }, '*')
  fetch('/userLogin/begin', { method: 'POST' }).then(() => got.push('fetch'), () => undefined)
    .then(() => ${callback}({ got }))
`

for (const origin of [rates, stranger]) {
  serveOutside(origin, (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', origin)
    asked.push({ path, headers: request.headers })
    const callback = searchParams.get('callback')
    const answer = (type: string, body: string, cors = false): void =>
      void response.writeHead(200, { 'content-type': type, ...(cors ? { 'access-control-allow-origin': '*' } : {}) }).end(body)
    if (path === '/cors') return answer('application/json', '{"rate":"7.1"}', true)
    if (path === '/silent') return
    if (path === '/broken') return answer('text/javascript', '}{')
    if (path === '/hostile' && callback) return answer('text/javascript', hostile(callback))
    if (path === '/jsonp' && callback)
      return answer('text/javascript', `${callback}({ rate: '7.2', from: ${JSON.stringify(searchParams.get('from'))} })`)
    return answer('application/json', '{"rate":"7.3"}')
  })
}

describe('C3 a server of others', () => {
  test('C3 answers by CORS, and sees neither token nor ticket nor cookie', async ({ visit }) => {
    const clerk = await visit('/loansmgr', { as: 'op01' })
    const calls = await foreignCalls(clerk, [rates])
    expect(await calls.get(`${rates}/cors`)).toMatchObject({ success: true, status: 200, body: { rate: '7.1' } })
    const [call] = asked
    for (const name of ['authorization', 'ticket', 'cookie', 'app', 'referer'])
      expect([name, call?.headers[name]]).toEqual([name, undefined])
  })

  test('C3 answers by script in a sandbox where it is on the list and offers no CORS', async ({ visit }) => {
    const clerk = await visit('/loansmgr', { as: 'op01' })
    clerk.complaints.allowText('CORS policy')
    clerk.complaints.allowText('net::ERR_FAILED')
    const calls = await foreignCalls(clerk, [rates])
    expect(await calls.get(`${rates}/jsonp?from=USD`)).toMatchObject({ success: true, body: { rate: '7.2', from: 'USD' } })
    expect(asked.map(({ headers }) => headers['cookie'])).toEqual([undefined, undefined])
    expect(await clerk.page.locator('iframe').count()).toBe(0)
    const [first, second] = [await calls.script(`${rates}/jsonp`), await calls.script(`${rates}/jsonp`)]
    expect([first.value, second.value]).toEqual([
      { rate: '7.2', from: null },
      { rate: '7.2', from: null },
    ])
  })

  test('C3 has no rights in the sandbox', async ({ visit }) => {
    const clerk = await visit('/loansmgr', { as: 'op01' })
    // What the sandbox forbids, the browser says.
    for (const text of ['Content Security Policy', 'sandboxed', 'Unsafe attempt', 'cross-origin frame', 'net::ERR', 'CORS policy'])
      clerk.complaints.allowText(text)
    const calls = await foreignCalls(clerk, [rates])
    expect((await calls.script(`${rates}/hostile`)).value).toEqual({ got: [] })
    await clerk.expectPath('/loansmgr')
    expect(await clerk.page.evaluate(() => document.cookie + JSON.stringify(Object.values(sessionStorage)))).not.toContain('stolen')
  })

  test('C3 that is not configured is neither read nor heard', async ({ visit }) => {
    const clerk = await visit('/loansmgr', { as: 'op01' })
    clerk.complaints.allowText('Content Security Policy')
    clerk.complaints.allowText('violates the document')
    const calls = await foreignCalls(clerk, [stranger])
    expect(await calls.get(`${stranger}/cors`)).toMatchObject({ success: false, status: 600, message: '网络错误' })
    expect(await calls.script(`${stranger}/jsonp`)).toMatchObject({ error: 'The script gave no answer' })
    expect(asked).toEqual([])
  })

  test('C3 that does not answer is given up: 4 seconds for each way, and Timeout from the helper', async ({ visit }) => {
    const clerk = await visit('/loansmgr', { as: 'op01' })
    const calls = await foreignCalls(clerk, [])
    const started = Date.now()
    expect(await calls.get(`${rates}/silent`)).toMatchObject({ success: false, status: 600 })
    expect(Date.now() - started).toBeGreaterThan(3900)
    expect(asked.map(({ path }) => path)).toEqual(['/silent'])
    const helper = await calls.script(`${rates}/silent`, 500)
    expect(helper.error).toBe('Timeout')
    expect(helper.ms).toBeGreaterThanOrEqual(490)
    expect(await clerk.page.locator('iframe').count()).toBe(0)
  })

  test('C3 whose script is broken is given up too', async ({ visit }) => {
    const clerk = await visit('/loansmgr', { as: 'op01' })
    clerk.complaints.allowText('Unexpected token')
    clerk.complaints.allowText('uncaught: ')
    const calls = await foreignCalls(clerk, [])
    expect((await calls.script(`${rates}/broken`, 1000)).error).toBe('Timeout')
  })
})
