import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PendingChange } from '../../core/pending'
import type { Problem } from '../../core/wire'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { inTransaction } from './transaction'
import { openDesk, type Desk, type Who } from './testing/deskServer'

const passes = '/api/desk/pass'

describe.each(usualTestDatabaseKinds)('changes that wait on %s', (kind) => {
  let desk: Desk
  let member: string
  let other: string
  let id: string
  beforeAll(async () => {
    desk = await openDesk(kind)
    member = await desk.addMember('Tom')
    other = await desk.addMember('Eve')
  })
  afterAll(() => desk?.close())

  const act = (who: Who, action: string, body: object = {}, of = id) => desk.call(who, 'POST', `${passes}/${action}/${of}`, body)
  const read = async (base = passes): Promise<Record<string, unknown>> => (await desk.call('boss', 'GET', `${base}/${id}`)).body
  const history = async () => (await desk.call<Record<string, unknown>[]>('boss', 'GET', `${passes}/history/${id}`)).body
  const fieldsOf = ({ body }: { body: unknown }) => (body as Problem).errors?.map(({ path, rule }) => `${path}: ${rule}`)
  const detail = ({ status, body }: { status: number; body: unknown }) => `${status} ${(body as Problem).detail}`

  /** A pass in force, which the clerk has asked for and the boss has approved. */
  async function add(values: object = {}): Promise<string> {
    const pass = { passName: 'P', branchId: desk.branches.north, memberId: member, books: 2, validUntil: '2026-12-31', ...values }
    const { body } = await desk.call('clerk', 'POST', passes, pass)
    const added = String(body['id'])
    await act('clerk', 'submit', {}, added)
    const { body: valid } = await act('boss', 'approve', {}, added)
    expect(valid).toMatchObject({ status: 'VALID', pendingChange: null })
    return added
  }
  beforeEach(async () => {
    id = await add()
  })

  it('keep the old values until they are approved, which shows both', async () => {
    const asked = await act('clerk', 'change', { version: 3, books: 4, memberId: other, opinion: 'reads more' })
    expect(asked.body).toMatchObject({
      status: 'CHECKING',
      books: 2,
      fee: '3.00',
      memberId: member,
      memberName: 'Tom',
      submittedById: desk.users.clerk.id,
    })
    expect(asked.body['pendingChange']).toMatchObject({
      action: 'change',
      title: 'Change',
      fromStatus: 'VALID',
      values: { books: 4, memberId: other, memberName: 'Eve' },
      changes: [
        { field: 'memberId', title: 'Member', before: 'Tom', after: 'Eve' },
        { field: 'books', title: 'Books', before: '2', after: '4' },
      ],
      opinion: 'reads more',
      requestedById: desk.users.clerk.id,
      requestedByName: 'Clerk',
      requestedAt: '2026-11-20T02:00:00.000Z',
    } satisfies Partial<PendingChange>)
    expect((await act('boss', 'approve', { version: 4 })).body).toMatchObject({
      status: 'VALID',
      books: 4,
      fee: '6.00',
      memberId: other,
      memberName: 'Eve',
      pendingChange: null,
    })
    expect((await history()).slice(-2)).toMatchObject([
      {
        action: 'change',
        from: 'VALID',
        to: 'CHECKING',
        opinion: 'reads more',
        changes: [{ field: 'memberId' }, { field: 'books', before: '2', after: '4' }],
      },
      {
        action: 'approve',
        from: 'CHECKING',
        to: 'VALID',
        changes: [{ field: 'memberId' }, { field: 'memberNo' }, { field: 'books', before: '2', after: '4' }],
      },
    ])
  })

  it.each(['reject', 'withdraw'])('are forgotten when they come to nothing (%s), and nothing has ever changed', async (action) => {
    const before = await read()
    await act('clerk', 'change', { books: 4, opinion: 'more' })
    const ended = await act(action === 'reject' ? 'boss' : 'clerk', action, action === 'reject' ? { opinion: 'no' } : {})
    expect(ended.status).toBe(200)
    const after = await read()
    expect(after).toMatchObject({ status: 'VALID', books: 2, fee: '3.00', memberId: before['memberId'], pendingChange: null })
    expect((await history()).at(-1)).toMatchObject({ from: 'CHECKING', to: 'VALID' })
  })

  it('lead back to a state that is over, where a renewal was asked for', async () => {
    await act('boss', 'end')
    expect((await act('clerk', 'renew', { validUntil: '2027-06-30' })).body).toMatchObject({ status: 'CHECKING', validUntil: '2026-12-31' })
    expect((await act('boss', 'reject', { opinion: 'no' })).body).toMatchObject({ status: 'OVER', validUntil: '2026-12-31' })
    await act('clerk', 'renew', { validUntil: '2027-06-30', books: 3 })
    expect((await act('boss', 'approve')).body).toMatchObject({ status: 'VALID', validUntil: '2027-06-30', books: 3 })
  })

  it('may empty a field by its name, and not one that must be filled', async () => {
    await act('clerk', 'change', { level: 'GOLD', opinion: 'gold' })
    await act('boss', 'approve')
    const asked = await act('clerk', 'change', { clear: ['level'], opinion: 'no gold' })
    expect(asked.body).toMatchObject({
      level: 'GOLD',
      pendingChange: { values: {}, clear: ['level'], changes: [{ field: 'level', before: 'Gold', after: null }] },
    })
    expect((await act('boss', 'approve')).body).toMatchObject({ level: null })
    expect(fieldsOf(await act('clerk', 'change', { clear: ['books'], opinion: 'none' }))).toEqual(['books: required'])
    expect(fieldsOf(await act('clerk', 'change', { clear: ['note'], opinion: 'none' }))).toEqual(['clear: unknown'])
    expect(fieldsOf(await act('clerk', 'change', { clear: ['opinion'], books: 3 }))).toEqual(['opinion: required'])
    expect(detail(await act('clerk', 'change', { clear: ['level'], opinion: 'it is empty' }))).toBe('417 没有任何变化，无需Change')
  })

  it('leave empty what is cleared, also where a reference that is chosen would fill it', async () => {
    const reader = await desk.addMember(`Ann ${id}`, { email: 'ann@library.example' })
    // The contact is empty before and after: only the request knows that it is to stay so.
    await act('clerk', 'change', { memberId: reader, clear: ['contact'], opinion: 'no letters' })
    expect((await read())['pendingChange']).toMatchObject({ clear: ['contact'], changes: [{ field: 'memberId' }] })
    expect((await act('boss', 'approve')).body).toMatchObject({ memberId: reader, contact: null })
    await act('clerk', 'change', { memberId: member, opinion: 'back' })
    await act('boss', 'approve')
    await act('clerk', 'change', { memberId: reader, opinion: 'and again' })
    expect((await act('boss', 'approve')).body).toMatchObject({ contact: 'ann@library.example' })
  })

  it('write nothing that follows from them before they are approved, and nothing that was not asked for', async () => {
    const reader = await desk.addMember(`Bob ${id}`)
    const row = async () => (await desk.rows('pass')).find((candidate) => candidate['id'] === id)
    await inTransaction(desk.services, desk.users.boss, (tools) => tools.set('pass', id, { colour: null }))
    const { member_no: number } = (await row()) ?? {}
    await act('clerk', 'change', { memberId: reader, opinion: 'another member' })
    // Neither what the reference brings nor the default of an empty field.
    expect(await row()).toMatchObject({ member_no: number, colour: null })
    expect((await read())['pendingChange']).toMatchObject({ changes: [{ field: 'memberId' }], clear: [] })
    await act('boss', 'approve')
    const after = await row()
    expect(after?.['colour']).toBeNull()
    expect(after?.['member_no']).not.toBe(number)
  })

  it('are settled by the rule of saves, when they are asked for and when they are approved', async () => {
    await act('clerk', 'change', { seat: `a${id}x`, opinion: 'a seat' })
    expect((await read())['pendingChange']).toMatchObject({ values: { seat: `A${id}X` } })
    expect((await act('boss', 'approve')).body).toMatchObject({ seat: `A${id}X` })
    expect(fieldsOf(await act('clerk', 'change', { seat: 'bx0', opinion: 'a seat' }))).toEqual(['seat: rule'])
  })

  it('are refused when another record has the key, at once or when it takes it meanwhile', async () => {
    const second = await add({ seat: `S${id}X` })
    const taken = await act('clerk', 'change', { seat: `s${id}x`, opinion: 'that one' })
    expect(taken).toMatchObject({ status: 422, body: { errors: [{ rule: 'unique' }] } })
    expect((await read())['status']).toBe('VALID')
    await act('clerk', 'change', { seat: `T${id}X`, opinion: 'that one' })
    await act('clerk', 'change', { seat: `T${id}X`, opinion: 'mine too' }, second)
    expect((await act('boss', 'approve')).status).toBe(200)
    expect(await act('boss', 'approve', {}, second)).toMatchObject({ status: 422, body: { errors: [{ rule: 'unique' }] } })
  })

  it('leave a record that was over outside of keys and periods until they are approved', async () => {
    const own = { seat: `K${id}X`, locker: `L${id}` }
    const first = await add(own)
    await act('boss', 'end', {}, first)
    const renewal = await act('clerk', 'renew', { validUntil: '2027-01-31' }, first)
    expect(renewal.status).toBe(200)
    // Its key and its period are free as long as it is over.
    const second = await add(own)
    expect(await act('boss', 'approve', {}, first)).toMatchObject({ status: 422, body: { errors: [{ rule: 'unique' }] } })
    await act('clerk', 'withdraw', {}, first)
    // Now it is told at once, since approved it would be in the way.
    expect(await act('clerk', 'renew', { validUntil: '2027-01-31' }, first)).toMatchObject({
      status: 422,
      body: { errors: [{ rule: 'unique' }] },
    })
    await inTransaction(desk.services, desk.users.boss, (tools) => tools.set('pass', second, { seat: null }))
    expect(await act('clerk', 'renew', { validUntil: '2027-01-31' }, first)).toMatchObject({
      status: 422,
      body: { errors: [{ rule: 'interval' }] },
    })
    await act('boss', 'end', {}, second)
    expect((await act('clerk', 'renew', { validUntil: '2027-01-31' }, first)).status).toBe(200)
    expect((await act('boss', 'approve', {}, first)).body).toMatchObject({ status: 'VALID', ...own })
  })

  it('may not take a record to where who asks for it cannot see it', async () => {
    expect(fieldsOf(await act('clerk', 'change', { branchId: desk.branches.south, memberId: null, opinion: 'south' }))).toContain(
      'memberId: reference',
    )
    const southern = await inTransaction(desk.services, desk.users.boss, (tools) =>
      tools.create('member', { memberName: `S ${id}`, branchId: desk.branches.south }),
    )
    const moved = { branchId: desk.branches.south, memberId: southern.id, opinion: 'south' }
    expect((await act('clerk', 'change', moved)).status).toBe(422)
    expect((await act('boss', 'change', moved)).status).toBe(200)
  })

  it('are told when they rest on an old version', async () => {
    await desk.call('clerk', 'PATCH', `${passes}/${id}`, { version: 3, note: 'moved on' })
    expect(await act('clerk', 'change', { version: 3, books: 4, opinion: 'more' })).toMatchObject({ status: 409 })
    expect((await read())['pendingChange']).toBeNull()
    await act('clerk', 'change', { version: 4, books: 4, opinion: 'more' })
    expect(await act('boss', 'approve', { version: 4 })).toMatchObject({ status: 409 })
  })

  it('count in sums as what they are, until they are approved', async () => {
    const [one, two] = [await desk.addMember(`One ${id}`), await desk.addMember(`Two ${id}`)]
    const pass = await add({ memberId: one, books: 3 })
    const allowed = async () => {
      const rows = await desk.rows('member')
      return [one, two].map((of) => Number(rows.find((row) => row['id'] === of)?.['books_allowed']))
    }
    await act('clerk', 'change', { memberId: two, books: 4, opinion: 'another member' }, pass)
    expect(await allowed()).toEqual([3, 0])
    await act('boss', 'reject', { opinion: 'no' }, pass)
    await act('clerk', 'change', { memberId: two, books: 4, opinion: 'another member' }, pass)
    await act('boss', 'approve', {}, pass)
    expect(await allowed()).toEqual([0, 4])
  })

  it('leave the limits of ledgers as they are: by the state before, and by the old values', async () => {
    const take = async (passId = id) => {
      const { body } = await desk.call('clerk', 'POST', '/api/desk/visit', { visitedOn: '2026-11-20', passId })
      return (await desk.call('clerk', 'POST', `/api/desk/visit/take/${String(body['id'])}`, {})).status
    }
    await act('clerk', 'change', { books: 3, opinion: 'one more' })
    expect([await take(), await take(), await take()]).toEqual([200, 200, 417])
    await act('boss', 'approve')
    expect([await take(), await take()]).toEqual([200, 417])
    // Planned while it was valid; ended, and only asked to be renewed.
    const later = await add({ books: 5 })
    const { body } = await desk.call('clerk', 'POST', '/api/desk/visit', { visitedOn: '2026-11-20', passId: later })
    await act('boss', 'end', {}, later)
    await act('clerk', 'renew', { validUntil: '2027-01-31' }, later)
    expect((await desk.call('clerk', 'POST', `/api/desk/visit/take/${String(body['id'])}`, {})).status).toBe(417)
  })

  it('are checked when they are asked for: each field, together, and by the rule, which sees the record as it would become', async () => {
    expect(fieldsOf(await act('clerk', 'change', { books: 12, opinion: 'more' }))).toEqual(['books: max'])
    expect(fieldsOf(await act('clerk', 'change', { validUntil: '2028-01-01', opinion: 'longer' }))).toEqual(['validUntil: check'])
    expect(fieldsOf(await act('clerk', 'change', { books: 3 }))).toEqual(['opinion: required'])
    expect(detail(await act('clerk', 'change', { books: 2, opinion: 'the same' }))).toBe('417 没有任何变化，无需Change')
    await act('boss', 'end')
    expect(detail(await act('clerk', 'renew', { validUntil: '2027-01-31', books: 7 }))).toBe('417 7 books are for gold passes')
    expect((await read())['pendingChange']).toBeNull()
  })

  it('are checked again when they are approved', async () => {
    await act('clerk', 'change', { memberId: other, validUntil: '2027-11-20', opinion: 'another member' })
    // Meanwhile the member has moved to another branch.
    await inTransaction(desk.services, desk.users.boss, (tools) => tools.set('member', other, { branchId: desk.branches.south }))
    expect(fieldsOf(await act('boss', 'approve'))).toEqual(['memberId: reference'])
    expect(await read()).toMatchObject({ status: 'CHECKING', memberId: member, pendingChange: { values: { memberId: other } } })
    await inTransaction(desk.services, desk.users.boss, (tools) => tools.set('member', other, { branchId: desk.branches.north }))
    expect((await act('boss', 'approve')).body).toMatchObject({ memberId: other, validUntil: '2027-11-20' })
  })

  it('are not approved by whoever has asked for them', async () => {
    await act('boss', 'change', { books: 4, opinion: 'my own' })
    expect(detail(await act('boss', 'approve'))).toBe('417 双人原则：变更发起人不能Approve')
    expect((await act('clerk', 'approve')).status).toBe(200)
  })

  it('leave nothing else possible meanwhile', async () => {
    await act('clerk', 'change', { books: 4, opinion: 'more' })
    expect(detail(await act('boss', 'refuse'))).toBe('417 有待审批的Change，不能Refuse')
    expect(detail(await desk.call('clerk', 'PATCH', `${passes}/${id}`, { version: 4, note: 'x' }))).toMatch(/^417/)
    expect(detail(await desk.call('clerk', 'DELETE', `${passes}/${id}`))).toMatch(/^417/)
    expect(detail(await act('clerk', 'change', { books: 5, opinion: 'even more' }))).toMatch(/^417/)
    expect(await read()).toMatchObject({ books: 2, note: null })
  })

  it('are the only way for fields that a state does not let be edited', async () => {
    const edit = (values: object) => desk.call('clerk', 'PATCH', `${passes}/${id}`, { version: 3, ...values })
    const refused = await edit({ books: 3, passName: 'Q', note: 'kept' })
    expect(fieldsOf(refused)).toEqual(['books: state', 'passName: state'])
    expect((refused.body as unknown as Problem).errors?.map(({ detail: text }) => text)).toEqual([
      '“Books”须经审批，请通过“Change”修改',
      '“Name”在当前状态下不能修改',
    ])
    expect(fieldsOf(await edit({ clear: ['level'], books: 3 }))).toEqual(['books: state'])
    expect((await edit({ note: 'kept', books: 2 })).body).toMatchObject({ note: 'kept', status: 'VALID', version: 4 })
  })

  it('leave what the record was submitted with: it is no draft any more, which may lack that', async () => {
    const sponsorless = { clear: ['sponsor'] }
    const draft = await desk.call('clerk', 'POST', passes, {
      passName: 'D',
      branchId: desk.branches.north,
      memberId: member,
      books: 2,
      validUntil: '2026-12-31',
    })
    const path = `${passes}/${String(draft.body['id'])}`
    expect((await desk.call('clerk', 'PATCH', path, { version: 1, ...sponsorless })).body).toMatchObject({ sponsor: null })
    expect(fieldsOf(await act('clerk', 'submit', {}, String(draft.body['id'])))).toEqual(['sponsor: required'])
    expect(fieldsOf(await desk.call('clerk', 'PATCH', `${passes}/${id}`, { version: 3, ...sponsorless }))).toEqual(['sponsor: required'])
  })

  it('take no field that the page does not show, and need the right to edit', async () => {
    expect(fieldsOf(await act('clerk', 'change', { hidden: 'x', opinion: 'sly' }))).toEqual(['hidden: unknown'])
    expect(fieldsOf(await act('clerk', 'change', { status: 'OVER', opinion: 'sly' }))).toEqual(['status: unknown'])
    expect(fieldsOf(await act('clerk', 'change', { pendingChange: {}, effectiveStatus: 'OVER', opinion: 'sly' }))).toEqual([
      'pendingChange: unknown',
      'effectiveStatus: unknown',
    ])
    expect((await act('reader', 'change', { books: 3, opinion: 'more' })).status).toBe(403)
    expect((await act('stranger', 'change', { books: 3, opinion: 'more' })).status).toBe(404)
    // This page shows fewer fields: it sends and answers no other ones.
    const names = '/api/desk/passName'
    expect(fieldsOf(await desk.call('clerk', 'POST', `${names}/change/${id}`, { memberId: other, opinion: 'sly' }))).toEqual([
      'memberId: unknown',
    ])
    await act('clerk', 'change', { memberId: other, books: 4, opinion: 'both' })
    expect((await read(names))['pendingChange']).toMatchObject({ values: { books: 4 }, changes: [{ field: 'books' }] })
    expect(JSON.stringify(await read(names))).not.toContain('Eve')
  })

  it('do not take the record out of where its state is asked for', async () => {
    const visit = (passId: string) => desk.call('clerk', 'POST', '/api/desk/visit', { visitedOn: '2026-11-20', passId })
    const choices = async () =>
      (await desk.call<{ value: string }[]>('clerk', 'GET', '/api/desk/visit/options/passId')).body.map(({ value }) => value)
    await act('clerk', 'change', { books: 4, opinion: 'more' })
    // It is as valid as before.
    expect((await visit(id)).status).toBe(200)
    expect(await choices()).toContain(id)
    expect((await desk.rows('pass')).find((row) => row['id'] === id)).toMatchObject({ status: 'CHECKING', effective_status: 'VALID' })
    const found = await inTransaction(desk.services, desk.users.boss, (tools) => tools.find('pass', { status: 'VALID', id }))
    expect(found).toHaveLength(1)
    // A list shows the state that it is in, and the one that stands; it can be asked for both.
    for (const query of ['status=CHECKING', 'effectiveStatus=VALID', 'status=CHECKING&effectiveStatus=VALID']) {
      const list = await desk.call('clerk', 'GET', `${passes}/list?${query}&pageSize=200`)
      const row = (list.body['records'] as { id: string }[]).find((candidate) => candidate.id === id)
      expect(row).toMatchObject({ status: 'CHECKING', effectiveStatus: 'VALID' })
    }
    await act('boss', 'approve')
    await act('boss', 'end')
    await act('clerk', 'renew', { validUntil: '2027-01-31' })
    // It was over before, and still is.
    expect(fieldsOf(await visit(id))).toEqual(['passId: reference'])
    expect(await choices()).not.toContain(id)
  })

  it('let two approvals at once write a change once', async () => {
    await act('clerk', 'change', { books: 4, opinion: 'more' })
    const { version } = await read()
    const responses = await Promise.all([1, 2, 3].map(() => act('boss', 'approve', { version })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await history()).filter(({ action }) => action === 'approve')).toHaveLength(2)
  })

  it('stay what they are for rules, which cannot write them', async () => {
    await act('clerk', 'change', { books: 4, opinion: 'more' })
    for (const name of ['pendingChange', 'effectiveStatus'])
      await expect(inTransaction(desk.services, desk.users.boss, (tools) => tools.set('pass', id, { [name]: null }))).rejects.toThrow(
        'cannot be written',
      )
  })
})
