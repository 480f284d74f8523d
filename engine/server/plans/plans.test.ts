import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { browserPlan } from '../../core/compile'
import type { BrowserScreenPlan, MenuPlan } from '../../core/plan'
import { openPlansPath, planUrl } from '../../core/wire'
import { registerErrorHandler } from '../errorHandler'
import { dataHeaders } from '../responseHeaders'
import type { SessionUser } from '../session'
import { partnersPlan } from '../testing/partners'
import { plansForOutside, shippedPlans, versioned, type PlanSource, type ServedPlan } from './planSource'
import { createProductParts } from './productParts'
import { registerPlanRoutes } from './routes'

const desk = browserPlan(partnersPlan.screens['desk/request']!)
const title = (plan: BrowserScreenPlan, text: string): BrowserScreenPlan => ({ ...plan, title: text })
const grant = (menuName: string, permissionType = 1) => ({ menuName, menuId: menuName, permissionType })
const clerk: SessionUser = { id: '1', name: 'Clerk', subMenus: [grant('desk_request')], scope: {} }
const guest: SessionUser = { ...clerk, id: '2', outside: '9' }

/** Plans that change, as where screens are published while a server runs. */
function changing(): PlanSource & { set: (id: string, plan: BrowserScreenPlan) => void; asked: ReturnType<typeof vi.fn> } {
  const shipped = shippedPlans(partnersPlan)
  const others = new Map<string, ServedPlan>()
  const asked = vi.fn<(id: string) => void>()
  return {
    asked,
    async of(id) {
      asked(id)
      return others.get(id) ?? shipped.of(id)
    },
    set: (id, plan) => void others.set(id, versioned(plan)),
  }
}

describe('a source of plans', () => {
  it('answers what a screen compiles to, without what is the server’s, as the same object each time', async () => {
    const source = shippedPlans(partnersPlan)
    const served = await source.of('desk/request')
    expect(served?.plan).toEqual(desk)
    expect(served?.plan).not.toHaveProperty('access')
    expect(await source.of('desk/request')).toBe(served)
    expect([await source.of('desk/nothing'), await source.of('constructor')]).toEqual([undefined, undefined])
  })

  it('gives each content a version of its own, the same on every server', async () => {
    const [one, other] = [await shippedPlans(partnersPlan).of('desk/request'), await shippedPlans(partnersPlan).of('desk/request')]
    expect(one?.version).toBe(other?.version)
    expect(one?.version).toMatch(/^[\w-]{12}$/)
    expect(versioned(title(desk, 'Others')).version).not.toBe(one?.version)
  })

  it('shows outside what is not internal, under another version where that is less', async () => {
    const source = shippedPlans(partnersPlan)
    const [whole, shown] = [await source.of('desk/request'), await plansForOutside(source).of('desk/request')]
    expect(JSON.stringify(whole?.plan)).toContain('Our advice')
    expect(JSON.stringify(shown?.plan)).not.toContain('Our advice')
    expect(shown?.version).not.toBe(whole?.version)
  })
})

/** The routes alone, asked by whoever is named in a header. */
async function serve(source: PlanSource, users: Record<string, SessionUser> = { clerk, guest }) {
  const app = fastify()
  registerErrorHandler(app)
  app.decorateRequest('user', undefined)
  app.addHook('onRequest', async (request, reply) => {
    request.user = users[String(request.headers['x-user'])]
    reply.headers(dataHeaders)
  })
  registerPlanRoutes(app, source)
  return (user: string, url: string, accepted = '') => app.inject({ url, headers: { 'x-user': user, 'accept-encoding': accepted } })
}

describe('the route of plans', () => {
  it('answers a plan for ever under its version, and the newest one under any other', async () => {
    const source = changing()
    const { version } = (await source.of('desk/request'))!
    const ask = await serve(source)
    const before = await ask('clerk', planUrl('desk/request', version))
    expect([before.statusCode, before.json(), before.headers['cache-control']]).toEqual([200, desk, 'private, max-age=31536000, immutable'])
    source.set('desk/request', title(desk, 'Others'))
    const after = await ask('clerk', planUrl('desk/request', version))
    expect([after.json().title, after.headers['cache-control']]).toEqual(['Others', 'no-store'])
  })

  it('refuses a screen whose menu the account has not, or is shut to it, and knows of no other', async () => {
    const shut = { ...clerk, subMenus: [grant('desk_request'), grant('other_request', 0)] }
    const ask = await serve(shippedPlans(partnersPlan), { clerk, shut })
    const statusOf = async (user: string, screen: string): Promise<number> => (await ask(user, planUrl(screen, 'x'))).statusCode
    expect(await Promise.all(['desk/request', 'desk/parcel', 'desk/nothing'].map((id) => statusOf('clerk', id)))).toEqual([200, 403, 404])
    expect([await statusOf('shut', 'desk/request'), await statusOf('nobody', 'desk/request')]).toEqual([403, 401])
  })

  it('P6 P1 answers what the role that is looked at is shown, and everything to an account without menus', async () => {
    const looking = { ...clerk, subMenus: [], shown: [grant('desk_parcel')] }
    const ask = await serve(shippedPlans(partnersPlan), { looking, none: { ...clerk, subMenus: [] } })
    const statuses = ['looking desk/parcel', 'looking desk/request', 'none desk/parcel', 'none desk/request'].map(async (each) => {
      const [user = '', screen = ''] = each.split(' ')
      return (await ask(user, planUrl(screen, 'x'))).statusCode
    })
    expect(await Promise.all(statuses)).toEqual([200, 403, 200, 200])
  })

  it('compresses each plan once for each encoding that somebody accepts', async () => {
    const ask = await serve(shippedPlans(partnersPlan))
    const [plain, zipped, brotli] = [
      await ask('clerk', planUrl('desk/request', 'x')),
      await ask('clerk', planUrl('desk/request', 'x'), 'gzip'),
      await ask('clerk', planUrl('desk/request', 'x'), 'gzip, deflate, br'),
    ]
    expect([plain, zipped, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
    expect(brotli.rawPayload.length).toBeLessThan(zipped.rawPayload.length)
  })

  it('answers accounts from outside nothing internal', async () => {
    const ask = await serve(shippedPlans(partnersPlan))
    expect((await ask('guest', planUrl('desk/request', 'x'))).body).not.toContain('Our advice')
    expect((await ask('clerk', planUrl('desk/request', 'x'))).body).toContain('Our advice')
  })

  it('R1 answers to everybody what has a page for everybody, and nothing internal of it', async () => {
    const source = changing()
    const page = { kind: 'custom' as const, name: 'ask', title: 'Ask', open: true, page: 'ask', route: '/request/ask' }
    source.set('desk/request', { ...desk, pages: { ...desk.pages, ask: page as never } })
    const ask = await serve(source)
    const response = await ask('nobody', planUrl('desk/request', 'x', true))
    expect([response.statusCode, response.json().pages.ask.title]).toEqual([200, 'Ask'])
    expect(response.body).not.toContain('Our advice')
    expect((await ask('clerk', `${openPlansPath}/desk/parcel/x`)).statusCode).toBe(404)
  })
})

describe('the part of the product for an account', () => {
  const entry = (id: string, router: string, menuName: string): MenuPlan => ({
    id,
    pid: '1',
    mpid: '1',
    name: id,
    router,
    menuName,
    seq: 1,
  })
  const menus: MenuPlan[] = [
    { id: '1', pid: '0', mpid: -1, name: 'Desk', seq: 1, permissionGroups: ['desk'] },
    entry('1-1', '/request', 'desk_request'),
    entry('1-2', '/parcel', 'desk_parcel'),
  ]
  const product = { menus, screens: partnersPlan.screens }

  it('names the versions of the plans that it may ask for, and no others', async () => {
    const source = changing()
    const parts = createProductParts(product, source)
    const part = await parts.of(clerk)
    expect(part.plans).toEqual({ 'desk/request': (await source.of('desk/request'))?.version })
    expect(part.menus.map(({ id }) => id)).toEqual(['1', '1-1'])
    expect(new Set(part.routes.map(({ screen }) => screen))).toEqual(new Set(['desk/request']))
    expect(Object.keys((await parts.of({ subMenus: [] })).plans)).toEqual(Object.keys(product.screens))
  })

  it('is one object for all with the same rights, until a plan changes, which gives it another version', async () => {
    const source = changing()
    const parts = createProductParts(product, source)
    const before = await parts.of(clerk)
    const colleague = { ...clerk, id: '5' }
    expect(await parts.of(colleague)).toBe(before)
    source.set('desk/parcel', title(desk, 'Not theirs'))
    expect(await parts.of(clerk)).toBe(before)
    source.set('desk/request', title(desk, 'Others'))
    const after = await parts.of(clerk)
    expect([after.version === before.version, after.menus]).toEqual([false, before.menus])
  })

  it('is answered once to a browser, and how often plans had changed before it was made', async () => {
    const source = changing()
    let changes = 4
    const parts = createProductParts(product, {
      changes: () => Promise.resolve(changes),
      of(id) {
        changes += 1
        return source.of(id)
      },
    })
    const { version } = await parts.of(clerk)
    changes = 4
    expect(await parts.answer(clerk, 'another')).toMatchObject({
      version,
      changes: 4,
      plans: { 'desk/request': expect.any(String) as string },
    })
    changes = 7
    expect(await parts.answer(clerk, version)).toEqual({ version, changes: 7 })
    expect(await createProductParts(product, source).answer(clerk, version)).toEqual({ version })
  })

  it('has versions of its own for accounts from outside', async () => {
    const parts = createProductParts(product, shippedPlans(partnersPlan))
    expect((await parts.of(guest)).plans['desk/request']).not.toBe((await parts.of(clerk)).plans['desk/request'])
  })

  it('remembers the parts of the last two hundred kinds of rights', async () => {
    const parts = createProductParts(product, shippedPlans(partnersPlan))
    const first = await parts.of(clerk)
    for (let index = 0; index < 199; index += 1) await parts.of({ subMenus: [grant(`x_menu${index}`)] })
    expect(await parts.of(clerk)).toBe(first)
    for (let index = 0; index < 200; index += 1) await parts.of({ subMenus: [grant(`y_menu${index}`)] })
    const again = await parts.of(clerk)
    expect([again === first, again]).toEqual([false, first])
  })
})
