import { describe, expect } from 'vitest'
import { Client } from '../api/support/client'
import { pageAnswer, serveOutside } from './support/outsideServer'
import { Portal, portalPage } from './support/portal'
import { shellParts } from './support/shell'
import { product } from './support/product'
import { signIn } from './support/signIn'
import { test, type Visit, type VisitOptions } from './support/test'

const { address } = product
const { portal: portalOrigin, farPortal, stranger } = product.outside

for (const origin of [portalOrigin, farPortal])
  serveOutside(
    origin,
    pageAnswer((query) => portalPage(address, query)),
  )
// Anybody else: embeds the product too, or stands in a frame beside it and talks to it in the portal's name.
serveOutside(
  stranger,
  pageAnswer((query) => {
    if (query.has('path')) return portalPage(address, query)
    return `<!doctype html><title>beside</title><script>
      setInterval(() => {
        const target = parent.frames[0]
        if (!target) return
        target.postMessage({ type: 'accessToken', accessToken: ${JSON.stringify(query.get('token'))} }, '*')
        target.postMessage({ type: 'navigate', path: '/stockin' }, '*')
        target.postMessage({ type: 'clearConditions' }, '*')
        target.postMessage({ type: 'buttonList', permissionGroup: 'loans', buttons: [] }, '*')
      }, 50)
    </script>`
  }),
)

async function tokenOf(userName: string): Promise<string> {
  return (await signIn(userName, address)).token
}

interface Embedding extends Pick<VisitOptions, 'at' | 'before' | 'refused'> {
  token?: string
  beside?: string
}

async function embed(visit: Visit, path: string, { token, beside, ...options }: Embedding = {}): Promise<Portal> {
  const query = new URLSearchParams({ path, ...(token ? { token } : {}), ...(beside ? { beside } : {}) })
  return new Portal(await visit(`/?${query.toString()}`, { at: portalOrigin, ...options }))
}

describe('in a frame of a known portal', () => {
  test('G3 S6 the page asks for a token by its path, takes it over, and shows itself without the shell', async ({ visit }) => {
    const token = await tokenOf('op01')
    const portal = await embed(visit, '/loansmgr?inIFrame', { token })
    await portal.list.firstRow().expectThere()
    await portal.expectBare()
    expect(await portal.heard()).toEqual([{ type: 'requestAccessToken', path: '/loansmgr', origin: address }])

    const kept = await (await portal.document()).evaluate(() => [sessionStorage.getItem('scf-accessToken'), document.cookie])
    expect(kept[0]).toBe(JSON.stringify(token))
    expect(kept[1]).toContain(`accessToken=${token}`)
  })

  test('G3 S6 the portal leads to our pages, and the mode survives that and a reload', async ({ visit }) => {
    const portal = await embed(visit, '/loansmgr?inIFrame', { token: await tokenOf('op01') })
    await portal.list.firstRow().expectThere()
    await portal.say({ type: 'navigate', path: '/stockin' })
    await portal.expectPath('/stockin')
    await portal.list.firstRow().expectThere()
    await portal.expectBare()

    await portal.knows(null)
    await portal.reloadProduct()
    await portal.list.firstRow().expectThere()
    await portal.expectBare()
    await portal.expectPath('/stockin')
    expect((await portal.heard()).map(({ path }) => path)).toEqual(['/loansmgr', '/stockin'])
  })

  test('S6 clear-conditions empties every search form, the one in front and those behind', async ({ visit }) => {
    const portal = await embed(visit, '/quotamgr?inIFrame&status=ACTIVE', { token: await tokenOf('op01') })
    await portal.list.firstRow().expectThere()
    const some = await portal.list.total()
    await portal.say({ type: 'navigate', path: '/loansmgr?status=APPROVED&pageSize=50' })
    await portal.expectPath('/loansmgr?status=APPROVED&pageSize=50')
    await portal.list.firstRow().expectThere()
    const approved = await portal.list.total()
    await portal.list.type({ 融资单号: 'not yet queried' })

    const saved = async (): Promise<string> =>
      (await portal.document()).evaluate(() =>
        JSON.stringify(Object.entries(sessionStorage).filter(([key]) => key.includes('searchForm:'))),
      )
    await expect.poll(saved).toContain('APPROVED')

    await portal.say({ type: 'clearConditions' })
    await portal.expectPath('/loansmgr')
    await expect.poll(saved).not.toContain('APPROVED')
    await expect.poll(() => portal.list.total()).toBeGreaterThan(approved)
    await portal.list.expectTyped({ 融资单号: '' })
    await (await portal.document()).evaluate(() => window.history.back())
    await portal.expectPath('/quotamgr?inIFrame&status=ACTIVE')
    await expect.poll(() => portal.list.total()).toBe(some)
    await portal.say({ type: 'navigate', path: '/loansmgr' })
    await portal.expectPath('/loansmgr')
  })

  test('S6 P3 the button list hides buttons of one permission group, and adds none', async ({ visit }) => {
    const portal = await embed(visit, '/loansmgr?inIFrame', { token: await tokenOf('op01') })
    await portal.list.firstRow().expectThere()
    await portal.say({ type: 'buttonList', permissionGroup: 'loans', buttons: ['loansmgr_view', 'loansmgr_export', 'loansmgr_approve'] })
    await portal.list.expectToolbar(['导出'])
    await expect.poll(() => portal.list.firstRow().actions()).toEqual(['查看'])
    await portal.say({ type: 'navigate', path: '/quotamgr' })
    await portal.expectPath('/quotamgr')
    await portal.list.firstRow().expectThere()
    await portal.list.expectToolbar(['新增', '导出'])
  })

  test('S6 malformed messages and ways out of the program do nothing', async ({ visit }) => {
    const portal = await embed(visit, '/loansmgr?inIFrame', { token: await tokenOf('op01'), refused: [401] })
    await portal.list.firstRow().expectThere()
    for (const message of [
      null,
      'clearConditions',
      { type: 'constructor' },
      { type: 'accessToken', accessToken: 'no-token-of-the-server' },
      { type: 'accessToken', accessToken: ['x'] },
      { type: 'navigate', path: 'javascript:document.title="taken"' },
      { type: 'navigate', path: '//localhost/stockin' },
      { type: 'navigate', path: 'https://evil.example/stockin' },
      { type: 'navigate', path: '/nowhere' },
      { type: 'navigate', path: { toString: '/stockin' } },
      { type: 'clearConditions', also: 'more' },
      { type: 'buttonList', permissionGroup: 'loans', buttons: 'none' },
    ])
      await portal.say(message)
    await portal.say({ type: 'navigate', path: '/stockin' })
    await portal.expectPath('/stockin')
    await portal.list.firstRow().expectThere()
    await expect
      .poll(async () => (await portal.document()).evaluate(() => sessionStorage.getItem('scf-accessToken')))
      .not.toContain('no-token')
  })

  test('S6 a frame beside ours is not the parent', async ({ visit }) => {
    const [token, other] = [await tokenOf('op01'), await tokenOf('bm01')]
    const portal = await embed(visit, '/loansmgr?inIFrame', { token, beside: `${stranger}/?token=${other}` })
    await portal.list.firstRow().expectThere()
    await portal.list.expectToolbar(['新增', '试算', '税款计算', '导出'])
    await portal.expectSpokenToByOthers(8)
    await portal.expectPath('/loansmgr')
    await portal.list.expectToolbar(['新增', '试算', '税款计算', '导出'])
    expect(await (await portal.document()).evaluate(() => sessionStorage.getItem('scf-accessToken'))).toBe(JSON.stringify(token))
  })

  test('S6 without a token the page waits, quietly, and goes on when there is one', async ({ visit }) => {
    const portal = await embed(visit, '/loansmgr?inIFrame')
    await portal.expectText('等待登录')
    await portal.expectNoText('密码')
    await portal.knows(await tokenOf('op01'))
    await portal.list.firstRow().expectThere()
    await portal.expectNoText('等待登录')
    await portal.expectBare()
  })

  test('S5 S6 a session that ends is renewed by the portal, and a form keeps what was typed into it', async ({ visit }) => {
    const [token, next] = [await tokenOf('op01'), await tokenOf('op01')]
    const portal = await embed(visit, '/quotamgr/edit?inIFrame', { token, refused: [401] })
    await portal.form.fill({ 额度名称: '写到一半' })
    await portal.knows(null)
    await new Client(address, { authorization: `Bearer ${token}` }).ask('POST', '/uccas/account/logout', {})
    await portal.openChoices('资金方')
    await portal.expectText('等待登录')
    await portal.knows(next)
    await portal.expectNoText('等待登录')
    await portal.form.expectValues({ 额度名称: '写到一半' })
    await portal.expectPath('/quotamgr/edit?inIFrame=&mode=add')
  })

  test('S6 another user finds nothing of the one before', async ({ visit }) => {
    const portal = await embed(visit, '/quotamgr/edit?inIFrame', { token: await tokenOf('op01') })
    await portal.form.fill({ 额度名称: '林晓写到一半' })
    const drafts = async (): Promise<number> =>
      (await portal.document()).evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft:')).length)
    await expect.poll(drafts).toBe(1)
    await portal.say({ type: 'accessToken', accessToken: await tokenOf('op02') })
    await expect.poll(drafts).toBe(0)
    await portal.form.expectValues({ 额度名称: '' })
  })

  test('S6 works in a frame of another site, where storage and cookies throw, from memory', async ({ visit }) => {
    const before = `if (window.parent !== window) {
      const refuse = () => { throw new DOMException('Access is denied for this document.', 'SecurityError') }
      for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get: refuse })
      Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
    }`
    const token = await tokenOf('op01')
    const portal = await embed(visit, '/loansmgr?inIFrame', { token, before, at: farPortal })
    await portal.list.firstRow().expectThere()
    await portal.say({ type: 'navigate', path: '/stockin' })
    await portal.expectPath('/stockin')
    await portal.list.firstRow().expectThere()
    await portal.expectBare()
    await portal.list.search({ 入库单号: '没有这样的单号' })
    await portal.list.expectAnswered()
    expect(await portal.list.total()).toBe(0)
  })
})

describe('elsewhere', () => {
  test('S6 a page that is not configured cannot show the product', async ({ visit }) => {
    const query = new URLSearchParams({ path: '/loansmgr?inIFrame', token: await tokenOf('op01') })
    const visitor = await visit('/', { at: stranger })
    visitor.complaints.allowText('frame-ancestors')
    visitor.complaints.allowText('X-Frame-Options')
    const refused = visitor.page.waitForEvent('console', (message) => /frame-ancestors|X-Frame-Options/.test(message.text()))
    await visitor.goTo(`/?${query.toString()}`)
    await refused
    const portal = new Portal(visitor)
    expect(await portal.heard()).toEqual([])
    expect(await visitor.page.frameLocator('#product').locator('#root').count()).toBe(0)
  })

  test('G3 in a window of its own the parameter takes the shell away, and nobody is asked for a token', async ({ visit }) => {
    const clerk = await visit('/loansmgr?inIFrame', { as: 'op01' })
    await clerk.list.firstRow().expectThere()
    for (const part of shellParts) expect([part, await clerk.page.locator(part).count()]).toEqual([part, 0])
    await clerk.list.firstRow().open()
    await clerk.expectPath(/^\/loansmgr\/detail/)
    for (const part of shellParts) expect([part, await clerk.page.locator(part).count()]).toEqual([part, 0])
  })
})
