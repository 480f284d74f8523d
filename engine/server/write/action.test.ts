import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseKinds } from '../database/testDatabase'
import { openDesk, type Desk } from './testing/deskServer'

const lendings = '/api/desk/lending'
const key = () => ({ 'idempotency-key': crypto.randomUUID() })

describe.each(testDatabaseKinds)('actions on %s', (kind) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk?.close())

  const rulesOf = (problem: { errors?: { path: string; rule: string }[] }) =>
    Object.fromEntries((problem.errors ?? []).map(({ path, rule }) => [path, rule]))
  const read = async (id: string) => (await desk.call('boss', 'GET', `${lendings}/${id}`)).body
  const history = async (id: string) => (await desk.call<Record<string, unknown>[]>('boss', 'GET', `${lendings}/history/${id}`)).body
  const itemsOf = (body: Record<string, unknown>) => body['items'] as { id: string }[]

  /** A submitted lending of copies of one book. */
  async function submitted(name: string, onShelf: number, qty: number): Promise<{ id: string; bookId: string }> {
    const bookId = await desk.addBook(name, onShelf)
    const lending = await desk.addLending(await desk.addMember(name.slice(0, 20)), [{ bookId, qty }])
    await desk.call('clerk', 'POST', `${lendings}/submit/${lending.id}`, { version: 1 })
    return { id: lending.id, bookId }
  }
  async function lent(name: string, qty: number): Promise<{ id: string; bookId: string }> {
    const lending = await submitted(name, qty, qty)
    await desk.call('boss', 'POST', `${lendings}/approve/${lending.id}`, { version: 2 }, key())
    return lending
  }
  const book = async (id: string) => {
    const [row] = (await desk.rows('book')).filter((candidate) => candidate['id'] === id)
    return { onShelf: row?.['on_shelf'], lentOut: row?.['lent_out'], copies: row?.['copies'] }
  }
  const movements = async (bookId: string) => (await desk.rows('copy_movement')).filter((row) => row['book_id'] === bookId)

  it('take a document through its states and write who did what, when, from where to where', async () => {
    const { id, bookId } = await submitted('Story', 5, 2)
    const { status, body } = await desk.call('boss', 'POST', `${lendings}/approve/${id}`, { version: 2, opinion: 'fine' }, key())

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'LENT', version: 3, submittedById: desk.users.clerk.id, opinion: 'fine', updatedByName: 'Boss' })
    expect(await book(bookId)).toEqual({ onShelf: 3, lentOut: 2, copies: 5 })
    expect(await movements(bookId)).toMatchObject([
      { reason: 'bought', to_shelf: 5 },
      { reason: 'lent', to_shelf: -2, to_members: 2 },
    ])
    expect(await history(id)).toMatchObject([
      { action: 'create', to: 'DRAFT', operator: 'Clerk' },
      {
        action: 'submit',
        actionTitle: 'Submit',
        from: 'DRAFT',
        to: 'SUBMITTED',
        operator: 'Clerk',
        changes: [{ field: 'submittedById', before: null, after: 'Clerk' }],
      },
      { action: 'approve', from: 'SUBMITTED', to: 'LENT', opinion: 'fine', operator: 'Boss' },
    ])
  })

  it('are impossible in another state, which is named', async () => {
    const { id } = await lent('Twice', 1)
    expect(await desk.refusal('boss', 'POST', `${lendings}/approve/${id}`, { version: 3 }, key())).toMatchObject({
      status: 417,
      code: 100410,
      message: '当前状态为“Lent”，不能Approve',
    })
  })

  it('are refused to the one who submitted (four eyes), and for others to the one who did not', async () => {
    const { id } = await submitted('Four eyes', 1, 1)
    expect(await desk.refusal('clerk', 'POST', `${lendings}/approve/${id}`, { version: 2 }, key())).toMatchObject({
      status: 417,
      code: 100500,
      message: '双人原则：Submitted by不能Approve',
    })
    expect(await desk.refusal('boss', 'POST', `${lendings}/withdraw/${id}`, { version: 2 })).toMatchObject({
      status: 417,
      message: '只有Submitted by可以Withdraw',
    })
    expect(await desk.call('clerk', 'POST', `${lendings}/withdraw/${id}`, { version: 2 })).toMatchObject({
      status: 200,
      body: { status: 'DRAFT' },
    })
  })

  it('keep of a refusal what their rule says, and nothing else of the action', async () => {
    const { id, bookId } = await submitted('Guessed', 3, 2)
    const guess = { version: 2, opinion: 'guessed' }
    const again = key()
    for (const times of [1, 2])
      expect(await desk.refusal('boss', 'POST', `${lendings}/approve/${id}`, guess, again)).toMatchObject({
        status: 417,
        code: 100504,
        message: `Guessed wrongly, the time no. ${times}`,
      })
    expect(await read(id)).toMatchObject({ status: 'SUBMITTED', version: 2, extensions: 2, opinion: null })
    expect(await book(bookId)).toMatchObject({ onShelf: 3 })
    expect((await history(id)).map(({ action }) => action)).toEqual(['create', 'submit'])
    // What was refused has left no response behind.
    expect(await desk.call('boss', 'POST', `${lendings}/approve/${id}`, { version: 2, opinion: 'fine' }, again)).toMatchObject({
      status: 200,
      body: { status: 'LENT', extensions: 2 },
    })
  })

  it('keep nothing of a refusal where others are decided on with them', async () => {
    const { id } = await submitted('Guessed with others', 1, 1)
    const body = { ids: [{ id, version: 2 }], opinion: 'guessed' }
    expect(await desk.refusal('boss', 'POST', `${lendings}/batch/approve`, body, key())).toMatchObject({ status: 417, code: 100504 })
    expect(await read(id)).toMatchObject({ status: 'SUBMITTED', extensions: 0 })
  })

  it('are refused while their condition does not hold, in the words of the schema', async () => {
    const { id } = await lent('Extended', 1)
    for (const version of [3, 4]) {
      expect(await desk.call('clerk', 'POST', `${lendings}/extend/${id}`, { version, dueDate: '2026-12-31' })).toMatchObject({
        status: 200,
      })
    }
    expect(await desk.refusal('clerk', 'POST', `${lendings}/extend/${id}`, { version: 5, dueDate: '2026-12-31' })).toMatchObject({
      status: 417,
      message: 'Twice at most',
    })
  })

  it('write what they ask under the name of a field, and leave it when it is not answered', async () => {
    const { id } = await lent('Asked', 1)
    const before = await read(id)
    const { body } = await desk.call('clerk', 'POST', `${lendings}/extend/${id}`, { version: 3, dueDate: '2027-01-15', contact: '' })
    expect(body).toMatchObject({ dueDate: '2027-01-15', contact: before['contact'], extensions: 1, status: 'LENT', version: 4 })
    expect((await history(id)).at(-1)).toMatchObject({
      action: 'extend',
      changes: [
        { field: 'dueDate', before: '2026-12-20', after: '2027-01-15' },
        { field: 'extensions', before: '0', after: '1' },
      ],
    })
    expect((await history(id)).at(-1)).not.toHaveProperty('to')
  })

  it('empty by name what they ask, and keep to what is there where a default would say otherwise', async () => {
    const { id } = await lent('Emptied', 1)
    await desk.call('boss', 'POST', `${lendings}/extend/${id}`, { version: 3, dueDate: '2027-01-15', contact: 'by mail' })
    const { body } = await desk.call('boss', 'POST', `${lendings}/extend/${id}`, { version: 4, dueDate: '2027-01-20', clear: ['contact'] })
    expect(body).toMatchObject({ contact: null, dueDate: '2027-01-20', version: 5 })
    const unsaid = await desk.refusal('boss', 'POST', `${lendings}/extend/${id}`, { version: 5, clear: ['dueDate', 'kind'] })
    expect(unsaid.message).toBe('Twice at most')
    const wrong = await lent('Emptied wrongly', 1)
    const refusal = await desk.refusal('boss', 'POST', `${lendings}/extend/${wrong.id}`, { version: 3, clear: ['dueDate', 'kind'] })
    expect(rulesOf(refusal)).toEqual({ clear: 'unknown', dueDate: 'required' })
  })

  it('judge the conditions of the record over what they change, at the field of the dialog, and nothing of them stays', async () => {
    const { id } = await lent('Too long', 1)
    const body = { version: 3, dueDate: '2027-03-01', contact: 'by mail' }
    const refusal = await desk.refusal('clerk', 'POST', `${lendings}/extend/${id}`, body)
    expect(refusal).toMatchObject({ status: 422, message: 'At most 90 days', errors: [{ path: 'dueDate', rule: 'check' }] })
    expect(await read(id)).toMatchObject({ version: 3, contact: null, dueDate: '2026-12-20', extensions: 0 })
  })

  it('are not kept from what they do by a condition that was broken before', async () => {
    const { id } = await lent('Long since', 1)
    await sql`update lending set due_date = '2027-06-01' where id = ${id}`.execute(desk.database.kysely)
    const items = itemsOf(await read(id)).map((item) => ({ id: item.id, backNow: 1 }))
    expect(await desk.call('clerk', 'POST', `${lendings}/giveBack/${id}`, { version: 3, items })).toMatchObject({
      status: 200,
      body: { status: 'RETURNED', dueDate: '2027-06-01' },
    })
  })

  it('check their dialog like a form', async () => {
    const { id } = await submitted('Dialog', 1, 1)
    expect(rulesOf(await desk.refusal('boss', 'POST', `${lendings}/refuse/${id}`, { version: 2 }))).toEqual({ opinion: 'required' })
    expect(
      rulesOf(
        await desk.refusal('boss', 'POST', `${lendings}/refuse/${id}`, {
          version: 2,
          opinion: 'x'.repeat(101),
          status: 'LENT',
          purpose: 'x',
        }),
      ),
    ).toEqual({
      opinion: 'maxLength',
      status: 'unknown',
      purpose: 'unknown',
    })
    expect(await read(id)).toMatchObject({ status: 'SUBMITTED', version: 2 })
  })

  it('need what a draft may lack', async () => {
    const member = await desk.addMember('Drafty')
    const { id } = await desk.addLending(member, [], { purpose: null })
    const problem = await desk.refusal('clerk', 'POST', `${lendings}/submit/${id}`, { version: 1 })
    expect(rulesOf(problem)).toEqual({ purpose: 'required', items: 'minRows' })
    expect(problem.status).toBe(422)
  })

  it('need what a draft may lack under a condition, of the record and of each row', async () => {
    const [bookId, other] = [await desk.addBook('Escorted', 20), await desk.addBook('Alone', 20)]
    const rows = [
      { bookId, qty: 8 },
      { bookId: other, qty: 9 },
    ]
    const { id } = await desk.addLending(await desk.addMember('Escorted'), rows, { purpose: 'visit' })
    const problem = await desk.refusal('clerk', 'POST', `${lendings}/submit/${id}`, { version: 1 })
    expect(rulesOf(problem)).toEqual({ escort: 'required', 'items.1.remark': 'required' })
    const items = rows.map((row) => ({ ...row, qty: 8 }))
    const freed = { version: 1, purpose: 'reading', items }
    expect((await desk.call('clerk', 'PATCH', `${lendings}/${id}`, freed)).status).toBe(200)
    expect((await desk.call('clerk', 'POST', `${lendings}/submit/${id}`, { version: 2 })).status).toBe(200)
  })

  it('of an older version are refused, and so are those without any', async () => {
    const { id } = await submitted('Versions', 1, 1)
    expect(await desk.refusal('boss', 'POST', `${lendings}/refuse/${id}`, { version: 1, opinion: 'no' })).toMatchObject({
      status: 409,
      code: 100409,
      current: { version: 2, updatedBy: 'Clerk' },
    })
    const without = { version: undefined, opinion: 'no' }
    const targets = [`${lendings}/refuse/${id}`, `${lendings}/extend/${id}`]
    for (const url of targets)
      expect(await desk.refusal('boss', 'POST', url, without)).toMatchObject({
        status: 422,
        errors: [{ path: 'version', rule: 'required' }],
      })
    const batch = await desk.refusal('boss', 'POST', `${lendings}/batch/submit`, { ids: [{ id, version: undefined }] })
    expect(batch).toMatchObject({ status: 422, errors: [{ path: 'version', rule: 'required' }] })
    expect(await desk.call('boss', 'POST', `${lendings}/refuse/${id}`, { version: 2, opinion: 'no' })).toMatchObject({
      status: 200,
      body: { status: 'REFUSED' },
    })
  })

  it('on records that are not seen or not there answer 404', async () => {
    const { id } = await submitted('Unseen', 1, 1)
    for (const target of [id, '99999999', '999999999999999999']) {
      expect(await desk.refusal('stranger', 'POST', `${lendings}/refuse/${target}`, { opinion: 'no' })).toMatchObject({
        status: 404,
        code: 404000,
      })
    }
  })

  it('are refused by their rule with number, words and figures, and nothing of them stays', async () => {
    const { id, bookId } = await submitted('Scarce', 2, 3)
    const counted = await desk.count('document_history')
    expect(await desk.refusal('boss', 'POST', `${lendings}/approve/${id}`, { version: 2 }, key())).toMatchObject({
      status: 417,
      code: 100501,
      message: '“Scarce” has 2 copies left',
      params: { title: 'Scarce', left: 2 },
    })
    expect(await read(id)).toMatchObject({ status: 'SUBMITTED', version: 2, opinion: null })
    expect(await book(bookId)).toEqual({ onShelf: 2, lentOut: 0, copies: 2 })
    expect(await desk.count('document_history')).toBe(counted)
  })

  it('take back what they did for the first row when the second one is refused', async () => {
    const [plenty, none] = [await desk.addBook('Plenty', 9), await desk.addBook('None', 0)]
    const lending = await desk.addLending(await desk.addMember('Half'), [
      { bookId: plenty, qty: 1 },
      { bookId: none, qty: 1 },
    ])
    await desk.call('clerk', 'POST', `${lendings}/submit/${lending.id}`, {})
    expect(await desk.refusal('boss', 'POST', `${lendings}/approve/${lending.id}`, {}, key())).toMatchObject({ code: 100501 })
    expect(await book(plenty)).toEqual({ onShelf: 9, lentOut: 0, copies: 9 })
    expect(await movements(plenty)).toHaveLength(1)
  })

  it('let the rule choose among the states that the schema allows', async () => {
    const { id } = await submitted('Waiting', 0, 1)
    const { body } = await desk.call('boss', 'POST', `${lendings}/approve/${id}`, { version: 2, waitIfNone: true }, key())
    expect(body).toMatchObject({ status: 'WAITING' })
    const row = (await desk.rows('document_history'))
      .filter(({ entity, document_id: document }) => entity === 'lending' && document === id)
      .at(-1)
    expect(row).toMatchObject({ from_state: 'SUBMITTED', to_state: 'WAITING', extra: { waitIfNone: true } })
  })

  it('let their rule answer what becomes of the record, not write it by itself', async () => {
    const { id } = await submitted('Forged', 1, 1)
    const { status } = await desk.call('boss', 'POST', `${lendings}/approve/${id}`, { version: 2, opinion: 'forged' }, key())
    expect(status).toBe(500)
    expect(await read(id)).toMatchObject({ status: 'SUBMITTED', version: 2, extensions: 0 })
  })

  it('that move goods need an idempotency key', async () => {
    const { id } = await submitted('Keyless', 1, 1)
    expect(await desk.refusal('boss', 'POST', `${lendings}/approve/${id}`, { version: 2 })).toMatchObject({ status: 400, code: 400001 })
    expect(await read(id)).toMatchObject({ status: 'SUBMITTED' })
  })

  describe('that ask by rows', () => {
    it('give the rule the answers, write cells of the row, and keep sums right', async () => {
      const { id, bookId } = await lent('Rows', 3)
      const [item] = itemsOf(await read(id))
      const { body } = await desk.call('clerk', 'POST', `${lendings}/giveBack/${id}`, {
        version: 3,
        items: [{ id: item?.id, backNow: 2, remark: 'wet' }],
      })
      expect(body).toMatchObject({ status: 'LENT', items: [{ returned: 2, remark: 'wet', qty: 3 }], totalQty: 3 })
      expect(await book(bookId)).toEqual({ onShelf: 2, lentOut: 1, copies: 3 })

      const { body: last } = await desk.call('clerk', 'POST', `${lendings}/giveBack/${id}`, {
        version: 4,
        items: [{ id: item?.id, backNow: 1 }],
      })
      expect(last).toMatchObject({ status: 'RETURNED', opinion: 'all back', items: [{ returned: 3, remark: 'wet' }] })
      expect((await history(id)).map(({ action }) => action)).toEqual(['create', 'submit', 'approve', 'giveBack', 'NOTIFY', 'giveBack'])
    })

    it('mark the cell that is wrong', async () => {
      const { id } = await lent('Wrong rows', 3)
      const [item] = itemsOf(await read(id))
      const submitted = (items: unknown) => desk.refusal('clerk', 'POST', `${lendings}/giveBack/${id}`, { version: 3, items })
      expect(rulesOf(await submitted([{ id: item?.id }]))).toEqual({ 'items.0.backNow': 'required' })
      expect(rulesOf(await submitted([{ id: item?.id, backNow: -1, qty: 9 }]))).toEqual({
        'items.0.backNow': 'min',
        'items.0.qty': 'unknown',
      })
      expect(rulesOf(await submitted([{ id: '999999', backNow: 1 }]))).toEqual({ 'items.0': 'reference' })
      expect(rulesOf(await submitted([{ backNow: 1 }]))).toEqual({ 'items.0': 'reference' })
      expect(rulesOf(await submitted([item && { id: item.id, backNow: 1 }, item && { id: item.id, backNow: 1 }]))).toEqual({
        'items.1': 'reference',
      })
      expect(await submitted([{ id: item?.id, backNow: 4 }])).toMatchObject({ status: 417, code: 100502, message: 'Only 3 were lent' })
    })
  })

  describe('on several records', () => {
    async function drafts(count: number): Promise<{ id: string; version: number }[]> {
      const member = await desk.addMember(`Batch ${crypto.randomUUID().slice(0, 8)}`)
      const bookId = await desk.addBook('Batch', 9)
      const made: { id: string; version: number }[] = []
      for (let each = 0; each < count; each++) made.push(await desk.addLending(member, [{ bookId, qty: 1 }]))
      return made.map(({ id, version }) => ({ id, version }))
    }

    it('are done on all of them', async () => {
      const targets = await drafts(3)
      expect(await desk.call('clerk', 'POST', `${lendings}/batch/submit`, { ids: targets })).toMatchObject({
        status: 200,
        body: { ids: targets.map(({ id }) => id) },
      })
      for (const { id } of targets) expect(await read(id)).toMatchObject({ status: 'SUBMITTED', version: 2 })
    })

    it('are done on none when one refuses, which is named', async () => {
      const targets = await drafts(3)
      await desk.call('clerk', 'POST', `${lendings}/submit/${targets[1]!.id}`, {})
      const { lendingNo } = await read(targets[1]!.id)
      expect(
        await desk.refusal('clerk', 'POST', `${lendings}/batch/submit`, { ids: [targets[0], { ...targets[1], version: 2 }, targets[2]] }),
      ).toMatchObject({
        status: 417,
        code: 100410,
        message: `${String(lendingNo)}：当前状态为“Submitted”，不能Submit`,
      })
      expect(await read(targets[0]!.id)).toMatchObject({ status: 'DRAFT', version: 1 })
    })

    it.each([
      ['nothing', []],
      ['more than 200', Array.from({ length: 201 }, (_, id) => ({ id: String(id + 1) }))],
      ['a record twice', [{ id: '1' }, { id: '1' }]],
      ['a number for an id', [{ id: 1 }]],
      ['no list', '1'],
    ])('do not take %s', async (_what, ids) => {
      expect(await desk.refusal('clerk', 'POST', `${lendings}/batch/submit`, { ids })).toMatchObject({
        status: 422,
        errors: [{ path: 'ids' }],
      })
    })

    it('take what the dialog asks once for all, and the key once', async () => {
      const targets = await drafts(2)
      await desk.call('clerk', 'POST', `${lendings}/batch/submit`, { ids: targets })
      const ids = targets.map(({ id }) => ({ id, version: 2 }))
      expect(await desk.refusal('boss', 'POST', `${lendings}/batch/approve`, { ids, opinion: 'all fine' })).toMatchObject({ status: 400 })
      const headers = key()
      expect(await desk.call('boss', 'POST', `${lendings}/batch/approve`, { ids, opinion: 'all fine' }, headers)).toMatchObject({
        status: 200,
      })
      expect(await desk.call('boss', 'POST', `${lendings}/batch/approve`, { ids, opinion: 'all fine' }, headers)).toMatchObject({
        headers: { 'idempotency-replayed': 'true' },
      })
      for (const { id } of targets) expect(await read(id)).toMatchObject({ status: 'LENT', opinion: 'all fine', version: 3 })
    })

    describe('each by itself', () => {
      const each = (body: object, headers = key()) =>
        desk.call('boss', 'POST', `${lendings}/batch/approve`, { each: true, ...body }, headers)
      async function waiting(count: number) {
        const targets = await drafts(count)
        await desk.call('clerk', 'POST', `${lendings}/batch/submit`, { ids: targets })
        return targets.map(({ id }) => ({ id, version: 2 }))
      }

      it('are done where they can be, and each refusal is told with its record', async () => {
        const ids = await waiting(3)
        await desk.call('boss', 'POST', `${lendings}/approve/${ids[1]!.id}`, { version: 2 }, key())
        const { status, body } = await each({ ids: [ids[0], { ...ids[1], version: 3 }, ids[2]], opinion: 'fine' })
        expect([status, body]).toEqual([
          200,
          { ids: [ids[0]!.id, ids[2]!.id], refused: [{ id: ids[1]!.id, reason: '当前状态为“Lent”，不能Approve' }] },
        ])
        for (const { id } of [ids[0]!, ids[2]!]) expect(await read(id)).toMatchObject({ status: 'LENT', opinion: 'fine', version: 3 })
        expect(await read(ids[1]!.id)).toMatchObject({ version: 3, opinion: null })
      })

      it('are done once for their key, and go on where the first request was cut off', async () => {
        const ids = await waiting(2)
        const headers = key()
        const first = await each({ ids, opinion: 'fine' }, headers)
        expect((await each({ ids, opinion: 'fine' }, headers)).body).toEqual(first.body)
        for (const { id } of ids) expect(await read(id)).toMatchObject({ version: 3 })
        expect(await desk.refusal('boss', 'POST', `${lendings}/batch/approve`, { each: true, ids })).toMatchObject({ status: 400 })
      })

      it('are of nobody without the right, or who does not see the record', async () => {
        const ids = await waiting(1)
        expect(await desk.refusal('reader', 'POST', `${lendings}/batch/approve`, { each: true, ids }, key())).toMatchObject({ status: 403 })
        expect((await each({ ids: [...ids, { id: '999999', version: 1 }] })).body).toMatchObject({
          ids: [ids[0]!.id],
          refused: [{ id: '999999' }],
        })
      })

      it('take no other word for it, and no deletion', async () => {
        const ids = await waiting(1)
        expect(rulesOf((await each({ ids, each: 'yes' })).body)).toEqual({ each: 'type' })
        const several = { each: true, ids: [{ id: await desk.addMember('Batch kept'), version: 1 }] }
        expect(await desk.refusal('clerk', 'POST', '/api/desk/member/batch/delete', several)).toMatchObject({ status: 422 })
      })
    })

    it('delete as well', async () => {
      const ids = [{ id: await desk.addMember('Batch gone 1') }, { id: await desk.addMember('Batch gone 2') }]
      expect(await desk.call('clerk', 'POST', '/api/desk/member/batch/delete', { ids })).toMatchObject({ status: 200 })
      expect(await desk.refusal('clerk', 'GET', `/api/desk/member/${ids[0]!.id}`)).toMatchObject({ status: 404 })
    })
  })
})
