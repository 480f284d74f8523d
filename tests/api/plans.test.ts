import { describe, expect, it } from 'vitest'
import { browserPlan } from '../../engine/core/compile'
import { withoutInternal } from '../../engine/core/outside'
import { firstAllowedPath, menusSeenBy } from '../../engine/core/permission'
import type { BrowserScreenPlan } from '../../engine/core/plan'
import { planUrl, type ProductPart } from '../../engine/core/wire'
import { Session } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

/** What a browser gets of the product, and when. */
describePlatform('the product of a browser', (platform) => {
  const menuOf = async (session: Session, known?: string) =>
    (await session.ask('POST', '/userLogin/getUserMenu', { systemCode: 'SCS_PSM', ...(known === undefined ? {} : { product: known }) }))
      .body
  const partOf = async (session: Session): Promise<ProductPart> => (await menuOf(session)).product
  const planOf = (session: Session, screen: string, version = 'x') => session.ask<BrowserScreenPlan>('GET', planUrl(screen, version))

  describe('the part of an account', () => {
    it('G2 P1 is what its rights show, and no word of the rest', async () => {
      const { plan } = platform()
      for (const userName of ['op01', 'wh01', 'admin']) {
        const session = await platform().as(userName)
        const { product, userMenuElement } = await menuOf(session)
        const sees = menusSeenBy(userMenuElement.subMenu)
        const seen = Object.values(plan.screens).filter(({ menuName }) => sees(menuName))
        const { menus, routes, plans } = product as ProductPart
        expect(Object.keys(plans)).toEqual(seen.map(({ id }) => id))
        expect(routes.filter(({ menuName, open }) => !open && !sees(menuName))).toEqual([])
        expect(menus.filter(({ menuName }) => menuName !== undefined && !sees(menuName))).toEqual([])
        expect(firstAllowedPath(menus, userMenuElement.subMenu, '')).toBe(firstAllowedPath(plan.menus, userMenuElement.subMenu, ''))
      }
      expect((await partOf(await platform().as('op01'))).menus.length).toBeLessThan(plan.menus.length)
    })

    it('P1 is all of it for an account without menus', async () => {
      const { menus, plans } = await partOf(await platform().as('nomenu01'))
      expect([menus.length, Object.keys(plans).length]).toEqual([platform().plan.menus.length, Object.keys(platform().plan.screens).length])
    })

    it('is not answered to a browser that has it', async () => {
      const session = await platform().as('op01')
      const { version } = await partOf(session)
      expect((await menuOf(session, version)).product).toEqual({ version, changes: expect.any(Number) as number })
      expect((await menuOf(session, 'another')).product).toMatchObject({ version, menus: expect.any(Array) as unknown[] })
    })

    it('P6 is the role’s where a role is looked at', async () => {
      const admin = await platform().as('admin')
      const { body } = await admin.ask('POST', `${at.role}/preview/${await platform().idOf('role', 'role_code', 'OP')}`)
      const preview = new Session(admin.address, 'admin as OP', body.previewToken as string)
      expect(await partOf(preview)).toEqual(await partOf(await platform().as('op01')))
    })
  })

  describe('a plan', () => {
    it('R2 is answered under its version, for ever, and only to this browser', async () => {
      const session = await platform().as('op01')
      const { plans } = await partOf(session)
      const { status, body, headers } = await planOf(session, 'base/currency', plans['base/currency'])
      expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(browserPlan(platform().plan.screens['base/currency']!)))])
      expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      expect(headers.get('vary')).toBe('accept-encoding')
    })

    it('is compressed', async () => {
      const session = await platform().as('op01')
      const response = await fetch(`${session.address}${planUrl('base/currency', 'x')}`, {
        headers: { authorization: `Bearer ${session.token}`, 'accept-encoding': 'br' },
      })
      expect(response.headers.get('content-encoding')).toBe('br')
      expect(((await response.json()) as BrowserScreenPlan).id).toBe('base/currency')
    })

    it('is the one that holds where another version is asked for, and is not kept then', async () => {
      const { status, body, headers } = await planOf(await platform().as('op01'), 'base/currency', 'gone')
      expect([status, body.id, headers.get('cache-control')]).toEqual([200, 'base/currency', 'no-store'])
    })

    it('P5 is for who may open its menu: nobody else, no stranger, and none that there is not', async () => {
      const session = await platform().as('op01')
      const seen = new Set(Object.keys((await partOf(session)).plans))
      const asked = await Promise.all(
        Object.keys(platform().plan.screens).map(async (id) => [id, (await planOf(session, id)).status] as const),
      )
      expect(asked.filter(([id, status]) => status !== (seen.has(id) ? 200 : 403))).toEqual([])
      expect(asked.some(([, status]) => status === 403)).toBe(true)
      expect((await platform().guest.ask('GET', planUrl('base/currency', 'x'))).status).toBe(401)
      for (const id of ['base/nothing', 'base/constructor', '__proto__/x']) expect((await planOf(session, id)).status).toBe(404)
    })

    it('holds nothing internal for an account from outside, and has a version of its own there', async () => {
      const { plan } = platform()
      const [outside, inside] = [await platform().as('wh01'), await platform().as('multi01')]
      const [theirs, ours] = [(await partOf(outside)).plans, (await partOf(inside)).plans]
      let differ = 0
      for (const [id, version] of Object.entries(theirs)) {
        const whole = JSON.stringify(browserPlan(plan.screens[id]!))
        const shown = JSON.stringify(withoutInternal(browserPlan(plan.screens[id]!)))
        const { body } = await planOf(outside, id, version)
        expect(body).toEqual(JSON.parse(shown))
        if (ours[id] === undefined) continue
        expect(version === ours[id]).toBe(whole === shown)
        if (whole !== shown) differ += 1
      }
      expect(differ).toBeGreaterThan(0)
    })

    it('R1 of a page for everybody is answered to everybody, and of no other', async () => {
      const [open] = Object.values(platform().plan.screens).filter(({ pages }) =>
        Object.values(pages).some((page) => page.kind === 'custom' && page.open),
      )
      const { status, body } = await platform().guest.ask('GET', planUrl(open?.id ?? '', 'x', true))
      expect([status, body.id]).toEqual([200, open?.id])
      expect((await platform().guest.ask('GET', planUrl('base/currency', 'x', true))).status).toBe(404)
    })
  })
})
