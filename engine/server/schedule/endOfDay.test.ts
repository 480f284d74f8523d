import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabaseKinds } from '../database/testDatabase'
import { systemUser } from '../session'
import { inTransaction } from '../write/transaction'
import { endDays, lastEndedDay, runHourly, type StepReport } from './endOfDay'
import { dueJobs } from './jobs'
import { claimDay, LostLease, type Lease } from './lease'
import { openCards, type Library } from './testing/cards'

describe.each(testDatabaseKinds)('the end of a day on %s', (kind) => {
  let library: Library
  beforeAll(async () => {
    library = await openCards(kind)
  })
  afterAll(() => library?.close())
  beforeEach(async () => {
    const { kysely } = library.database
    for (const table of ['schedule_day', 'schedule_step', 'schedule_item', 'card']) await kysely.deleteFrom(table).execute()
    library.time.today = '2026-11-21'
    library.handler.run = async () => undefined
    library.lapsing.run = async () => undefined
  })

  const reports: StepReport[] = []
  const end = async (day: string, options: object = {}) => {
    reports.length = 0
    return endDays(library.services, day, { onStep: (report) => reports.push(report), waitMs: 0, ...options })
  }
  const reported = () => reports.map(({ day, step, done, failed }) => `${day} ${step.name} ${done} ${failed}`)
  const failures = async () =>
    (
      await library.database.kysely
        .selectFrom('schedule_item')
        .selectAll()
        .where('failure', 'is not', null)
        .orderBy('document_id')
        .execute()
    ).map(({ entity, action, failure }) => `${String(entity)}/${String(action)}: ${String(failure)}`)
  const histories = async (id: string) =>
    (
      await library.database.kysely
        .selectFrom('document_history')
        .select(['action', 'operator_id', 'operator_name'])
        .where('entity', '=', 'card')
        .where('document_id', '=', id)
        .where('action', '!=', 'create')
        .execute()
    ).map(({ action, operator_id }) => `${String(action)} by ${String(operator_id)}`)

  it('takes what is due on the day, once, as the system', async () => {
    const over = await library.addCard('Tom', '2026-11-19')
    await library.addCard('Eve', '2026-11-20')
    await library.addCard('Bob', '2026-12-31', '2.50')
    expect(await end('2026-11-20')).toBe('done')
    expect(reported()).toEqual(['2026-11-20 count 0 0', '2026-11-20 lapse 1 0', '2026-11-20 fines 1 0'])
    // A card is good on its last day.
    expect(await library.cards()).toEqual({ Tom: 'LAPSED 0.00', Eve: 'VALID 0.00', Bob: 'VALID 3.50' })
    expect(await histories(over)).toEqual(['lapse by null'])
    expect(await lastEndedDay(library.services)).toBe('2026-11-20')
    // Once per day, however often it is asked for.
    expect(await end('2026-11-20')).toBe('ended')
    expect(await library.cards()).toMatchObject({ Bob: 'VALID 3.50' })
  })

  it('does the actions of a step in their order, also what only the one before has made due', async () => {
    await library.addCard('Tom', '2026-11-19')
    const eve = await library.addCard('Eve', '2026-12-31')
    library.lapsing.run = (_holder, tools) => tools.set('card', eve, { fine: '1' })
    const { plan } = library.services
    const [hourly] = plan.schedule?.steps.filter((step) => step.hourly) ?? []
    if (!plan.schedule || !hourly) throw new TypeError('no step is hourly')
    const both = { ...hourly, actions: ['lapse', 'grow'].map((action) => ({ entity: 'card', action })) }
    const services = { ...library.services, plan: { ...plan, schedule: { ...plan.schedule, steps: [both] } } }
    await runHourly(services)
    expect(await library.cards()).toEqual({ Tom: 'LAPSED 0.00', Eve: 'VALID 2.00' })
    // On the next day no card is due for `lapse`, so the step starts with `grow`.
    library.time.today = '2026-11-22'
    await runHourly(services)
    expect(await library.cards()).toEqual({ Tom: 'LAPSED 0.00', Eve: 'VALID 3.00' })
  })

  it('lists a record that refuses or breaks down, and goes on with the others', async () => {
    for (const holder of ['Ann', 'Bug', 'Tom']) await library.addCard(holder, '2026-11-01')
    expect(await end('2026-11-20')).toBe('done')
    expect(reported()).toContain('2026-11-20 lapse 1 2')
    expect(await failures()).toEqual(['card/lapse: Ann still has books', 'card/lapse: 处理时出错，详见日志'])
    expect(await library.cards()).toEqual({ Ann: 'VALID 0.00', Bug: 'VALID 0.00', Tom: 'LAPSED 0.00' })
  })

  it('lists what is due while a change of it waits, and takes it once that is decided', async () => {
    const ids = [await library.addCard('Tom', '2026-11-19'), await library.addCard('Eve', '2026-11-19')]
    const perform = (id: string, action: string, form = {}) =>
      inTransaction(library.services, systemUser, (tools) => tools.perform('card', id, action, form))
    for (const id of ids) await perform(id, 'extend', { validUntil: '2026-12-31' })
    await end('2026-11-20')
    expect(reported()).toContain('2026-11-20 lapse 0 2')
    expect(await failures()).toEqual(ids.map(() => 'card/lapse: 当前状态为“Waiting”，不能Lapse'))
    await perform(ids[0]!, 'notExtended')
    await perform(ids[1]!, 'extended')
    await end('2026-11-21')
    expect(await library.cards()).toEqual({ Tom: 'LAPSED 0.00', Eve: 'VALID 0.00' })
  })

  it('ends the days that were missed first, in their order', async () => {
    await library.addCard('Bob', '2026-12-31', '1')
    await end('2026-11-17')
    expect(await end('2026-11-20')).toBe('done')
    expect(reported().filter((line) => line.includes('fines'))).toEqual([
      '2026-11-18 fines 1 0',
      '2026-11-19 fines 1 0',
      '2026-11-20 fines 1 0',
    ])
    expect(await library.cards()).toEqual({ Bob: 'VALID 5.00' })
  })

  it('refuses a day to come and a day before the last one', async () => {
    await expect(end('2026-11-22')).rejects.toThrow('2026-11-22 尚未到来（今日 2026-11-21），不能日终')
    await end('2026-11-20')
    await expect(end('2026-11-19')).rejects.toThrow('2026-11-20 已完成日终，不能再对更早的 2026-11-19 日终')
    expect(await end('2026-11-21')).toBe('done')
  })

  it('takes up a day where a step has thrown in the middle', async () => {
    const ids = [await library.addCard('Tom', '2026-11-01', '1'), await library.addCard('Eve', '2026-11-01', '1')]
    let runs = 0
    library.handler.run = async ({ each, day }) => {
      runs++
      const counted = (id: string) => {
        if (runs === 1 && id === ids[1]) throw new Error('the middle')
        return { entity: 'card', id, action: 'count' }
      }
      await each(ids, counted, (tools, id) => tools.note('card', id, 'count', `Counted on ${day} ${tools.today}`))
    }
    await expect(end('2026-11-20')).rejects.toThrow('the middle')
    expect(await lastEndedDay(library.services)).toBeUndefined()
    // Nothing of the steps after it has happened.
    expect(await library.cards()).toEqual({ Tom: 'VALID 1.00', Eve: 'VALID 1.00' })
    expect(await end('2026-11-20')).toBe('done')
    expect(reported()).toEqual(['2026-11-20 count 2 0', '2026-11-20 lapse 2 0', '2026-11-20 fines 2 0'])
    for (const id of ids) expect(await histories(id)).toEqual(['count by null', 'lapse by null', 'grow by null'])
  })

  it('works on several records at the same time where the database can, and once more by itself on what others kept from it', async () => {
    const ids: string[] = []
    for (let index = 0; index < 45; index++) ids.push(await library.addCard(`Tom ${index}`, '2026-12-31'))
    let [busy, most] = [0, 0]
    const refusedAmong = new Set<string>()
    library.handler.run = ({ each }) =>
      each(
        ids,
        (id) => ({ entity: 'card', id, action: 'count' }),
        async (tools, id) => {
          most = Math.max(most, ++busy)
          try {
            await tools.note('card', id, 'count', 'Counted')
            if (kind === 'postgres') await expect.poll(() => most).toBeGreaterThan(1)
            // As where a row that all of them need is somebody else's.
            if (busy > 1 && !refusedAmong.has(id)) {
              refusedAmong.add(id)
              tools.refuseIf({ code: 'card.books-out', params: { holder: id } })
            }
          } finally {
            busy--
          }
        },
      )
    expect(await end('2026-11-20')).toBe('done')
    expect(reported()[0]).toBe('2026-11-20 count 45 0')
    expect([most, refusedAmong.size > 0]).toEqual(kind === 'postgres' ? [2, true] : [1, false])
    for (const id of ids) expect(await histories(id)).toEqual(['count by null'])
  })

  it('works on some together, and on each by itself where one of them is refused', async () => {
    const ids: string[] = []
    for (const holder of ['Tom', 'Ann', 'Eve']) ids.push(await library.addCard(holder, '2026-12-31'))
    const transactions = new Map<string, string>()
    const refused = new Set<string>()
    library.handler.run = ({ each }) =>
      each(
        ids,
        (id) => ({ entity: 'card', id, action: 'count' }),
        async (tools, id) => {
          const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tools.trx)
          transactions.set(id, rows[0]!.id)
          await tools.note('card', id, 'count', 'Counted')
          if (refused.has(id)) tools.refuseIf({ code: 'card.books-out', params: { holder: 'Ann' } })
        },
      )
    await end('2026-11-20')
    expect(new Set(transactions.values()).size).toBe(1)
    refused.add(ids[1]!)
    await end('2026-11-21')
    expect(new Set(transactions.values()).size).toBe(3)
    expect(reported()).toContain('2026-11-21 count 2 1')
    expect(await failures()).toEqual(['card/count: Ann still has books'])
    for (const id of ids) expect(await histories(id)).toHaveLength(refused.has(id) ? 1 : 2)
  })

  it('hands those that share a transaction to work that does them together, and each alone where one of them is refused', async () => {
    const ids: string[] = []
    for (const holder of ['Tom', 'Ann', 'Eve']) ids.push(await library.addCard(holder, '2026-12-31'))
    const handed: (readonly string[])[] = []
    const refused = new Set<string>()
    library.handler.run = ({ several }) =>
      several(
        ids,
        (id) => ({ entity: 'card', id, action: 'count' }),
        async (tools, some) => {
          handed.push(some)
          for (const id of some) await tools.note('card', id, 'count', 'Counted')
          if (some.some((id) => refused.has(id))) tools.refuseIf({ code: 'card.books-out', params: { holder: 'Ann' } })
        },
      )
    await end('2026-11-20')
    expect(handed).toEqual([ids])
    expect(reported()).toContain('2026-11-20 count 3 0')
    refused.add(ids[1]!)
    handed.length = 0
    await end('2026-11-21')
    expect(handed.map((some) => some.length)).toEqual(kind === 'postgres' ? [3, 1, 1, 1, 1] : [3, 1, 1, 1])
    expect(reported()).toContain('2026-11-21 count 2 1')
    expect(await failures()).toEqual(['card/count: Ann still has books'])
    for (const id of ids) expect(await histories(id)).toHaveLength(refused.has(id) ? 1 : 2)
  })

  it('does work on many records in one transaction, which is taken back whole', async () => {
    for (const holder of ['Tom', 'Eve']) await library.addCard(holder, '2026-12-31')
    let breaks = true
    library.handler.run = ({ together, day }) =>
      together(async ({ trx, today, user }) => {
        await trx.updateTable('card').set({ fine: '7.00' }).execute()
        if (breaks) throw new Error('the middle')
        expect([today, user]).toEqual([day, systemUser])
      })
    await expect(end('2026-11-20')).rejects.toThrow('the middle')
    expect(await library.cards()).toEqual({ Tom: 'VALID 0.00', Eve: 'VALID 0.00' })
    breaks = false
    expect(await end('2026-11-20')).toBe('done')
    expect(reported()[0]).toBe('2026-11-20 count 0 0')
    expect(await library.cards()).toEqual({ Tom: 'VALID 8.00', Eve: 'VALID 8.00' })
  })

  it('lists what is wrong and belongs to no record, until a later run of the step finds it right', async () => {
    let breaks = true
    library.handler.run = async ({ fault }) => {
      if (!breaks) return
      await fault('I-01', 'does not add up')
      await fault('I-01', 'does not add up at all')
      throw new Error('the middle')
    }
    await expect(end('2026-11-20')).rejects.toThrow('the middle')
    expect(await failures()).toEqual(['/I-01: does not add up at all'])
    breaks = false
    expect(await end('2026-11-20')).toBe('done')
    expect(await failures()).toEqual([])
    expect(reported()[0]).toBe('2026-11-20 count 0 0')
  })

  it('keeps ended steps ended when a later one breaks off', async () => {
    await library.addCard('Tom', '2026-11-01')
    await library.addCard('Bob', '2026-12-31', '1')
    let counted = 0
    library.handler.run = async () => void counted++
    const stop = new AbortController()
    await expect(
      end('2026-11-20', {
        signal: stop.signal,
        onStep: ({ step }: StepReport) => step.name === 'lapse' && stop.abort(new Error('the server stops')),
      }),
    ).rejects.toThrow('the server stops')
    expect(await library.cards()).toEqual({ Tom: 'LAPSED 0.00', Bob: 'VALID 1.00' })
    expect(await end('2026-11-20')).toBe('done')
    expect(counted).toBe(1)
    expect(reported()).toEqual(['2026-11-20 fines 1 0'])
    expect(await library.cards()).toEqual({ Tom: 'LAPSED 0.00', Bob: 'VALID 2.00' })
  })

  it('lets one of two servers end a day that both begin', async () => {
    for (let card = 0; card < 20; card++) await library.addCard(`Member ${card}`, '2026-11-01', '1')
    let begun = 0
    library.handler.run = async () => {
      begun++
      await sleep(100)
    }
    const results = await Promise.all([end('2026-11-20', { waitMs: 120_000 }), end('2026-11-20', { waitMs: 120_000 })])
    expect(results.toSorted()).toEqual(['done', 'ended'])
    expect(begun).toBe(1)
    expect(new Set(Object.values(await library.cards()))).toEqual(new Set(['LAPSED 2.00']))
  })

  it('is taken over when the one who is at it was killed, and does not disturb who is alive', async () => {
    await library.addCard('Tom', '2026-11-01')
    const killed = await claimDay(library.database, '2026-11-20', { leaseSeconds: 600 })
    expect(typeof killed).toBe('object')
    expect(await end('2026-11-20')).toBe('busy')
    // As when nobody renews it any more.
    await sql`update schedule_day set lease_until = clock_timestamp()`.execute(library.database.kysely)
    expect(await end('2026-11-20')).toBe('done')
    await expect((killed as Lease).end()).rejects.toThrow(LostLease)
    expect(await library.cards()).toEqual({ Tom: 'LAPSED 0.00' })
  })

  it('keeps a lease alive for as long as the work takes', async () => {
    let begin: () => void = () => undefined
    let finish: () => void = () => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const finished = new Promise<void>((resolve) => (finish = resolve))
    library.handler.run = async ({ signal }) => {
      begin()
      await finished
      signal.throwIfAborted()
    }
    const first = end('2026-11-20', { leaseSeconds: 2 })
    await begun
    await sleep(2_500)
    expect(await claimDay(library.database, '2026-11-20', { leaseSeconds: 2 })).toBe('busy')
    finish()
    expect(await first).toBe('done')
  })

  it('tells who has lost the day, so that he stops', async () => {
    const lease = (await claimDay(library.database, '2026-11-20', { leaseSeconds: 0.3 })) as Lease
    await sql`update schedule_day set runner = 'somebody else'`.execute(library.database.kysely)
    await expect.poll(() => lease.signal.reason as unknown).toBeInstanceOf(LostLease)
    await lease.release()
  })

  it('lets nothing happen twice when two are at the same record at the same moment', async () => {
    const id = await library.addCard('Tom', '2026-11-01')
    library.lapsing.run = () => sleep(150)
    await Promise.all([runHourly(library.services), runHourly(library.services)])
    expect(await histories(id)).toEqual(['lapse by null'])
    expect(await failures()).toEqual([])
  })

  it('passes over what somebody has done first, without a complaint', async () => {
    for (const holder of ['Tom', 'Max', 'Ida', 'Lea']) await library.addCard(holder, '2026-11-01')
    const eve = await library.addCard('Eve', '2026-11-01')
    // While the first card lapses, the last one, which is found already, is given back; those that lapse at the same time leave it to it.
    let given: () => void = () => undefined
    const isGiven = new Promise<void>((resolve) => (given = resolve))
    library.lapsing.run = async (holder, tools) => {
      if (holder !== 'Tom') return isGiven
      await tools.perform('card', eve, 'giveBack')
      given()
    }
    await runHourly(library.services)
    expect(await library.cards()).toMatchObject({ Tom: 'LAPSED 0.00', Lea: 'LAPSED 0.00', Eve: 'RETURNED 0.00' })
    expect(await histories(eve)).toEqual(['giveBack by null'])
    expect(await failures()).toEqual([])
  })

  it('lets a step ask about all there is, for as long as that takes', async () => {
    let asked: unknown
    library.handler.run = async ({ kysely }) => void (asked = kysely)
    await end('2026-11-20')
    expect(asked).toBe(library.database.patient)
  })

  it('does every hour the steps that are for it, for the day that it is', async () => {
    library.time.today = '2026-11-22'
    await library.addCard('Tom', '2026-11-21')
    await library.addCard('Ann', '2026-11-21', '1')
    await runHourly(library.services)
    expect(await library.cards()).toEqual({ Tom: 'LAPSED 0.00', Ann: 'VALID 1.00' })
    expect(await failures()).toEqual(['card/lapse: Ann still has books'])
    // What failed is tried again, and what has become due since is found.
    await inTransaction(library.services, systemUser, async (tools) => {
      const [ann] = await tools.find('card', { holder: 'Ann' })
      await tools.set('card', ann?.id ?? '', { holder: 'Anna' })
    })
    await library.addCard('Eve', '2026-11-21')
    await runHourly(library.services)
    expect(await library.cards()).toEqual({ Tom: 'LAPSED 0.00', Anna: 'LAPSED 1.00', Eve: 'LAPSED 0.00' })
    expect(await failures()).toEqual([])
  })

  it('is asked for by the clock: the day before, after the time of the schedule, and the hour', async () => {
    const due = async (today: string, now: string) => {
      Object.assign(library.time, { today, now })
      return (await dueJobs(library.services)).map(({ queue, key }) => `${queue}: ${key}`)
    }
    // 00:10 in Shanghai.
    expect(await due('2026-11-21', '2026-11-20T16:10:00.000Z')).toEqual([
      'schedule-day: 2026-11-19 at 2026-11-21 00',
      'schedule-hour: 2026-11-21 00',
    ])
    expect(await due('2026-11-21', '2026-11-20T16:30:00.000Z')).toEqual([
      'schedule-day: 2026-11-20 at 2026-11-21 00',
      'schedule-hour: 2026-11-21 00',
    ])
    await end('2026-11-20')
    expect(await due('2026-11-21', '2026-11-20T17:00:00.000Z')).toEqual(['schedule-hour: 2026-11-21 01'])
  })
})
