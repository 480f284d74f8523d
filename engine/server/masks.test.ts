import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../core/wire'
import { usualTestDatabaseKinds } from './database/testDatabase'
import { unpack } from './exchange/archive'
import { writeForm } from './xlsx'
import type { SessionUser } from './session'
import { openCards, ruleSaw, type Cards } from './testing/cards'

const shown = 'ACC****7890'

describe.each(usualTestDatabaseKinds)('values that are shown in part on %s', (kind) => {
  let cards: Cards
  let count = 0
  let number: string
  let id: string
  let version: number
  beforeAll(async () => {
    cards = await openCards(kind)
  })
  afterAll(() => cards?.close())
  beforeEach(async () => {
    number = `ACC${String(count++).padStart(5, '0')}7890`
    const contacts = [{ contactName: 'Mother', phone: `PHO${number}` }]
    const reader = await cards.add('reader', { readerName: `Reader ${count}`, account: number, pin: `PIN${number}`, contacts })
    ;({ id } = reader)
    version = Number(reader['version'])
  })

  const read = async (who: SessionUser = cards.clerk) => (await cards.ask(who, 'GET', `reader/${id}`)).body
  const row = async () => (await cards.stored('reader')).find((each) => String(each['id']) === id)
  const contact = async () => (await cards.stored('reader_contacts')).find((each) => String(each['parent_id']) === id)
  const history = async () =>
    (await cards.server.ask<Record<string, unknown>[]>(cards.keeper, 'GET', `/api/desk/reader/history/${id}`)).body
  const rulesOf = ({ body }: { body: unknown }) => (body as Problem).errors?.map(({ path, rule }) => `${path}: ${rule}`)

  describe('reading', () => {
    it('shows the beginning and the end, or nothing, and the whole to who has the right', async () => {
      expect(await read()).toMatchObject({ account: shown, pin: '****', contacts: [{ phone: 'PHO****7890' }] })
      // Nobody has a right that the mask does not name.
      expect(await read(cards.keeper)).toMatchObject({ account: number, pin: '****', contacts: [{ phone: `PHO${number}` }] })
    })

    it('takes no right of a screen that shows some of the records only', async () => {
      await cards.ask(cards.guard, 'POST', `reader/admit/${id}`, { version })
      for (const screen of ['admitted', 'reader'])
        expect(JSON.stringify((await cards.ask(cards.guard, 'GET', `${screen}/list?pageSize=200`)).body)).not.toContain(number)
      expect(await read(cards.guard)).toMatchObject({ account: shown })
    })

    it('hides all of a value of which too little would be hidden', async () => {
      const cut = async (account: string) => (await cards.add('reader', { readerName: account, account }))['id']
      const seen = async (of: unknown) => (await cards.ask(cards.clerk, 'GET', `reader/${String(of)}`)).body['account']
      expect(await seen(await cut('ABCDEFGHIJ'))).toBe('****')
      expect(await seen(await cut('ABCDEFGHIJK'))).toBe('ABC****HIJK')
    })

    it('neither finds nor orders by it', async () => {
      for (const query of [`account=${number}`, 'sortField=account', `phone=PHO${number}`])
        expect((await cards.ask(cards.keeper, 'GET', `reader/list?${query}`)).status).toBe(422)
      const choices = async (keyword: string) => (await cards.ask(cards.keeper, 'GET', `visit/options/readerId?keyword=${keyword}`)).body
      expect(await choices(`Reader ${count}`)).toMatchObject([{ value: id }])
      for (const keyword of [number, number.slice(4), `PIN${number}`]) expect(await choices(keyword)).toEqual([])
    })
  })

  describe('writing', () => {
    it('leaves what comes back as it was shown, in the record and in its lines', async () => {
      const { contacts, account } = await read()
      const [line] = contacts as Record<string, unknown>[]
      const { status, body } = await cards.ask(cards.clerk, 'PATCH', `reader/${id}`, {
        version,
        account,
        pin: '****',
        note: 'changed',
        contacts: [{ id: line?.['id'], contactName: 'Father', phone: line?.['phone'] }],
      })
      expect({ status, body }).toMatchObject({ status: 200, body: { account: shown, note: 'changed' } })
      expect(await row()).toMatchObject({ account: number, pin: `PIN${number}`, note: 'changed' })
      expect(await contact()).toMatchObject({ contact_name: 'Father', phone: `PHO${number}` })
      expect((await history()).at(-1)?.['changes']).toMatchObject([{ field: 'note' }, { field: 'contacts.0.contactName' }])
    })

    it('stores a new value, and never asterisks', async () => {
      for (const account of [`${shown}0`, 'ACC****7891', '****'])
        expect(rulesOf(await cards.ask(cards.clerk, 'PATCH', `reader/${id}`, { version, account }))).toEqual(['account: mask'])
      const copied = await cards.ask(cards.clerk, 'POST', 'reader', { readerName: 'Copy', account: shown })
      expect(rulesOf(copied)).toEqual(['account: mask'])
      const line = [{ contactName: 'New', phone: 'PHO****7890' }]
      expect(rulesOf(await cards.ask(cards.clerk, 'PATCH', `reader/${id}`, { version, contacts: line }))).toEqual([
        'contacts.0.phone: mask',
      ])
      expect(await row()).toMatchObject({ account: number })

      const typed = `NEW${number}`
      const { body } = await cards.ask(cards.clerk, 'PATCH', `reader/${id}`, { version, account: typed })
      expect(body).toMatchObject({ account: 'NEW****7890' })
      expect(await row()).toMatchObject({ account: typed })
      expect((await history()).at(-1)?.['changes']).toEqual([{ field: 'account', title: 'Account', before: shown, after: 'NEW****7890' }])
    })

    it('gives rules the whole value, also where a dialog sends the part', async () => {
      await cards.ask(cards.clerk, 'POST', `reader/renumber/${id}`, { version, account: shown })
      expect(ruleSaw.at(-1)).toEqual([number, number])
      expect(await row()).toMatchObject({ account: number })
      const typed = `DLG${number}`
      await cards.ask(cards.clerk, 'POST', `reader/renumber/${id}`, { account: typed })
      expect(await row()).toMatchObject({ account: typed })
      const noted = (await cards.stored('document_history')).filter((each) => String(each['document_id']) === id)
      expect(JSON.stringify(noted)).not.toContain(number)
      expect(noted.at(-1)?.['extra']).toEqual({ account: 'DLG****7890' })
    })

    it('fills from it without the browser, whole in the table and in part in the answer', async () => {
      const visit = { visitName: number, readerId: id, guests: [{ guestId: id }] }
      expect((await cards.ask(cards.clerk, 'POST', 'visit/try', visit)).body).toMatchObject({
        values: { accountThen: shown },
        lines: { guests: [{ guestAccount: shown }] },
      })
      expect((await cards.ask(cards.clerk, 'POST', 'visit', visit)).body).toMatchObject({
        accountThen: shown,
        guests: [{ guestAccount: shown }],
      })
      expect((await cards.stored('visit')).at(-1)).toMatchObject({ account_then: number })
      expect((await cards.stored('visit_guests')).at(-1)).toMatchObject({ guest_account: number })
      const choice = (await cards.ask(cards.clerk, 'GET', `visit/options/readerId?values=${id}`)).body
      expect(choice).toMatchObject([{ fill: { accountThen: shown } }])
      const whole = (await cards.ask(cards.keeper, 'GET', `visit/options/readerId?values=${id}`)).body
      expect(whole).toMatchObject([{ fill: { accountThen: number } }])
    })

    it('waits for approval in part, and is written whole', async () => {
      await cards.ask(cards.clerk, 'POST', `reader/admit/${id}`, { version })
      const unchanged = await cards.ask(cards.clerk, 'POST', `reader/change/${id}`, { account: shown })
      expect(unchanged.status).toBe(417)
      const typed = `WAI${number}`
      expect((await cards.ask(cards.clerk, 'POST', `reader/change/${id}`, { account: typed })).body).toMatchObject({
        account: shown,
        pendingChange: { values: { account: 'WAI****7890' }, changes: [{ before: shown, after: 'WAI****7890' }] },
      })
      expect((await read(cards.keeper))['pendingChange']).toMatchObject({ values: { account: typed } })
      await cards.ask(cards.clerk, 'POST', `reader/approve/${id}`, {})
      expect(await row()).toMatchObject({ account: typed })
    })

    it('says that a value is taken without saying it', async () => {
      const taken = await cards.ask(cards.clerk, 'POST', 'reader', { readerName: 'Twin', account: number })
      expect(rulesOf(taken)).toEqual(['account: unique'])
      expect(JSON.stringify(taken.body)).not.toContain(number)
      const stale = await cards.ask(cards.clerk, 'PATCH', `reader/${id}`, { version: version + 1, note: 'late' })
      expect(stale.status).toBe(409)
      expect(JSON.stringify(stale.body)).not.toContain(number)
    })
  })

  describe('workbooks', () => {
    it('bring the part, and the whole to who has the right', async () => {
      expect(await workbook(cards.clerk, 'reader')).toContain(shown)
      expect(await workbook(cards.clerk, 'reader')).not.toContain(number)
      expect(await workbook(cards.keeper, 'reader')).toContain(`PHO${number}`)
    })

    it('are refused with what was exported in part', async () => {
      const response = await imported('reader/import', ['Name*', 'Account*', 'PIN', 'Note'], ['Somebody', shown, null, null])
      expect(response).toMatchObject({ code: 1002, data: { rows: [{ row: 2, column: 'Account' }] } })
    })

    it('bring rows into a form whose references are filled in part', async () => {
      expect(await imported('visit/bringGuests', ['Guest*'], [`Reader ${count}`])).toMatchObject({
        code: 1001,
        data: { lines: [{ values: { guestId: id, guestAccount: shown } }] },
      })
    })
  })

  /** What an import of one row answers the clerk. */
  async function imported(url: string, titles: string[], cells: (string | null)[]): Promise<unknown> {
    const columns = titles.map((title) => ({ title, width: 20 }))
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await writeForm([{ name: 'Rows', columns, rows: [cells] }], 1))]), 'rows.xlsx')
    const request = new Request('http://cards', { method: 'POST', body: form })
    const response = await cards.server.app.inject({
      method: 'POST',
      url: `/api/desk/${url}`,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { authorization: `Bearer token-${cards.clerk.id}`, 'content-type': request.headers.get('content-type') ?? '' },
    })
    return response.json()
  }

  async function workbook(who: SessionUser, screen: string): Promise<string> {
    const response = await cards.server.app.inject({
      method: 'POST',
      url: `/api/desk/${screen}/export`,
      payload: {},
      headers: { authorization: `Bearer token-${who.id}` },
    })
    expect(response.statusCode).toBe(200)
    const parts = await unpack(response.rawPayload, { entries: 99, bytes: 1e7, ratio: 999, ratioFrom: 1e6 }, () => true)
    return parts.map(({ content }) => String(content)).join('')
  }

  /** Every endpoint of the contract that only reads, with the ids of these records in its path. */
  async function readings(reader: string, visit: string): Promise<string[]> {
    const { body } = await cards.server.ask<{ paths: Record<string, Record<string, unknown>> }>(cards.keeper, 'GET', '/api/contract')
    const keys = Object.values(cards.services.plan.screens).flatMap(({ access }) => Object.keys(access.options))
    return Object.entries(body.paths).flatMap(([path, methods]) => {
      if (!('get' in methods)) return []
      const withId = path.replace('{id}', path.startsWith('/api/desk/visit') ? visit : reader)
      return withId.includes('{key}') ? keys.map((key) => withId.replace('{key}', key)) : [withId]
    })
  }

  it('leave whole by no endpoint for who lacks the right, whatever they are', async () => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ23456789')), minLength: 2, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(letters, letters, async (first, second) => {
        const [account, other] = [`QX${count++}${first}`, `XQ${count++}${second}`]
        const secrets = [account, other, `PHX${account}`, `PNX${other}`]
        const reader = await cards.add('reader', {
          readerName: `Somebody ${count}`,
          account,
          pin: `PNX${other}`,
          contacts: [{ contactName: 'Mother', phone: `PHX${account}` }],
        })
        const visit = await cards.add('visit', { visitName: `Visit ${count}`, readerId: reader.id, guests: [{ guestId: reader.id }] })
        const responses: unknown[] = []
        const post = async (url: string, body: object) => {
          const { body: response } = await cards.ask(cards.clerk, 'POST', url, body)
          responses.push(response)
          return response
        }
        await post(`reader/try/${reader.id}`, { version: reader['version'], note: 'x' })
        await post(`visit/try/${visit.id}`, { version: visit['version'], readerId: reader.id })
        const unchanged = { account: (await cards.ask(cards.clerk, 'GET', `reader/${reader.id}`)).body['account'] }
        await post(`reader/renumber/${reader.id}`, unchanged)
        responses.push((await cards.ask(cards.clerk, 'PATCH', `reader/${reader.id}`, { version: reader['version'], note: 'y' })).body)
        await post(`reader/admit/${reader.id}`, {})
        const change = await cards.ask(cards.keeper, 'POST', `reader/change/${reader.id}`, { account: other })
        expect(change.status).toBe(200)
        const asked = await readings(reader.id, visit.id)
        expect(asked.length).toBeGreaterThan(15)
        for (const url of asked) {
          const { status, body } = await cards.server.ask(cards.clerk, 'GET', url)
          expect([url, status < 500]).toEqual([url, true])
          responses.push(body)
        }
        await post(`reader/approve/${reader.id}`, {})
        responses.push((await cards.ask(cards.clerk, 'GET', `reader/history/${reader.id}`)).body)
        for (const screen of ['reader', 'visit', 'contact']) responses.push(await workbook(cards.clerk, screen))
        const texts = responses.map((response) => JSON.stringify(response))
        for (const secret of secrets) for (const text of texts) expect(text).not.toContain(secret)
        const whole = JSON.stringify((await cards.ask(cards.keeper, 'GET', `reader/${reader.id}`)).body)
        expect(whole).toContain(other)
      }),
      { numRuns: 8 },
    )
  })
})
