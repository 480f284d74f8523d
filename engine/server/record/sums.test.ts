import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { openRooms, roomsPlan, type Rooms } from '../testing/rooms'
import { inTransaction } from '../write/transaction'
import { sumDifferenceText, verifySums } from '../verify/verifySums'

const purchases = '/api/house/purchase'
const deliveries = '/api/house/delivery'

interface Purchase {
  id: string
  version: number
  ordered: number
  delivered: number
  open: number
  items: { id: string; article: string; qty: number; arrived: number; missing: number }[]
}

describe.each(usualTestDatabaseKinds)('sums of other records on %s', (kind) => {
  let rooms: Rooms
  let purchase: Purchase
  beforeAll(async () => {
    rooms = await openRooms(kind)
  })
  afterAll(() => rooms.close())

  const differences = async (chosen?: RawBuilder<unknown>): Promise<string[]> => {
    const texts = []
    for await (const difference of verifySums({ plan: roomsPlan, kysely: rooms.services.database.kysely }, chosen))
      texts.push(sumDifferenceText(roomsPlan, difference))
    return texts
  }
  const item = (index: number): string => purchase.items[index]?.id ?? ''
  const order = async (): Promise<Purchase> =>
    (await rooms.add(purchases, {
      branchId: rooms.branchId,
      items: [
        { article: 'Chair', qty: 10 },
        { article: 'Lamp', qty: 4 },
      ],
    })) as unknown as Purchase
  const deliver = (chairs: number, lamps = 0, of = purchase) =>
    rooms.add(deliveries, {
      purchaseId: of.id,
      items: [
        ...(chairs > 0 ? [{ purchaseItemId: of.items[0]?.id, qty: chairs }] : []),
        ...(lamps > 0 ? [{ purchaseItemId: of.items[1]?.id, qty: lamps }] : []),
      ],
    })
  const now = async (of = purchase): Promise<Purchase> => (await rooms.ask('GET', `${purchases}/${of.id}`)).body as unknown as Purchase
  const arrived = async (of = purchase): Promise<number[]> => (await now(of)).items.map((row) => row.arrived)
  const arrive = (id: string) => rooms.act(deliveries, 'arrive', id)
  beforeEach(async () => {
    purchase = await order()
  })

  it('are kept of records and of their rows as long as these count, with the formulas over them', async () => {
    const { id } = await deliver(3, 1)
    expect(await now()).toMatchObject({ delivered: 0, open: 14 })
    await arrive(id)
    expect(await now()).toMatchObject({
      delivered: 4,
      open: 10,
      version: purchase.version,
      items: [
        { arrived: 3, missing: 7 },
        { arrived: 1, missing: 3 },
      ],
    })
    await rooms.act(deliveries, 'lose', id)
    expect(await now()).toMatchObject({ delivered: 0, open: 14, items: [{ arrived: 0 }, { arrived: 0 }] })
  })

  it('follow an edit, a row that goes over to another, and a deletion', async () => {
    const { id } = await deliver(3, 1)
    await arrive(id)
    const { body } = await rooms.ask('GET', `${deliveries}/${id}`)
    const change = {
      version: body['version'],
      items: [
        { purchaseItemId: item(0), qty: 2 },
        { purchaseItemId: item(1), qty: 3 },
      ],
    }
    expect(await rooms.ask('PATCH', `${deliveries}/${id}`, change)).toMatchObject({ status: 200 })
    expect(await now()).toMatchObject({ delivered: 5, items: [{ arrived: 2 }, { arrived: 3 }] })

    const other = await order()
    const { body: moved } = await rooms.ask('GET', `${deliveries}/${id}`)
    const items = other.items.map((row) => ({ purchaseItemId: row.id, qty: 1 }))
    expect(await rooms.ask('PATCH', `${deliveries}/${id}`, { version: moved['version'], purchaseId: other.id, items })).toMatchObject({
      status: 200,
    })
    expect(await now()).toMatchObject({ delivered: 0, items: [{ arrived: 0 }, { arrived: 0 }] })
    expect(await now(other)).toMatchObject({ delivered: 2, items: [{ arrived: 1 }, { arrived: 1 }] })

    expect(await rooms.ask('DELETE', `${deliveries}/${id}`)).toMatchObject({ status: 200 })
    expect(await now(other)).toMatchObject({ delivered: 0, items: [{ arrived: 0 }, { arrived: 0 }] })
  })

  it('never pass what they may be at most; the refusal says how much there is, and nothing is stored', async () => {
    await arrive((await deliver(8)).id)
    const { id } = await deliver(3)
    expect(await arrive(id)).toMatchObject({
      status: 417,
      body: { detail: expect.stringMatching(/^PU.*：Arrived最多 10，已有 8，本次 3$/), params: { amount: '3', sum: '8', limit: '10' } },
    })
    expect(await rooms.ask('GET', `${deliveries}/${id}`)).toMatchObject({ body: { status: 'DRAFT' } })
    expect(await now()).toMatchObject({ delivered: 8 })
  })

  it('are refused in the words of the product, with the figures that it names', async () => {
    await arrive((await deliver(10, 2)).id)
    const { id } = await rooms.add(deliveries, { purchaseId: purchase.id, items: [{ qty: 3 }] })
    expect(await arrive(id)).toMatchObject({
      status: 417,
      body: { code: 100501, detail: expect.stringMatching(/^PU.* waits for 2, not 3$/), params: { left: 2, qty: 3 } },
    })
  })

  it('are refused for the row that is wanted too much of, where the whole is too much as well', async () => {
    await arrive((await deliver(10, 1)).id)
    expect(await arrive((await deliver(9)).id)).toMatchObject({
      status: 417,
      body: { params: { title: 'Arrived', sum: '10', limit: '10' } },
    })
  })

  it('may be taken back although the limit has sunk below them', async () => {
    const { id } = await deliver(8)
    await arrive(id)
    const items = (await now()).items.map((row) => ({ id: row.id, article: row.article, qty: 1 }))
    expect(await rooms.ask('PATCH', `${purchases}/${purchase.id}`, { version: purchase.version, items })).toMatchObject({ status: 200 })
    expect(await rooms.act(deliveries, 'lose', id)).toMatchObject({ status: 200 })
    expect(await now()).toMatchObject({ delivered: 0, items: [{ qty: 1, arrived: 0 }, {}] })
  })

  it('refuse rows that there are not, at the cell that names one', async () => {
    for (const purchaseItemId of ['999999999', 'no id']) {
      const items = [
        { purchaseItemId: item(0), qty: 1 },
        { purchaseItemId, qty: 1 },
      ]
      expect(await rooms.ask('POST', deliveries, { purchaseId: purchase.id, items })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'items.1.purchaseItemId', rule: 'reference' }] },
      })
    }
    // It was there when it was named.
    const { id } = await deliver(1, 1)
    const [chairs] = (await now()).items.map((row) => ({ id: row.id, article: row.article, qty: row.qty }))
    expect(await rooms.ask('PATCH', `${purchases}/${purchase.id}`, { version: purchase.version, items: [chairs] })).toMatchObject({
      status: 200,
    })
    expect(await arrive(id)).toMatchObject({ status: 422, body: { errors: [{ path: 'items.1.purchaseItemId', rule: 'reference' }] } })
    expect(await now()).toMatchObject({ delivered: 0 })
  })

  it('let nobody name a row of a record that he does not see, and let stand what others have named', async () => {
    const moment = { created_at: '2026-11-20T04:00:00.000Z', updated_at: '2026-11-20T04:00:00.000Z', version: 1 }
    const { kysely } = rooms.services.database
    const { id: branch } = await kysely
      .insertInto('branch')
      .values({ ...moment, branch_name: 'South' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const southerner = { ...rooms.keeper, scope: { branch: [String(branch)] } }
    const own = (await rooms.add(purchases, { branchId: String(branch), items: [{ article: 'Desk', qty: 5 }] })) as unknown as Purchase
    const items = (...rows: string[]) => rows.map((purchaseItemId) => ({ purchaseItemId, qty: 100 }))
    const refused = { status: 422, body: { errors: [{ path: 'items.1.purchaseItemId', rule: 'reference' }] } }
    const wanted = { purchaseId: own.id, items: items(own.items[0]!.id, item(0)) }
    expect(await rooms.ask('POST', deliveries, wanted, southerner)).toMatchObject(refused)

    const { id, version } = await rooms.add(deliveries, wanted)
    const change = (more: string[]) =>
      rooms.ask('PATCH', `${deliveries}/${id}`, { version, items: items(own.items[0]!.id, ...more) }, southerner)
    expect(await change([item(1)])).toMatchObject(refused)
    expect(await change([item(0)])).toMatchObject({ status: 200 })
  })

  it('let be taken back what was added to a row that is gone', async () => {
    const { id } = await deliver(2, 1)
    await arrive(id)
    const [chairs] = (await now()).items.map((row) => ({ id: row.id, article: row.article, qty: row.qty }))
    expect(await rooms.ask('PATCH', `${purchases}/${purchase.id}`, { version: purchase.version, items: [chairs] })).toMatchObject({
      status: 200,
    })
    expect(await rooms.act(deliveries, 'lose', id)).toMatchObject({ status: 200 })
    expect(await now()).toMatchObject({ delivered: 0, items: [{ arrived: 0 }] })
  })

  it("are nobody else's to write", async () => {
    const submitted = { version: purchase.version, delivered: 3 }
    expect(await rooms.ask('PATCH', `${purchases}/${purchase.id}`, submitted)).toMatchObject({ status: 422 })
    expect(await now()).toMatchObject({ delivered: 0 })

    // Nor a rule's, neither by its tools nor in the rows that it is given.
    const set = inTransaction(rooms.services, rooms.keeper, (tools) => tools.set('purchase', purchase.id, { delivered: 3 }))
    await expect(set).rejects.toThrow('purchase.delivered cannot be written')
    const items = purchase.items.map(({ id, qty }) => ({ id, qty, article: 'Forged' }))
    expect(await rooms.ask('PATCH', `${purchases}/${purchase.id}`, { version: purchase.version, items })).toMatchObject({ status: 500 })
    expect(await now()).toMatchObject({ delivered: 0, version: purchase.version, items: [{ arrived: 0 }, { arrived: 0 }] })
  })

  it('let of many who take at once no more through than there is', async () => {
    const waiting = await Promise.all(Array.from({ length: 8 }, () => deliver(2, 1)))
    const responses = await Promise.all(waiting.map(({ id }) => arrive(id)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(responses.filter(({ status }) => status === 417)).toHaveLength(4)
    expect(await now()).toMatchObject({ delivered: 12, items: [{ arrived: 8 }, { arrived: 4 }] })
  })

  it('are verified: one that was changed is found, with its place', async () => {
    const { id } = await deliver(3, 1)
    await arrive(id)
    expect(await differences()).toEqual([])
    const { kysely } = rooms.services.database
    const set = (statement: string) => sql.raw(statement).execute(kysely)
    await set(`update purchase set delivered = 5 where id = ${purchase.id}`)
    await set(`update purchase_items set arrived = 0 where id = ${item(0)}`)
    const label = String((await rooms.ask('GET', `${purchases}/${purchase.id}`)).body[roomsPlan.entities['purchase']?.label ?? ''])
    expect(await differences()).toEqual([
      `Purchase ${label} 的Delivered为 5，Delivery合计 4`,
      `Purchase ${label} 的Arrived为 0，Delivery合计 3`,
    ])
    expect(await differences(sql`id < 0`)).toEqual([])
    await set(`update purchase set delivered = 4 where id = ${purchase.id}`)
    await set(`update purchase_items set arrived = 3 where id = ${item(0)}`)
    expect(await differences()).toEqual([])
  })

  it('are what adding up would give, whatever is done in whatever order', async () => {
    const step = fc.record({
      what: fc.constantFrom('deliver', 'arrive', 'lose', 'delete', 'edit'),
      which: fc.nat(3),
      chairs: fc.integer({ min: 1, max: 4 }),
      lamps: fc.nat(2),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const of = await order()
        const ids: string[] = []
        for (const { what, which, chairs, lamps } of steps) {
          const id = ids[which % Math.max(ids.length, 1)]
          if (what === 'deliver' || id === undefined) ids.push((await deliver(chairs, lamps, of)).id)
          else if (what === 'delete') await rooms.ask('DELETE', `${deliveries}/${id}`)
          else if (what === 'edit') {
            const { body } = await rooms.ask('GET', `${deliveries}/${id}`)
            const items = [{ purchaseItemId: of.items[which % 2]?.id, qty: chairs }]
            await rooms.ask('PATCH', `${deliveries}/${id}`, { version: body['version'], items })
          } else await rooms.act(deliveries, what, id)
        }
        const done = await Promise.all(ids.map(async (id) => (await rooms.ask('GET', `${deliveries}/${id}`)).body))
        const rows = done.flatMap((body) => (body['status'] === 'DONE' ? (body['items'] as { purchaseItemId: string; qty: number }[]) : []))
        const sumOf = (wanted: (row: { purchaseItemId: string }) => boolean): number =>
          rows.filter(wanted).reduce((sum, { qty }) => sum + qty, 0)
        expect((await now(of)).delivered).toBe(sumOf(() => true))
        expect(await arrived(of)).toEqual(of.items.map(({ id }) => sumOf((row) => row.purchaseItemId === id)))
        expect(await differences()).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
})
