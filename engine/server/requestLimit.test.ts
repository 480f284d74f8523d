import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from './database/testDatabase'
import { limitRequests, networkOf, purgeRequestCounts, type LimitRequests } from './requestLimit'
import { openLibrary, type LibraryDatabase } from './testing/libraryDatabase'

const from = (ip: string): FastifyRequest => ({ ip }) as FastifyRequest

describe.each(usualTestDatabaseKinds)('limits of requests (%s)', (kind) => {
  let library: LibraryDatabase
  beforeAll(async () => {
    library = await openLibrary(kind)
  })
  beforeEach(() => library.kysely.deleteFrom('request_count').execute())
  afterAll(() => library.close())

  const server = (name = 'upload'): LimitRequests => limitRequests(library, { name, max: 5, minutes: 10 })
  const isLetThrough = (ask: LimitRequests, ip: string): Promise<boolean> =>
    ask(from(ip)).then(
      () => true,
      (error: unknown) => {
        expect(error).toMatchObject({ status: 429 })
        return false
      },
    )

  it('hold together over servers, also for requests at the same time', async () => {
    const servers = [server(), server(), server()]
    const asked = Array.from({ length: 30 }, (_, at) => isLetThrough(servers[at % 3] as LimitRequests, '10.0.0.1'))
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(5)
    expect(await isLetThrough(server(), '10.0.0.1')).toBe(false)
    expect(await isLetThrough(server(), '10.0.0.2')).toBe(true)
    expect(await isLetThrough(server('another'), '10.0.0.1')).toBe(true)
  })

  it('say how long it takes until they are over, and then begin anew', async () => {
    const ask = server()
    for (let time = 0; time < 5; time++) await ask(from('10.0.0.1'))
    const refusal: unknown = await server()(from('10.0.0.1')).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 429, extras: { retryAfter: 600 } })
    await sql`update request_count set ends_at = clock_timestamp() - interval '1 millisecond'`.execute(library.kysely)
    expect(await isLetThrough(ask, '10.0.0.1')).toBe(true)
    expect(await library.kysely.selectFrom('request_count').select('requests').execute()).toEqual([{ requests: 1 }])
  })

  it('tell once of who asks too often, over servers and until it begins anew', async () => {
    const told: string[] = []
    const limit = { name: 'told', max: 2, minutes: 10, onExceeded: ({ ip }: FastifyRequest) => void told.push(ip) }
    const servers = [limitRequests(library, limit), limitRequests(library, limit)]
    const askAll = () =>
      Promise.all(Array.from({ length: 12 }, (_, at) => isLetThrough(servers[at % 2] as LimitRequests, `10.0.0.${at % 3}`)))
    await askAll()
    expect(told.toSorted()).toEqual(['10.0.0.0', '10.0.0.1', '10.0.0.2'])
    await askAll()
    expect(told).toHaveLength(3)
    await sql`update request_count set ends_at = clock_timestamp() - interval '1 millisecond'`.execute(library.kysely)
    const another = limitRequests(library, limit)
    for (let time = 0; time < 5; time++) await isLetThrough(another, '10.0.0.1')
    expect(told.slice(3)).toEqual(['10.0.0.1'])
  })

  it('cost the database nothing more once somebody has asked too often', async () => {
    const ask = server()
    for (let time = 0; time < 6; time++) await isLetThrough(ask, '10.0.0.1')
    await library.kysely.deleteFrom('request_count').execute()
    expect(await isLetThrough(ask, '10.0.0.1')).toBe(false)
    expect(await library.kysely.selectFrom('request_count').selectAll().execute()).toEqual([])
  })

  it('are forgotten when their time is over', async () => {
    await server()(from('10.0.0.1'))
    await server()(from('10.0.0.2'))
    await sql`update request_count set ends_at = clock_timestamp() - interval '1 millisecond' where key = '10.0.0.1'`.execute(
      library.kysely,
    )
    await purgeRequestCounts(library)
    expect(await library.kysely.selectFrom('request_count').select('key').execute()).toEqual([{ key: '10.0.0.2' }])
  })
})

it.each([
  ['10.2.0.1', '10.2.0.1'],
  ['::ffff:10.2.0.1', '10.2.0.1'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:0DB8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
