import { describe, expect, it } from 'vitest'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'
import type { ApiResponse, Session } from './support/client'

const origin = 'https://customs.example.com'
const path = '/histBill'

describePlatform('one-time tickets', (platform) => {
  const ask = (session: Session, values: object = {}): Promise<ApiResponse> =>
    session.ask('POST', '/api/keju/token', { path, origin, ...values })
  async function ticketOf(userName: string): Promise<string> {
    const { status, body } = await ask(await platform().as(userName))
    expect(status).toBe(200)
    return body.accessToken as string
  }
  const redeem = (ticket: string, values: object = {}, headers: Record<string, string> = {}): Promise<ApiResponse> =>
    platform().guest.ask('POST', '/api/keju/ticket', { ticket, path, ...values }, { origin, ...headers })
  const nameOf = async (accessToken: string): Promise<unknown> =>
    (await platform().guest.ask('POST', '/userLogin/getUserDetail', {}, { authorization: `Bearer ${accessToken}` })).body.userName

  describe('L3 C4 the ticket of /api/keju/token', () => {
    it('L3 R10 is good for a session of its own, of the same user', async () => {
      const session = await platform().as('cu01')
      const { body, headers } = await ask(session)
      expect(body).toEqual({ accessToken: expect.stringMatching(/^[\w-]{43}$/) as string, expiresIn: 60 })
      expect(headers.get('cache-control')).toBe('no-store')
      const redeemed = await redeem(body.accessToken as string)
      expect(redeemed).toMatchObject({ status: 200, body: { path } })
      expect(redeemed.headers.get('cache-control')).toBe('no-store')
      expect(redeemed.body.accessToken).not.toBe(session.token)
      expect(await nameOf(redeemed.body.accessToken as string)).toBe('cu01')
    })

    it('L3 is no token itself', async () => {
      const ticket = await ticketOf('cu01')
      const { status } = await platform().guest.ask('GET', `${at.loan}/list`, undefined, { authorization: `Bearer ${ticket}` })
      expect(status).toBe(401)
    })

    it('L3 is stored as a hash', async () => {
      const ticket = await ticketOf('cu01')
      const rows = await platform().database.kysely.selectFrom('login_ticket').selectAll().execute()
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toContain(ticket)
    })

    it.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['an origin that only begins like it', { origin: `${origin}.evil.example` }],
      ['a page of ours', { path: '/loansmgr' }],
      ['an unknown page', { path: '/nothing' }],
    ])('L3 is not issued for %s', async (_name, values) => {
      expect((await ask(await platform().as('cu01'), values)).status).toBe(404)
    })

    it('L3 is issued for both domains of the application, production and test', async () => {
      expect((await ask(await platform().as('cu01'), { origin: 'https://customs-test.example.com' })).status).toBe(200)
    })

    it('L3 is issued to nobody who lacks the menu, and to nobody who is not signed in', async () => {
      expect((await ask(await platform().as('wh01'))).status).toBe(403)
      expect((await ask(await platform().as('nomenu01'))).status).toBe(403)
      expect((await platform().guest.ask('POST', '/api/keju/token', { path, origin })).status).toBe(401)
    })
  })

  describe('L3 redeeming', () => {
    const useless = { status: 417, body: { detail: '登录链接无效、已使用或已过期，请回到原系统重新打开' } }

    it('L3 works once', async () => {
      const ticket = await ticketOf('cu01')
      expect((await redeem(ticket)).status).toBe(200)
      expect(await redeem(ticket)).toMatchObject(useless)
    })

    it('L3 works once when it is tried twice at the same time', async () => {
      const ticket = await ticketOf('cu01')
      const responses = await Promise.all([redeem(ticket), redeem(ticket), redeem(ticket)])
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 417, 417])
    })

    it('L3 works for 60 seconds and not longer', async () => {
      const [inTime, late] = [await ticketOf('cu01'), await ticketOf('cu01')]
      platform().clock.advance(60_000)
      expect((await redeem(inTime)).status).toBe(200)
      platform().clock.advance(1)
      expect(await redeem(late)).toMatchObject(useless)
    })

    it.each([
      ['another path', { path: '/importCustomsApply' }, {}],
      ['another origin', {}, { origin: 'https://evil.example' }],
      ['the other domain of the application', {}, { origin: 'https://customs-test.example.com' }],
    ])('L3 refuses %s, and the ticket is lost', async (_name, values, headers) => {
      const ticket = await ticketOf('cu01')
      expect(await redeem(ticket, values, headers)).toMatchObject(useless)
      expect(await redeem(ticket)).toMatchObject(useless)
    })

    it('L3 refuses a call without an origin, and a ticket that nobody has issued', async () => {
      const ticket = await ticketOf('cu01')
      expect(await platform().guest.ask('POST', '/api/keju/ticket', { ticket, path })).toMatchObject(useless)
      expect(await redeem('A'.repeat(43))).toMatchObject(useless)
    })

    it('L3 puts no other user in the place of who is signed in', async () => {
      const ticket = await ticketOf('cu01')
      const other = { authorization: `Bearer ${(await platform().as('op01')).token}` }
      expect(await redeem(ticket, {}, other)).toMatchObject({
        status: 417,
        body: { detail: expect.stringContaining('其他账号') as string },
      })
      expect(await redeem(ticket)).toMatchObject(useless)
      const same = { authorization: `Bearer ${(await platform().as('cu01')).token}` }
      expect((await redeem(await ticketOf('cu01'), {}, same)).status).toBe(200)
      expect((await redeem(await ticketOf('cu01'), {}, { authorization: 'Bearer gone' })).status).toBe(200)
    })

    it('L3 refuses a user who was disabled in the meantime', async () => {
      const admin = await platform().as('admin')
      const id = await platform().idOf('app_user', 'user_name', 'fm01')
      const ticket = await ticketOf('fm01')
      await admin.act(at.user, 'disable', id)
      expect(await redeem(ticket)).toMatchObject(useless)
      await admin.act(at.user, 'enable', id)
    })
  })

  describe('C1 the ticket header', () => {
    const list = (session: Session, ticket: string): Promise<ApiResponse> => session.ask('GET', `${at.loan}/list`, undefined, { ticket })

    it('C1 is bound to the session that uses it first, for ten minutes', async () => {
      const [first, second] = [await platform().guest.signIn('cu01'), await platform().guest.signIn('cu01')]
      const ticket = await ticketOf('cu01')
      const together = await Promise.all([list(first, ticket), list(first, ticket), list(first, ticket)])
      expect(together.map(({ status }) => status)).toEqual([200, 200, 200])
      expect((await list(second, ticket)).status).toBe(417)
      platform().clock.advance(600_000)
      expect((await list(first, ticket)).status).toBe(200)
      platform().clock.advance(1)
      expect((await list(first, ticket)).status).toBe(417)
      expect((await first.ask('GET', `${at.loan}/list`)).status).toBe(200)
    })

    it('C1 narrows and grants nothing', async () => {
      const ticket = await ticketOf('cu01')
      expect((await list(await platform().as('op01'), ticket)).status).toBe(417)
      expect((await platform().guest.ask('GET', `${at.loan}/list`, undefined, { ticket })).status).toBe(401)
      expect((await list(await platform().as('cu01'), ticket)).status).toBe(200)
      expect((await list(await platform().as('cu01'), 'made-up')).status).toBe(417)
    })

    it('C1 must be used within the minute', async () => {
      const ticket = await ticketOf('cu01')
      platform().clock.advance(60_001)
      expect((await list(await platform().as('cu01'), ticket)).status).toBe(417)
    })

    it('C1 L3 stays with the session that the ticket was redeemed for', async () => {
      const ticket = await ticketOf('cu01')
      const { body } = await redeem(ticket)
      const headers = { authorization: `Bearer ${String(body.accessToken)}`, ticket }
      expect((await platform().guest.ask('GET', `${at.loan}/list`, undefined, headers)).status).toBe(200)
      expect((await list(await platform().as('cu01'), ticket)).status).toBe(417)
    })
  })
})
