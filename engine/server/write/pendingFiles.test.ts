import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../core/wire'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { purgeFiles } from '../uploads/uploads'
import { openDesk, type Desk, type Who } from './testing/deskServer'

const passes = '/api/desk/pass'

describe.each(usualTestDatabaseKinds)('files of a change that waits on %s', (kind) => {
  let desk: Desk
  let member: string
  let id: string
  beforeAll(async () => {
    desk = await openDesk(kind)
    member = await desk.addMember('Tom')
  })
  afterAll(() => desk?.close())

  const act = (who: Who, action: string, body: object = {}) => desk.call(who, 'POST', `${passes}/${action}/${id}`, body)
  const read = async () => (await desk.call('boss', 'GET', `${passes}/${id}`)).body
  const download = async (who: Who, file: string) =>
    (await desk.app.inject({ method: 'GET', url: `/file/download/${file}`, headers: { authorization: `Bearer ${who}` } })).statusCode
  const namesOf = (record: Record<string, unknown>) => (record['proofs'] as { name: string }[]).map(({ name }) => name)
  const fieldsOf = ({ body }: { body: unknown }) => (body as Problem).errors?.map(({ path, rule }) => `${path}: ${rule}`)

  /** A file that waits for its document. */
  async function upload(name: string, who: Who = 'clerk'): Promise<string> {
    const form = new FormData()
    form.append('file', new Blob([name.endsWith('.txt') ? 'proof' : '%PDF-1.7 proof']), name)
    const request = new Request('http://desk', { method: 'POST', body: form })
    const response = await desk.app.inject({
      method: 'POST',
      url: '/file/upload',
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { authorization: `Bearer ${who}`, 'content-type': request.headers.get('content-type') ?? '' },
    })
    return response.json<{ id: string }>().id
  }
  /** A day on, when what waits for no document any more is gone. */
  async function purge(): Promise<void> {
    const { now } = desk.time
    desk.time.now = new Date(Date.parse(now) + 3 * 86_400_000).toISOString()
    await purgeFiles(desk.services)
    desk.time.now = now
  }

  /** A pass in force with one proof. */
  let first: string
  beforeEach(async () => {
    const pass = { passName: 'P', branchId: desk.branches.north, memberId: member, books: 2, validUntil: '2026-12-31' }
    id = String((await desk.call('clerk', 'POST', passes, pass)).body['id'])
    await act('clerk', 'submit')
    await act('boss', 'approve')
    first = await upload('first.pdf')
    await act('clerk', 'change', { proofs: [first], opinion: 'the proof' })
    await act('boss', 'approve')
  })

  it('are kept for who decides, and no files of the field before that', async () => {
    expect(await read()).toMatchObject({ status: 'VALID', proofs: [{ id: first }], pendingChange: null })
    const second = await upload('second.pdf')
    const asked = await act('clerk', 'change', { proofs: [first, { id: second, name: 'any' }], opinion: 'one more' })
    expect(asked.body).toMatchObject({
      status: 'CHECKING',
      proofs: [{ id: first, name: 'first.pdf' }],
      pendingChange: {
        values: { proofs: [{ id: first }, { id: second, name: 'second.pdf', size: 14, type: 'application/pdf' }] },
        changes: [
          { field: 'proofs', title: 'Proofs', before: 'first.pdf', after: 'first.pdf、second.pdf', files: [{ id: first }, { id: second }] },
        ],
      },
    })
    await purge()
    expect([await download('boss', second), await download('stranger', second)]).toEqual([200, 404])
    // It stands in its request, and is taken away by nothing else.
    expect(await desk.refusal('clerk', 'POST', '/api/file/attach/remove', { id: second })).toMatchObject({ status: 403 })

    expect(namesOf((await act('boss', 'approve')).body)).toEqual(['first.pdf', 'second.pdf'])
    expect(await read()).toMatchObject({ status: 'VALID', pendingChange: null })
    const { body: history } = await desk.call<Record<string, unknown>[]>('boss', 'GET', `${passes}/history/${id}`)
    const told = { field: 'proofs', title: 'Proofs', before: 'first.pdf', after: 'first.pdf、second.pdf' }
    expect(history.slice(-2).map(({ changes }) => changes)).toEqual([[told], [told]])
  })

  it('take the place of those that are not named again, whose contents go', async () => {
    const second = await upload('second.pdf')
    await act('clerk', 'change', { proofs: [second], opinion: 'another' })
    expect(namesOf(await read())).toEqual(['first.pdf'])
    expect(namesOf((await act('boss', 'approve')).body)).toEqual(['second.pdf'])
    await purge()
    expect([await download('clerk', first), await download('boss', second)]).toEqual([404, 200])

    const emptied = await act('clerk', 'change', { clear: ['proofs'], opinion: 'none' })
    expect(emptied.body['pendingChange']).toMatchObject({ values: {}, clear: ['proofs'], changes: [{ before: 'second.pdf', after: null }] })
    expect((await act('boss', 'approve')).body).toMatchObject({ proofs: [] })
  })

  it.each(['reject', 'withdraw'])('are given up when the change comes to nothing (%s)', async (action) => {
    const second = await upload('second.pdf')
    await act('clerk', 'change', { proofs: [second], opinion: 'another' })
    const ended = await act(action === 'reject' ? 'boss' : 'clerk', action, action === 'reject' ? { opinion: 'no' } : {})
    expect(ended.body).toMatchObject({ status: 'VALID', proofs: [{ id: first }], pendingChange: null })
    expect(await download('boss', second)).toBe(404)
    await purge()
    expect([await download('clerk', second), await download('clerk', first)]).toEqual([404, 200])
  })

  it('are the sender’s own, of the right kind, not too many, and a change', async () => {
    const change = (proofs: unknown) => act('clerk', 'change', { proofs, opinion: 'more' })
    expect(fieldsOf(await change([await upload('other.pdf', 'boss')]))).toEqual(['proofs: file'])
    expect(fieldsOf(await change([await upload('text.txt')]))).toEqual(['proofs: accept'])
    expect(fieldsOf(await change([first, await upload('b.pdf'), await upload('c.pdf')]))).toEqual(['proofs: maxCount'])
    expect((await change([first])).status).toBe(417)
    // The form itself saves none.
    const { version } = await read()
    expect((await desk.call('clerk', 'PATCH', `${passes}/${id}`, { version, proofs: [first] })).status).toBe(422)
    // Two in place of one are no more than two.
    expect((await change([await upload('b.pdf'), await upload('c.pdf')])).status).toBe(200)
  })
})
