import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileProduct } from '../core/compile'
import { librarySources } from '../core/testing/library'
import type { Where } from '../core/where'
import { constantWhere } from './constantWhere'
import { testDatabaseKinds } from './database/testDatabase'
import { entityTables } from './entityTables'
import { openRooms, roomsPlan, type Rooms } from './testing/rooms'

const booking = '/api/house/booking'
const day = { fromDay: '2026-12-01' }

describe.each(testDatabaseKinds)('unique keys on %s', (kind) => {
  let rooms: Rooms
  let roomId: string
  beforeAll(async () => {
    rooms = await openRooms(kind)
    roomId = (await rooms.add('/api/house/room', { roomName: 'Red', branchId: rooms.branchId })).id
  })
  afterAll(() => rooms.close())

  const duplicate = { status: 422, body: { errors: [{ rule: 'unique' }] } }

  it('counts empty values of several fields as equal', async () => {
    const room = { roomName: 'Red', branchId: rooms.branchId }
    expect(await rooms.ask('POST', '/api/house/room', room)).toMatchObject({
      status: 422,
      body: { code: 100411, errors: [{ path: 'roomName', rule: 'unique', params: { fields: ['roomName', 'wing', 'branchId'] } }] },
    })
    await rooms.add('/api/house/room', { ...room, wing: 'East' })
  })
  it('counts only records whose life has not ended', async () => {
    const first = await rooms.add(booking, { roomId, locker: 'A', ...day })
    expect(await rooms.ask('POST', booking, { roomId, locker: 'A', ...day })).toMatchObject({
      status: 422,
      body: { code: 100411, errors: [{ path: 'roomId', rule: 'unique', params: { fields: ['roomId', 'locker'] } }] },
    })
    expect(await rooms.act(booking, 'cancel', first.id)).toMatchObject({ status: 200 })
    const second = await rooms.add(booking, { roomId, locker: 'A', ...day })
    // Another one has taken its place.
    expect(await rooms.act(booking, 'reopen', first.id)).toMatchObject(duplicate)
    await rooms.act(booking, 'cancel', second.id)
    expect(await rooms.act(booking, 'reopen', first.id)).toMatchObject({ status: 200, body: { status: 'BOOKED' } })
  })
  it('does not count rows that the condition leaves out', async () => {
    await rooms.add(booking, { roomId, ...day })
    expect(await rooms.ask('POST', booking, { roomId, ...day })).toMatchObject({ status: 200 })
  })
  it('lets through one of many at once', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => rooms.ask('POST', booking, { roomId, locker: 'B', ...day })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 11 }, () => 422)])
  })
})

describe('the table of an entity with a partial key', () => {
  const table = entityTables(roomsPlan).find(({ name }) => name === 'booking')
  it('has a unique index over the rows that it means', () => {
    expect(table?.unique).toContainEqual({
      name: 'booking_room_id_locker_key',
      columns: ['room_id', 'locker'],
      nulls: 'equal',
      where: `(("status" in ('CANCELLED', 'OVER')) is not true) and "locker" is not null`,
    })
  })
  it('keeps an index of its own for what the key answers for some rows only', () => {
    expect(table?.indexes.map(({ columns }) => columns)).toContainEqual(['room_id'])
  })
})

describe('constantWhere', () => {
  const { lending } = compileProduct(librarySources()).entities
  it.each<[Where, string]>([
    [{ deposit: { above: '1.5', atMost: 9 } }, `"deposit" > '1.5'::numeric(18,2) and "deposit" <= '9'::numeric(18,2)`],
    [{ from: { below: '2026-11-20' }, until: null }, `"from" < '2026-11-20'::date and "until" is null`],
    [{ remark: ["O'Hara", null] }, `("remark" is null or "remark" = 'O''Hara')`],
    [{ remark: { not: ['a', null] } }, `(("remark" is null or "remark" = 'a') is not true)`],
    [
      { anyOf: [{ status: 'OPEN' }, { until: { not: null }, remark: 'x' }] },
      `(("status" = 'OPEN') or ("until" is not null and "remark" = 'x'))`,
    ],
  ])('%j', (where, text) => {
    expect(constantWhere(lending!, where)).toBe(text)
  })
  it('knows neither values from around nor the day', () => {
    expect(() => constantWhere(lending!, { from: { below: { today: 0 } } })).toThrow('a key knows constants only')
  })
})
