import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabaseKinds } from '../database/testDatabase'
import { openRooms, type Rooms } from '../testing/rooms'
import { inTransaction } from '../write/transaction'

const visits = '/api/house/visit'
const fees = '/api/house/fee'
const rates = '/api/house/rate'

describe.each(testDatabaseKinds)('periods on %s', (kind) => {
  let rooms: Rooms
  let count = 0
  let roomId: string
  beforeAll(async () => {
    rooms = await openRooms(kind)
  })
  afterAll(() => rooms.close())
  beforeEach(async () => {
    roomId = (await rooms.add('/api/house/room', { roomName: `Room ${++count}`, branchId: rooms.branchId })).id
  })

  const at = (time: string): string => `2026-12-01T${time}:00+08:00`
  const visit = (from: string, until: string): object => ({ visitor: 'Ann', roomId, beginAt: at(from), endAt: at(until) })
  const overlap = (path: string) => ({ status: 422, body: { errors: [{ path, rule: 'interval' }] } })

  describe('of moments', () => {
    it('must not overlap, and may touch', async () => {
      await rooms.add(visits, visit('09:00', '10:00'))
      await rooms.add(visits, visit('10:00', '11:00'))
      expect(await rooms.ask('POST', visits, visit('10:59', '12:00'))).toMatchObject({
        status: 422,
        body: {
          errors: [
            {
              path: 'beginAt',
              rule: 'interval',
              detail: '“Begin”与已有记录的时段（2026-12-01 10:00:00 至 2026-12-01 11:00:00）重叠',
            },
          ],
        },
      })
      expect(await rooms.ask('POST', visits, visit('08:00', '12:00'))).toMatchObject(overlap('beginAt'))
    })
    it('are judged by room', async () => {
      await rooms.add(visits, visit('09:00', '10:00'))
      const other = await rooms.add('/api/house/room', { roomName: `Room ${++count}`, branchId: rooms.branchId })
      expect(await rooms.ask('POST', visits, { ...visit('09:00', '10:00'), roomId: other.id })).toMatchObject({ status: 200 })
    })
    it('are judged again when they change, and not against themselves', async () => {
      const first = await rooms.add(visits, visit('09:00', '10:00'))
      await rooms.add(visits, visit('10:00', '11:00'))
      const later = { version: first['version'], endAt: at('10:01') }
      expect(await rooms.ask('PATCH', `${visits}/${first.id}`, later)).toMatchObject(overlap('beginAt'))
      expect(await rooms.ask('PATCH', `${visits}/${first.id}`, { ...later, endAt: at('09:30') })).toMatchObject({ status: 200 })
    })
    it('count while their record lives, and again when it is opened anew', async () => {
      const first = await rooms.add(visits, visit('09:00', '10:00'))
      expect(await rooms.act(visits, 'cancel', first.id)).toMatchObject({ status: 200 })
      const second = await rooms.add(visits, visit('09:00', '10:00'))
      expect(await rooms.act(visits, 'reopen', first.id)).toMatchObject(overlap('beginAt'))
      await rooms.act(visits, 'cancel', second.id)
      expect(await rooms.act(visits, 'reopen', first.id)).toMatchObject({ status: 200 })
    })
    it('end after they begin: another order would overlap nothing', async () => {
      expect(await rooms.ask('POST', visits, visit('10:00', '09:00'))).toMatchObject(overlap('endAt'))
      expect(await rooms.ask('POST', visits, visit('10:00', '10:00'))).toMatchObject(overlap('endAt'))
    })
    it('say nothing of a record that is out of sight', async () => {
      const hidden = await rooms.add('/api/house/room', { roomName: `Room ${++count}`, branchId: rooms.branchId })
      await rooms.add(visits, { ...visit('09:00', '10:00'), roomId: hidden.id })
      const stranger = { ...rooms.keeper, scope: { branch: ['999'] } }
      // The choice of the room is refused to him already; a rule that acts for him is told no more.
      const asked = inTransaction(rooms.services, stranger, (tools) =>
        tools.create('visit', { ...visit('09:00', '10:00'), roomId: hidden.id }),
      )
      await expect(asked).rejects.toMatchObject({ extras: { errors: [{ detail: '“Begin”与已有记录的时段重叠' }] } })
    })
    it('let through one of many who write at once', async () => {
      const responses = await Promise.all(Array.from({ length: 12 }, () => rooms.ask('POST', visits, visit('09:00', '10:00'))))
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 11 }, () => 422)])
    })
    it('may be exchanged in one transaction', async () => {
      const [early, late] = [await rooms.add(visits, visit('09:00', '10:00')), await rooms.add(visits, visit('10:00', '11:00'))]
      await inTransaction(rooms.services, rooms.keeper, async (tools) => {
        await tools.set('visit', early.id, { beginAt: at('10:00'), endAt: at('11:00') })
        await tools.set('visit', late.id, { beginAt: at('09:00'), endAt: at('10:00') })
      })
      expect((await rooms.ask('GET', `${visits}/${early.id}`)).body['beginAt']).toBe('2026-12-01T02:00:00.000Z')
    })
  })

  describe('of days', () => {
    let wing: string
    beforeEach(() => {
      wing = `Wing ${++count}`
    })
    const fee = (fromDay: string, untilDay?: string, more: object = {}): object => ({
      branchId: rooms.branchId,
      wing,
      amount: '1.00',
      fromDay: `2026-12-${fromDay}`,
      ...(untilDay ? { untilDay: `2026-12-${untilDay}` } : {}),
      ...more,
    })

    it('count to their last day, and for ever without one', async () => {
      await rooms.add(fees, fee('01', '10'))
      expect(await rooms.ask('POST', fees, fee('10', '20'))).toMatchObject(overlap('fromDay'))
      await rooms.add(fees, fee('11'))
      expect(await rooms.ask('POST', fees, fee('31'))).toMatchObject({
        status: 422,
        body: { errors: [{ detail: '“From”与已有记录的时段（2026-12-11 至 长期）重叠' }] },
      })
    })
    it('count an empty part of their key as equal', async () => {
      await rooms.add(fees, { ...fee('01', '10'), wing: undefined })
      expect(await rooms.ask('POST', fees, { ...fee('05', '06'), wing: undefined })).toMatchObject(overlap('fromDay'))
    })
    it('leave no gap where they are unbroken', async () => {
      await rooms.add(fees, fee('01', '10'))
      expect(await rooms.ask('POST', fees, fee('12', '20'))).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'fromDay', detail: '“From”使时段中断：2026-12-10 与 2026-12-12 之间没有有效记录' }] },
      })
      await rooms.add(fees, fee('11', '20'))
    })
    it('leave none when one goes from the middle, and may lose their first and last', async () => {
      const [first, middle, last] = [
        await rooms.add(fees, fee('01', '10')),
        await rooms.add(fees, fee('11', '20')),
        await rooms.add(fees, fee('21', '31')),
      ]
      expect(await rooms.ask('DELETE', `${fees}/${middle.id}`, { version: 1 })).toMatchObject(overlap('fromDay'))
      expect(await rooms.ask('PATCH', `${fees}/${middle.id}`, { version: 1, valid: false })).toMatchObject(overlap('fromDay'))
      expect(await rooms.ask('PATCH', `${fees}/${middle.id}`, { version: 1, wing: 'Elsewhere' })).toMatchObject(overlap('fromDay'))
      expect(await rooms.ask('DELETE', `${fees}/${first.id}`, { version: 1 })).toMatchObject({ status: 200 })
      expect(await rooms.ask('DELETE', `${fees}/${last.id}`, { version: 1 })).toMatchObject({ status: 200 })
    })
    it('last until the next one where they say so, and are open for ever as the last', async () => {
      await rooms.add(rates, fee('01'))
      const later = await rooms.add(rates, fee('11'))
      expect(await rooms.ask('POST', rates, fee('05', '11'))).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'fromDay', detail: '“From”与已有记录的时段（2026-12-11 至 长期）重叠' }] },
      })
      await rooms.add(rates, fee('05', '10'))
      // The one in the middle ends on the 10th by itself; earlier, it would leave a gap.
      expect(await rooms.ask('POST', rates, fee('21', '25'))).toMatchObject({ status: 200 })
      expect(await rooms.ask('DELETE', `${rates}/${later.id}`, { version: 1 })).toMatchObject(overlap('fromDay'))
    })
    it('do not count rows that the condition leaves out', async () => {
      await rooms.add(fees, fee('01', '10'))
      await rooms.add(fees, fee('05', '25', { valid: false }))
      expect(await rooms.ask('POST', fees, fee('20', '25', { valid: false }))).toMatchObject({ status: 200 })
    })
  })
})
