import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry, PrintResponse } from '../../core/wire'
import { deskPlan } from '../write/testing/desk'
import { openDesk, type Desk, type Who } from '../write/testing/deskServer'

let desk: Desk
let draft: string
let lent: string
beforeAll(async () => {
  desk = await openDesk('pglite')
  const member = await desk.addMember('Anna')
  const book = await desk.addBook('Wild grass', 5)
  const added = async () => (await desk.addLending(member, [{ bookId: book, qty: 2 }])).id
  draft = await added()
  lent = await added()
  await desk.database.kysely.updateTable('lending').set({ status: 'LENT' }).where('id', '=', lent).execute()
})
afterAll(() => desk.close())

const url = '/api/desk/lending/print'
async function printed(name: string, ids: string, who: Who = 'clerk'): Promise<PrintResponse> {
  const { status, body } = await desk.call<PrintResponse>(who, 'GET', `${url}/${name}?ids=${ids}`)
  expect(status).toBe(200)
  return body
}
async function historyOf(id: string): Promise<HistoryEntry[]> {
  const { body } = await desk.call<HistoryEntry[]>('clerk', 'GET', `/api/desk/lending/history/${id}`)
  return body.filter(({ action }) => action === 'print')
}

describe('a print template', () => {
  it('is answered with what it prints of the records and nothing else, who prints and when', async () => {
    const { print, records, by, at } = await printed('slip', lent)
    expect(print).toMatchObject({ title: 'Slip', paper: { size: 'A5', landscape: true, margin: 12 }, copies: ['Desk', 'Member'] })
    expect({ by, at }).toEqual({ by: 'Clerk', at: desk.time.now })
    const [record] = records
    expect(Object.keys(record ?? {}).toSorted()).toEqual(
      ['dueDate', 'id', 'items', 'lendingNo', 'memberId', 'memberName', 'status', 'totalFee'].toSorted(),
    )
    // `price` is read by a condition.
    expect(record?.['items']).toEqual([{ id: expect.any(String) as string, bookTitle: 'Wild grass', qty: 2, price: '1.00' }])
  })

  it('answers several records in the order they are asked for', async () => {
    expect((await printed('note', `${lent},${draft},${lent}`)).records.map(({ id }) => id)).toEqual([lent, draft])
  })

  it('is for records for which its condition holds, when it is read and when it is printed', async () => {
    const problem = await desk.refusal('clerk', 'GET', `${url}/slip?ids=${lent},${draft}`)
    expect(problem.status).toBe(417)
    expect(problem.detail).toContain('Slip')
    expect((await desk.refusal('clerk', 'POST', `${url}/slip`, { ids: [lent, draft] })).status).toBe(417)
    expect(await historyOf(lent)).toEqual([])
  })

  it('says in the history who has printed what and when, of every record', async () => {
    expect((await desk.call('clerk', 'POST', `${url}/note`, { ids: [draft, lent] })).body).toEqual({ ids: [draft, lent] })
    for (const id of [draft, lent])
      expect(await historyOf(id)).toMatchObject([{ actionTitle: '打印“Note”', operator: 'Clerk', at: desk.time.now }])
  })

  it('is for who has the button and sees the record', async () => {
    for (const [method, address, body] of [
      ['GET', `${url}/note?ids=${draft}`, undefined],
      ['POST', `${url}/note`, { ids: [draft] }],
    ] as const) {
      expect((await desk.call('nobody', method, address, body)).status).toBe(401)
      expect((await desk.call('reader', method, address, body)).status).toBe(403)
      expect((await desk.call('stranger', method, address, body)).status).toBe(404)
    }
    expect(await historyOf(draft)).toHaveLength(1)
  })

  it.each([
    '',
    '?ids=',
    '?ids=1;2',
    '?ids=-1',
    "?ids=1' or 1=1",
    `?ids=${Array.from({ length: 51 }, (_, id) => id + 1).join(',')}`,
    '?ids=1&more=1',
  ])('refuses a request that names no records: %s', async (query) => {
    expect((await desk.call('clerk', 'GET', encodeURI(`${url}/note${query}`))).status).toBe(422)
  })

  it('has an endpoint by its own name alone, and is in the contract with its fields', async () => {
    expect((await desk.call('clerk', 'GET', `${url}/other?ids=${draft}`)).status).toBe(404)
    const { body } = await desk.call('boss', 'GET', '/api/contract')
    const { get, post } = (body['paths'] as Record<string, Record<string, Record<string, unknown>>>)[`${url}/slip`]!
    expect([get?.['x-permission'], post?.['x-permission']]).toEqual(
      Array(2).fill(deskPlan.screens['desk/lending']!.actions['print']!.permission),
    )
    const answered = JSON.stringify(get?.['responses'])
    for (const name of ['memberName', 'totalFee', 'bookTitle']) expect(answered).toContain(`"${name}"`)
    expect(answered).not.toContain('contact')
  })
})
