import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseKinds } from '../database/testDatabase'
import { systemUser } from '../session'
import { openDesk, type Desk } from '../write/testing/deskServer'
import { inWrite } from '../write/transaction'
import type { WriteContext } from './context'
import { updateRecord } from './store'

const members = '/api/desk/member'
const lendings = '/api/desk/lending'
const books = '/api/desk/book'

describe.each(testDatabaseKinds)('saving on %s', (kind) => {
  let desk: Desk
  let north: string
  let south: string
  beforeAll(async () => {
    desk = await openDesk(kind)
    ;({ north, south } = desk.branches)
  })
  afterAll(() => desk?.close())

  const rulesOf = (problem: { errors?: { path: string; rule: string }[] }) =>
    Object.fromEntries((problem.errors ?? []).map(({ path, rule }) => [path, rule]))

  describe('a new record', () => {
    it('is answered as it was stored, with its number, defaults, formulas and what its references fill', async () => {
      const member = await desk.addMember('Wang Wei', { level: 'GOLD', note: 'regular', newsletter: true, email: 'wang@wei.cn' })
      const book = await desk.addBook('Dream of the Red Chamber', 5, { price: '12.5' })
      const { status, body } = await desk.call('clerk', 'POST', lendings, {
        branchId: north,
        memberId: member,
        items: [{ bookId: book, qty: 3 }],
      })

      expect(status).toBe(200)
      expect(body).toMatchObject({
        version: 1,
        lendingNo: expect.stringMatching(/^JY20261120-\d{4}$/),
        status: 'DRAFT',
        dueDate: '2026-12-20',
        memberName: 'Wang Wei',
        memberLevel: 'GOLD',
        contact: 'wang@wei.cn',
        totalQty: 3,
        totalFee: '37.50',
        extensions: 0,
        createdByName: 'Clerk',
        createdAt: '2026-11-20T02:00:00.000Z',
        updatedByName: 'Clerk',
        items: [{ bookTitle: 'Dream of the Red Chamber', qty: 3, price: '12.50', fee: '37.50', returned: 0 }],
      })
      const [row] = (await desk.rows('lending')).filter(({ id }) => id === body['id'])
      expect(row).toMatchObject({ kind: 'DESK', total_fee: '37.50', total_qty: 3 })
    })

    it('keeps every kind of value exactly', async () => {
      const friend = await desk.addMember('Friend')
      const submitted = {
        memberName: 'Zhao Min',
        branchId: north,
        cardNo: 'A17',
        level: 'BASIC',
        topics: ['POETRY', 'NOVEL'],
        languageCode: 'zh',
        friendIds: [friend],
        deposit: '0.10',
        discount: '0.1250',
        birthday: '1999-02-28',
        joinedAt: '2026-11-20T08:00:00.000Z',
        age: 0,
        newsletter: false,
        settings: { dark: true },
      }
      const { body } = await desk.call('clerk', 'POST', members, submitted)
      expect(body).toMatchObject({ ...submitted, friendNames: ['Friend'] })
      const [row] = (await desk.rows('member')).filter(({ id }) => id === body['id'])
      expect(row).toMatchObject({
        member_no: expect.stringMatching(/^MB\d{6}$/),
        birthday: '1999-02-28',
        friend_ids: [friend],
        topics: ['POETRY', 'NOVEL'],
      })
    })

    it('prefers what was said to what a reference or a default would fill', async () => {
      const member = await desk.addMember('Sun Li', { email: 'sun@li.cn' })
      const book = await desk.addBook('Journey', 1, { price: '9.00' })
      const { body } = await desk.call('clerk', 'POST', lendings, {
        branchId: north,
        memberId: member,
        contact: 'by phone',
        dueDate: '2026-11-30',
        items: [{ bookId: book, qty: 1, price: '1.00' }],
      })
      expect(body).toMatchObject({ contact: 'by phone', dueDate: '2026-11-30', totalFee: '1.00' })
    })

    it('names the fields that its references fill with more than they take, as if it had been typed, in a row and in a change too', async () => {
      const rich = await desk.addMember('Rich', { deposit: '400.01' })
      const plain = await desk.addMember('Plain', { deposit: '400' })
      const dear = await desk.addBook('Dear', 1, { price: '10000' })
      const submitted = (memberId: string) => ({ branchId: north, memberId, items: [{ bookId: dear, qty: 1 }] })
      const problem = await desk.refusal('clerk', 'POST', lendings, submitted(rich))
      expect([problem.status, rulesOf(problem)]).toEqual([422, { guarantee: 'max', 'items.0.price': 'max' }])
      const { body } = await desk.call('clerk', 'POST', lendings, { ...submitted(plain), items: [] })
      const path = `${lendings}/${String(body['id'])}`
      const change = await desk.refusal('clerk', 'PATCH', path, { version: 1, memberId: rich, items: submitted(rich).items })
      expect([change.status, rulesOf(change)]).toEqual([422, { guarantee: 'max', 'items.0.price': 'max' }])
    })

    it('narrows a choice by what another one of the same save fills, whichever comes first', async () => {
      const gold = { level: 'GOLD', note: 'regular' }
      const [member, peer] = [await desk.addMember('Leader', gold), await desk.addMember('Follower', gold)]
      const plain = await desk.addMember('Of a lesser level', { level: 'BASIC' })
      const { status, body } = await desk.call('clerk', 'POST', lendings, { branchId: north, peerId: peer, memberId: member })
      expect([status, body['peerName']]).toEqual([200, 'Follower'])
      const problem = await desk.refusal('clerk', 'POST', lendings, { branchId: north, peerId: plain, memberId: member })
      expect(rulesOf(problem)).toEqual({ peerId: 'reference' })
    })

    it('leaves empty what a reference would fill when it is named in clear, in a row too, and in a change', async () => {
      const member = await desk.addMember('Silent', { newsletter: true, email: 'silent@desk' })
      const book = await desk.addBook('Unpriced', 5, { price: '12.5' })
      const items = [{ bookId: book, qty: 1, clear: ['price'] }]
      const { body } = await desk.call('clerk', 'POST', lendings, { branchId: north, memberId: member, clear: ['contact'], items })
      expect(body).toMatchObject({ memberName: 'Silent', contact: null, items: [{ price: null, fee: null }], totalFee: '0.00' })
      const other = await desk.addMember('Quiet', { newsletter: true, email: 'quiet@desk' })
      const change = { version: 1, memberId: other, clear: ['contact'], items: [{ bookId: book, qty: 2 }] }
      const changed = await desk.call('clerk', 'PATCH', `${lendings}/${String(body['id'])}`, change)
      expect(changed.body).toMatchObject({ memberName: 'Quiet', contact: null, items: [{ price: '12.50' }] })
      const wrong = { branchId: north, memberId: member, items: [{ bookId: book, qty: 1, price: '1', clear: ['price', 'fee'] }] }
      expect(rulesOf(await desk.refusal('clerk', 'POST', lendings, wrong))).toEqual({ 'items.0.clear': 'unknown' })
    })

    it('leaves a field empty that has a default when it is named in clear', async () => {
      const { body } = await desk.call('clerk', 'POST', members, { memberName: 'No level', branchId: north, clear: ['level'] })
      expect(body).toMatchObject({ level: null })
    })

    it('writes its first line of history and runs the rule after the save', async () => {
      const id = await desk.addMember('Welcome')
      const { body } = await desk.call('clerk', 'GET', `${members}/history/${id}`)
      expect(body).toMatchObject([
        { action: 'create', actionTitle: '新增', operator: 'Clerk', at: '2026-11-20T02:00:00.000Z' },
        { action: 'edit', changes: [{ field: 'welcomed', title: 'Welcomed', before: null, after: '是' }] },
      ])
      expect((await desk.call('clerk', 'GET', `${members}/${id}`)).body).toMatchObject({ welcomed: true, version: 2 })
    })

    it('has no number of its own choice, no state and no field that the page does not have', async () => {
      const problem = await desk.refusal('clerk', 'POST', members, {
        memberName: 'Greedy',
        branchId: north,
        memberNo: 'MB999999',
        welcomed: true,
        secretNote: 'x',
        version: 7,
        createdAt: '2020-01-01T00:00:00Z',
        constructor: 'x',
      })
      expect(problem).toMatchObject({ status: 422, code: 422000 })
      expect(rulesOf(problem)).toEqual({
        memberNo: 'unknown',
        welcomed: 'unknown',
        secretNote: 'unknown',
        version: 'unknown',
        createdAt: 'unknown',
        constructor: 'unknown',
      })
    })
  })

  describe('a record that is wrong', () => {
    it.each<[string, Record<string, unknown>, Record<string, string>]>([
      ['without a required field', { memberName: '  ' }, { memberName: 'required' }],
      ['too long a text', { memberName: 'x'.repeat(21) }, { memberName: 'maxLength' }],
      ['a text against the pattern', { cardNo: '17' }, { cardNo: 'pattern' }],
      ['a text that the named check refuses', { email: 'nowhere' }, { email: 'format' }],
      ['a field that another one makes required', { newsletter: true }, { email: 'required' }],
      ['a field that the page makes required', { level: 'GOLD' }, { note: 'required' }],
      ['an unknown code', { level: 'PLATINUM' }, { level: 'dictionary' }],
      ['an unknown code among several', { topics: ['NOVEL', 'x'] }, { topics: 'dictionary' }],
      ['a reference to nothing', { branchId: '999999' }, { branchId: 'reference' }],
      ['a reference by an unknown key', { languageCode: 'xx' }, { languageCode: 'reference' }],
      ['one unknown row among several', { friendIds: ['999999'] }, { friendIds: 'reference' }],
      ['more decimals than declared', { deposit: '0.105' }, { deposit: 'decimals' }],
      ['less than the smallest', { deposit: '-0.01' }, { deposit: 'min' }],
      ['more than the largest', { discount: '0.5001' }, { discount: 'max' }],
      ['a day that does not exist', { birthday: '2026-02-29' }, { birthday: 'type' }],
      ['a value of another shape', { settings: { light: true } }, { settings: 'shape' }],
      [
        'everything at once',
        { memberName: '', level: 'X', deposit: 'much', birthday: 1, x: 1 },
        { memberName: 'required', level: 'dictionary', deposit: 'type', birthday: 'type', x: 'unknown' },
      ],
    ])('is refused with the field marked: %s', async (_what, values, rules) => {
      const before = await desk.count('member')
      const problem = await desk.refusal('clerk', 'POST', members, { memberName: 'Somebody', branchId: north, ...values })
      expect(problem).toMatchObject({ status: 422, message: problem.detail, error: problem.detail, errorMessage: problem.detail })
      expect(rulesOf(problem)).toEqual(rules)
      expect(problem.errors?.map(({ pointer, path }) => pointer === `/${path}`)).not.toContain(false)
      expect(problem.detail).not.toContain('{')
      expect(await desk.count('member')).toBe(before)
    })

    it('does not make a field required that the page hides', async () => {
      const { status } = await desk.call('clerk', 'POST', members, { memberName: 'Basic', branchId: north, level: 'BASIC' })
      expect(status).toBe(200)
    })

    it('is told of at most 50 problems', async () => {
      const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`field${index}`, 1]))
      const { errors } = await desk.refusal('clerk', 'POST', members, { memberName: 'x', branchId: north, ...many })
      expect(errors).toHaveLength(50)
    })

    it('is marked in the cell of its row', async () => {
      const member = await desk.addMember('Rows')
      const book = await desk.addBook('Rows', 1)
      const hidden = await desk.addBook('Not active', 1, { active: false })
      const problem = await desk.refusal('clerk', 'POST', lendings, {
        branchId: north,
        memberId: member,
        items: [{ bookId: book, qty: 1 }, { bookId: book, qty: 0 }, { bookId: hidden, qty: 1.5, returned: 1 }, { qty: 1 }, 'row'],
      })
      expect(rulesOf(problem)).toEqual({
        'items.1.bookId': 'unique',
        'items.1.qty': 'min',
        'items.2.qty': 'type',
        'items.2.returned': 'unknown',
        'items.2.bookId': 'reference',
        'items.3.bookId': 'required',
        'items.4': 'type',
        'items.4.bookId': 'required',
        'items.4.qty': 'required',
      })
      expect(problem.errors).toContainEqual(
        expect.objectContaining({ pointer: '/items/1/qty', detail: '“Items”第 2 行的“Qty”不能小于 1', params: { min: '1' } }),
      )
    })

    it('has too many rows', async () => {
      const member = await desk.addMember('Many')
      const problem = await desk.refusal('clerk', 'POST', lendings, { branchId: north, memberId: member, items: Array(6).fill({}) })
      expect(rulesOf(problem)).toEqual({ items: 'maxRows' })
    })

    it('breaks a condition over several fields', async () => {
      const member = await desk.addMember('Late')
      const problem = await desk.refusal('clerk', 'POST', lendings, { branchId: north, memberId: member, dueDate: '2027-02-19' })
      expect(problem.errors).toEqual([{ pointer: '/dueDate', path: 'dueDate', rule: 'check', detail: 'At most 90 days' }])
      expect((await desk.call('clerk', 'POST', lendings, { branchId: north, memberId: member, dueDate: '2027-02-18' })).status).toBe(200)
    })

    it('is refused by the rule with the field that the rule marks, and with its number and figures', async () => {
      expect(rulesOf(await desk.refusal('clerk', 'POST', members, { memberName: 'nobody', branchId: north }))).toEqual({
        memberName: 'rule',
      })
    })

    it('is our fault when a rule writes what the field cannot keep, and nothing of it stays', async () => {
      const before = await desk.count('member')
      expect(await desk.refusal('clerk', 'POST', members, { memberName: 'broken rule', branchId: north })).toMatchObject({
        status: 500,
        code: 500000,
      })
      expect(await desk.count('member')).toBe(before)
    })

    it('has a value that exists already: the fields of the key are named', async () => {
      await desk.addMember('Twin', { cardNo: 'T1' })
      expect(await desk.refusal('clerk', 'POST', members, { memberName: 'Other', branchId: north, cardNo: 'T1' })).toMatchObject({
        status: 422,
        code: 100411,
        errors: [{ path: 'cardNo', rule: 'unique', detail: '“Card”已存在，不能重复' }],
      })
      expect(await desk.refusal('clerk', 'POST', members, { memberName: 'Twin', branchId: north })).toMatchObject({
        errors: [{ rule: 'unique', params: { fields: ['memberName', 'branchId'] } }],
      })
    })

    it.each([
      ['no JSON', '{"memberName":'],
      ['a list', '[]'],
      ['a text', '"x"'],
    ])('cannot be read: %s', async (_what, payload) => {
      const response = await desk.app.inject({
        method: 'POST',
        url: members,
        payload,
        headers: { authorization: 'Bearer clerk', 'content-type': 'application/json' },
      })
      expect(response.statusCode).toBe(400)
    })
  })

  describe('row scope', () => {
    it('lets nobody choose a row that he does not see', async () => {
      expect(rulesOf(await desk.refusal('clerk', 'POST', members, { memberName: 'Far away', branchId: south }))).toEqual({
        branchId: 'reference',
      })
    })

    it('holds the condition of a reference on another field of the form', async () => {
      const southern = await desk.call('boss', 'POST', members, { memberName: 'Southern', branchId: south })
      const problem = await desk.refusal('boss', 'POST', lendings, { branchId: north, memberId: southern.body['id'] })
      expect(rulesOf(problem)).toEqual({ memberId: 'reference' })
    })

    it('hides records of others from changing and deleting like absent ones', async () => {
      const id = await desk.addMember('Hidden')
      const absent = await desk.refusal('stranger', 'PATCH', `${members}/999999`, { version: 1, age: 1 })
      const hidden = await desk.refusal('stranger', 'PATCH', `${members}/${id}`, { version: 1, age: 1 })
      expect(hidden).toMatchObject({ status: 404, code: 404000 })
      expect({ ...hidden, instance: '', traceId: '' }).toEqual({ ...absent, instance: '', traceId: '' })
      expect(await desk.refusal('stranger', 'DELETE', `${members}/${id}`)).toMatchObject({ status: 404 })
    })

    it('keeps a change from taking a record to a branch that its author does not see', async () => {
      const { body } = await desk.call('boss', 'POST', members, { memberName: 'Mover', branchId: north })
      expect(rulesOf(await desk.refusal('clerk', 'PATCH', `${members}/${String(body['id'])}`, { version: 2, branchId: south }))).toEqual({
        branchId: 'reference',
      })
    })

    it('keeps a rule from taking a record out of sight of who saves it', async () => {
      const counted = await desk.count('member')
      const body = { memberName: 'goes south', branchId: north }
      expect(rulesOf(await desk.refusal('clerk', 'POST', members, body))).toEqual({ branchId: 'scope' })
      expect(await desk.count('member')).toBe(counted)
      expect((await desk.call('boss', 'POST', members, body)).body).toMatchObject({ branchName: 'South' })
    })

    it('keeps each screen to its own records', async () => {
      const member = await desk.addMember('Shelf')
      const { id } = await desk.addLending(member, [])
      expect(await desk.refusal('clerk', 'POST', `/api/desk/shelf/submit/${id}`, {})).toMatchObject({ status: 404 })
    })
  })

  describe('the fixed values of a screen', () => {
    const hall = '/api/desk/hall'

    it('are given to a new record, whatever its fields have by default', async () => {
      const member = await desk.addMember('Shelved')
      const { status, body } = await desk.call('clerk', 'POST', hall, { branchId: north, memberId: member, purpose: 'study' })
      expect([status, body['errors']]).toEqual([200, undefined])
      const [row] = (await desk.rows('lending')).filter(({ id }) => id === body['id'])
      expect(row).toMatchObject({ kind: 'HALL', purpose: 'study' })
      expect((await desk.call('clerk', 'GET', `${hall}/${String(body['id'])}`)).status).toBe(200)
      expect((await desk.call('clerk', 'GET', `${lendings}/${String(body['id'])}`)).status).toBe(404)
    })

    it('are not for the user to choose, and where there are several he chooses among them', async () => {
      const member = await desk.addMember('Elsewhere')
      const values = { branchId: north, memberId: member }
      const counted = await desk.count('lending')
      expect(rulesOf(await desk.refusal('clerk', 'POST', hall, { ...values, purpose: 'home' }))).toEqual({ purpose: 'dictionary' })
      expect(rulesOf(await desk.refusal('clerk', 'POST', hall, { ...values, purpose: 'study', kind: 'DESK' }))).toEqual({
        kind: 'unknown',
      })
      expect(await desk.count('lending')).toBe(counted)

      const { body } = await desk.call('clerk', 'POST', hall, { ...values, purpose: 'study' })
      const change = { version: body['version'], purpose: 'home' }
      expect(rulesOf(await desk.refusal('clerk', 'PATCH', `${hall}/${String(body['id'])}`, change))).toEqual({ purpose: 'dictionary' })
      expect((await desk.call('clerk', 'PATCH', `${hall}/${String(body['id'])}`, { ...change, purpose: 'reading' })).status).toBe(200)
    })
  })

  describe('a change', () => {
    it('writes only what was said, raises the version and records what changed as users read it', async () => {
      const member = await desk.addMember('Before', { age: 30, deposit: '10.00', level: 'BASIC', birthday: '2000-01-01' })
      const { status, body } = await desk.call('boss', 'PATCH', `${members}/${member}`, {
        version: 2,
        memberName: 'After',
        deposit: '234.50',
        discount: '0.25',
        level: 'GOLD',
        note: 'now gold',
        clear: ['birthday'],
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        version: 3,
        memberName: 'After',
        age: 30,
        deposit: '234.50',
        level: 'GOLD',
        birthday: null,
        updatedByName: 'Boss',
        createdByName: 'Clerk',
      })

      const { body: history } = await desk.call<Record<string, unknown>[]>('boss', 'GET', `${members}/history/${member}`)
      const [, , change] = history
      expect(change).toMatchObject({ action: 'edit', operator: 'Boss' })
      expect(change?.['changes']).toEqual([
        { field: 'memberName', title: 'Name', before: 'Before', after: 'After' },
        { field: 'level', title: 'Level', before: 'Basic', after: 'Gold' },
        { field: 'deposit', title: 'Deposit', before: '10.00', after: '234.50' },
        { field: 'discount', title: 'Discount', before: null, after: '25.00%' },
        { field: 'birthday', title: 'Birthday', before: '2000-01-01', after: null },
        { field: 'note', title: 'Note', before: null, after: 'now gold' },
      ])
    })

    it('keeps the list in order: the sort key follows the name', async () => {
      const book = await desk.addBook('Zhong', 0)
      await desk.call('clerk', 'PATCH', `${books}/${book}`, { version: 1, bookTitle: '爱' })
      const [row] = (await desk.rows('book')).filter(({ id }) => id === book)
      expect(row?.['book_title_sort']).toBe('ai4')
    })

    it('that changes nothing leaves no trace', async () => {
      const member = await desk.addMember('Same', { deposit: '1.50', topics: ['NOVEL'] })
      const history = await desk.count('document_history')
      const { status, body } = await desk.call('clerk', 'PATCH', `${members}/${member}`, {
        version: 2,
        memberName: ' Same ',
        deposit: 1.5,
        topics: ['NOVEL'],
      })
      expect({ status, version: body['version'] }).toEqual({ status: 200, version: 2 })
      expect(await desk.count('document_history')).toBe(history)
    })

    it('needs the version that the user saw', async () => {
      const member = await desk.addMember('Versioned')
      expect(rulesOf(await desk.refusal('clerk', 'PATCH', `${members}/${member}`, { age: 5 }))).toEqual({ version: 'required' })
      expect(rulesOf(await desk.refusal('clerk', 'PATCH', `${members}/${member}`, { version: '2', age: 5 }))).toEqual({ version: 'type' })
    })

    it('of an older version is refused with who changed it and when', async () => {
      const member = await desk.addMember('Contested')
      await desk.call('boss', 'PATCH', `${members}/${member}`, { version: 2, age: 40 })
      expect(await desk.refusal('clerk', 'PATCH', `${members}/${member}`, { version: 2, age: 50 })).toMatchObject({
        status: 409,
        code: 100409,
        current: { version: 3, updatedBy: 'Boss', updatedById: expect.any(String), updatedAt: '2026-11-20T02:00:00.000Z' },
      })
      expect((await desk.call('clerk', 'GET', `${members}/${member}`)).body).toMatchObject({ age: 40, version: 3 })
    })

    it('of a version that there is not yet is refused as well', async () => {
      const member = await desk.addMember('Foreseen')
      expect(await desk.refusal('clerk', 'PATCH', `${members}/${member}`, { version: 3, age: 50 })).toMatchObject({
        status: 409,
        code: 100409,
        current: { version: 2 },
      })
      expect((await desk.call('clerk', 'GET', `${members}/${member}`)).body).toMatchObject({ age: null, version: 2 })
    })

    it('is written over the version that was read and no other, also where a lock was forgotten', async () => {
      const member = await desk.addMember('Unlocked')
      const entity = desk.services.plan.entities['member']!
      const write = (age: number) => (context: WriteContext) => updateRecord(context, entity, { id: member, version: 2 }, { age })
      await inWrite(desk.services, systemUser, write(40))
      await expect(inWrite(desk.services, systemUser, write(50))).rejects.toMatchObject({ status: 409, code: 100409 })
      expect((await desk.call('clerk', 'GET', `${members}/${member}`)).body).toMatchObject({ age: 40, version: 3 })
    })

    it('of two at the same time, one wins', async () => {
      const member = await desk.addMember('Raced')
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, age) =>
          desk.call(age % 2 ? 'clerk' : 'boss', 'PATCH', `${members}/${member}`, { version: 2, age: age + 1 }),
        ),
      )
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
    })

    it('clears by name only: an empty value is no wish', async () => {
      const member = await desk.addMember('Cleared', { age: 9 })
      expect(rulesOf(await desk.refusal('clerk', 'PATCH', `${members}/${member}`, { version: 2, age: null }))).toEqual({ age: 'clear' })
      expect(rulesOf(await desk.refusal('clerk', 'PATCH', `${members}/${member}`, { version: 2, clear: ['memberName'] }))).toEqual({
        memberName: 'required',
      })
      expect(rulesOf(await desk.refusal('clerk', 'PATCH', `${members}/${member}`, { version: 2, clear: ['welcomed'] }))).toEqual({
        clear: 'unknown',
      })
      expect(rulesOf(await desk.refusal('clerk', 'PATCH', `${members}/${member}`, { version: 2, clear: 'age' }))).toEqual({ clear: 'type' })
    })

    it('is refused in a state that does not allow it, with the state in words', async () => {
      const lending = await desk.addLending(await desk.addMember('Submitted'), [{ bookId: await desk.addBook('Submitted', 1), qty: 1 }])
      await desk.call('clerk', 'POST', `${lendings}/submit/${lending.id}`, { version: 1 })
      expect(await desk.refusal('clerk', 'PATCH', `${lendings}/${lending.id}`, { version: 2, purpose: 'x' })).toMatchObject({
        status: 417,
        code: 100410,
        message: '当前状态为“Submitted”，不能编辑',
      })
    })

    it('is refused by the rule with its number and figures', async () => {
      const member = await desk.addMember('untouchable')
      expect(await desk.refusal('clerk', 'PATCH', `${members}/${member}`, { version: 2, age: 1 })).toMatchObject({
        status: 417,
        code: 100520,
        message: 'untouchable stays as it is',
        params: { name: 'untouchable' },
      })
    })

    it('asks again for a reference only when it changes or what narrows it does', async () => {
      const member = await desk.addMember('Stays')
      const book = await desk.addBook('Goes', 1)
      const lending = await desk.addLending(member, [{ bookId: book, qty: 1 }])
      const { body } = await desk.call('boss', 'GET', `${books}/${book}`)
      await desk.call('boss', 'PATCH', `${books}/${book}`, { version: body['version'], active: false })
      const { body: kept } = await desk.call('clerk', 'PATCH', `${lendings}/${lending.id}`, { version: 1, purpose: 'other' })
      expect(kept).toMatchObject({ version: 2, purpose: 'other' })
      expect(rulesOf(await desk.refusal('boss', 'PATCH', `${lendings}/${lending.id}`, { version: 2, branchId: south }))).toEqual({
        memberId: 'reference',
      })
    })

    it('of a reference refreshes what the system fills from it, and nothing that was typed', async () => {
      const basic = await desk.addMember('Basic one', { email: 'basic@one.cn' })
      const gold = await desk.addMember('Gold one', { level: 'GOLD', note: 'x', email: 'gold@one.cn' })
      const lending = await desk.addLending(basic, [])
      const { body } = await desk.call('clerk', 'PATCH', `${lendings}/${lending.id}`, { version: 1, memberId: gold })
      expect(body).toMatchObject({ memberName: 'Gold one', memberLevel: 'GOLD', contact: 'basic@one.cn' })
    })
  })

  describe('line rows', () => {
    const rowsOf = (body: Record<string, unknown>) => body['items'] as Record<string, unknown>[]

    it('are said as a whole: known rows are changed, new ones added, missing ones removed, in the order of the list', async () => {
      const member = await desk.addMember('Lines')
      const [a, b, c] = [
        await desk.addBook('Line A', 9, { price: '1.00' }),
        await desk.addBook('Line B', 9, { price: '2.00' }),
        await desk.addBook('Line C', 9, { price: '3.00' }),
      ]
      const lending = await desk.addLending(member, [
        { bookId: a, qty: 1 },
        { bookId: b, qty: 1 },
      ])
      const [first, second] = rowsOf((await desk.call('clerk', 'GET', `${lendings}/${lending.id}`)).body)
      const { body } = await desk.call('clerk', 'PATCH', `${lendings}/${lending.id}`, {
        version: 1,
        items: [
          { bookId: c, qty: 2 },
          { id: second?.['id'], bookId: b, qty: 4, price: '2.00' },
        ],
      })
      expect(body).toMatchObject({
        version: 2,
        totalQty: 6,
        totalFee: '14.00',
        items: [
          { bookTitle: 'Line C', qty: 2, price: '3.00', fee: '6.00', returned: 0 },
          { id: second?.['id'], bookTitle: 'Line B', qty: 4, fee: '8.00' },
        ],
      })
      expect(rowsOf(body).map(({ id }) => id)).not.toContain(first?.['id'])

      const { body: history } = await desk.call<{ changes?: unknown }[]>('clerk', 'GET', `${lendings}/history/${lending.id}`)
      const changes = history[1]?.changes
      expect(changes).toContainEqual({ field: 'items.1.qty', title: 'Items第 2 行·Qty', before: '1', after: '4' })
      expect(changes).toContainEqual({ field: 'items.0.bookId', title: 'Items第 1 行·Book', before: null, after: 'Line C', row: 'added' })
      expect(changes).toContainEqual(expect.objectContaining({ field: 'items.0', title: 'Items第 1 行', after: null, row: 'removed' }))
    })

    it('lose a cell that is not said, and keep what cannot be typed', async () => {
      const member = await desk.addMember('Cells')
      const book = await desk.addBook('Cells', 9)
      const lending = await desk.addLending(member, [{ bookId: book, qty: 1, remark: 'fragile' } as never])
      const [row] = rowsOf((await desk.call('clerk', 'GET', `${lendings}/${lending.id}`)).body)
      const { body } = await desk.call('clerk', 'PATCH', `${lendings}/${lending.id}`, {
        version: 1,
        items: [{ id: row?.['id'], bookId: book, qty: 1, price: '1.00' }],
      })
      expect(rowsOf(body)).toMatchObject([{ id: row?.['id'], remark: null, returned: 0, bookTitle: 'Cells' }])
    })

    it('of another record are no rows of this one', async () => {
      const member = await desk.addMember('Thief')
      const book = await desk.addBook('Stolen', 9)
      const other = await desk.addLending(member, [{ bookId: book, qty: 1 }])
      const mine = await desk.addLending(member, [])
      const [row] = rowsOf((await desk.call('clerk', 'GET', `${lendings}/${other.id}`)).body)
      const items = [{ id: row?.['id'], bookId: book, qty: 2 }]
      expect(rulesOf(await desk.refusal('clerk', 'PATCH', `${lendings}/${mine.id}`, { version: 1, items }))).toEqual({
        'items.0': 'reference',
      })
      expect(
        rulesOf(await desk.refusal('clerk', 'PATCH', `${lendings}/${other.id}`, { version: 1, items: [...items, ...items] })),
      ).toMatchObject({ 'items.1': 'reference' })
    })

    it('that are said unchanged change nothing', async () => {
      const member = await desk.addMember('Calm')
      const book = await desk.addBook('Calm', 9)
      const lending = await desk.addLending(member, [{ bookId: book, qty: 1 }])
      const [row] = rowsOf((await desk.call('clerk', 'GET', `${lendings}/${lending.id}`)).body)
      const { body } = await desk.call('clerk', 'PATCH', `${lendings}/${lending.id}`, {
        version: 1,
        items: [{ id: row?.['id'], bookId: row?.['bookId'], qty: row?.['qty'], price: row?.['price'] }],
      })
      expect(body).toMatchObject({ version: 1 })
    })
  })

  describe('a delete', () => {
    it('takes the record and its rows, and leaves its history', async () => {
      const lending = await desk.addLending(await desk.addMember('Gone'), [{ bookId: await desk.addBook('Gone', 1), qty: 1 }])
      expect(await desk.call('clerk', 'DELETE', `${lendings}/${lending.id}`, { version: 1 })).toMatchObject({
        status: 200,
        body: { id: lending.id },
      })
      expect((await desk.rows('lending')).some(({ id }) => id === lending.id)).toBe(false)
      expect((await desk.rows('lending_items')).some(({ parent_id: parent }) => parent === lending.id)).toBe(false)
      const history = (await desk.rows('document_history')).filter(
        ({ entity, document_id: id }) => entity === 'lending' && id === lending.id,
      )
      expect(history.at(-1)).toMatchObject({ action: 'delete', document_label: expect.stringMatching(/^JY/), operator_name: 'Clerk' })
    })

    it('is refused by the condition of the state, which a list tells beforehand', async () => {
      const passes = '/api/desk/pass'
      const memberId = await desk.addMember('Keeps it')
      const pass = { passName: 'P', branchId: desk.branches.north, memberId, books: 1, validUntil: '2026-12-31', note: 'keep' }
      const { body } = await desk.call('clerk', 'POST', passes, pass)
      const address = `${passes}/${String(body['id'])}`
      expect(await desk.refusal('clerk', 'DELETE', address)).toMatchObject({ status: 417, message: 'It is to be kept' })
      const { body: list } = await desk.call('clerk', 'GET', `${passes}/list?pageSize=200`)
      expect((list['records'] as { id: string }[]).find(({ id }) => id === body['id'])).toMatchObject({ note: 'keep' })
      await desk.call('clerk', 'PATCH', address, { version: 1, clear: ['note'] })
      expect((await desk.call('clerk', 'DELETE', address, { version: 2 })).status).toBe(200)
    })

    it('is refused while another record points to it', async () => {
      const member = await desk.addMember('Needed')
      await desk.addLending(member, [])
      expect(await desk.refusal('clerk', 'DELETE', `${members}/${member}`)).toMatchObject({
        status: 417,
        message: '该数据已被其他记录引用，不能删除',
      })
      expect((await desk.call('clerk', 'GET', `${members}/${member}`)).status).toBe(200)
    })

    it('is refused while a record has it in a list', async () => {
      const friend = await desk.addMember('A friend')
      await desk.addMember('Has a friend', { friendIds: [friend] })
      expect(await desk.refusal('clerk', 'DELETE', `${members}/${friend}`)).toMatchObject({ status: 417, code: 100500 })
    })

    it('is refused in a state that does not allow it, by an old version, and by the rule', async () => {
      const lending = await desk.addLending(await desk.addMember('Kept'), [{ bookId: await desk.addBook('Kept', 1), qty: 1 }])
      await desk.call('clerk', 'POST', `${lendings}/submit/${lending.id}`, { version: 1 })
      expect(await desk.refusal('clerk', 'DELETE', `${lendings}/${lending.id}?version=1`)).toMatchObject({ status: 409 })
      expect(await desk.refusal('clerk', 'DELETE', `${lendings}/${lending.id}?version=2`)).toMatchObject({ status: 417, code: 100410 })
      const gold = await desk.addMember('Golden', { level: 'GOLD', note: 'x' })
      expect(await desk.refusal('clerk', 'DELETE', `${members}/${gold}`)).toMatchObject({ status: 417, code: 100520 })
    })
  })
})
