import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseKinds } from '../database/testDatabase'
import { once, purgeIdempotencyKeys } from './idempotency'
import { openDesk, type Desk } from './testing/deskServer'
import { inWrite } from './transaction'

const members = '/api/desk/member'

describe.each(testDatabaseKinds)('idempotency keys on %s', (kind) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk?.close())

  const headers = (key: string) => ({ 'idempotency-key': key })
  const create = (name: string, key: string, who: 'clerk' | 'boss' = 'clerk') =>
    desk.call(who, 'POST', members, { memberName: name, branchId: desk.branches.north }, headers(key))

  it('make a repeated request do nothing and answer the same', async () => {
    const first = await create('Once', 'key-1')
    const counted = await desk.count('member')
    const second = await create('Once', 'key-1')
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true' })
    expect(await desk.count('member')).toBe(counted)
  })

  it('are refused for another body, another record and another route', async () => {
    const { body } = await create('Keyed', 'key-2')
    const url = `${members}/${String(body['id'])}`
    for (const response of [
      await desk.refusal('clerk', 'POST', members, { memberName: 'Other', branchId: desk.branches.north }, headers('key-2')),
      await desk.refusal('clerk', 'PATCH', url, { version: 2, age: 3 }, headers('key-2')),
      await desk.refusal('clerk', 'DELETE', url, undefined, headers('key-2')),
    ]) {
      expect(response).toMatchObject({ status: 422, type: '/problems/key-reused' })
    }
  })

  it('belong to their user', async () => {
    const first = await create('Mine', 'key-3')
    const second = await create('Yours', 'key-3', 'boss')
    expect(second.status).toBe(200)
    expect(second.body['id']).not.toBe(first.body['id'])
  })

  it('do not keep a refusal: mended, the same key does the work', async () => {
    expect(await create('', 'key-4')).toMatchObject({ status: 422 })
    const mended = await create('Mended', 'key-4')
    expect(mended).toMatchObject({ status: 200, body: { memberName: 'Mended' } })
    expect(mended.headers).not.toHaveProperty('idempotency-replayed')
  })

  it('do not keep a key whose work was rolled back by the rule', async () => {
    expect(await create('nobody', 'key-5')).toMatchObject({ status: 422 })
    expect((await desk.rows('idempotency_key')).some(({ key }) => key === 'key-5')).toBe(false)
  })

  it.each(['', 'a b', 'ü', 'x'.repeat(201)])('are refused when malformed: %j', async (key) => {
    expect(await create('Malformed', key)).toMatchObject({ status: 400 })
  })

  it('do one effect for many requests at once', async () => {
    const counted = await desk.count('member')
    const responses = await Promise.all(Array.from({ length: 10 }, () => create('Parallel', 'key-6')))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(await desk.count('member')).toBe(counted + 1)
  })

  it('are forgotten after 24 hours', async () => {
    await create('Old', 'key-7')
    const { today, now } = desk.time
    Object.assign(desk.time, { today: '2026-11-21', now: '2026-11-21T01:59:59.000Z' })
    expect((await create('Old', 'key-7')).headers).toMatchObject({ 'idempotency-replayed': 'true' })
    Object.assign(desk.time, { now: '2026-11-21T02:00:01.000Z' })
    expect(await create('New body', 'key-7')).toMatchObject({ status: 200, body: { memberName: 'New body' } })
    expect(await purgeIdempotencyKeys(desk.services)).toBeGreaterThan(0)
    expect((await desk.rows('idempotency_key')).map(({ key }) => key)).toEqual(['key-7'])
    Object.assign(desk.time, { today, now })
  })

  // One connection cannot do two requests at once.
  it.runIf(kind === 'postgres')('answer 409 while the first request is under way', async () => {
    const request = { key: 'key-8', route: 'POST /slow', body: {} }
    const [begun, over] = [signal(), signal()]
    const first = inWrite(desk.services, desk.users.clerk, (context) =>
      once(context, request, async () => {
        begun.give()
        await over.given
        return '{"done":true}'
      }),
    )
    await begun.given
    const second = inWrite(desk.services, desk.users.clerk, (context) => once(context, request, async () => '{}'))
    await expect(second).rejects.toMatchObject({ status: 409, code: 100412, kind: 'in-flight' })
    over.give()
    expect(await first).toEqual({ response: '{"done":true}', replayed: false })
  })
})

function signal(): { given: Promise<void>; give: () => void } {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}
