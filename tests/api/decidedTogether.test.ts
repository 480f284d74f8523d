import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

const url = `${at.collateralPrice}/batch/approve`
const opinion = '同意'

/** Several prices decided on at once: each by itself, each refusal told with its row, nothing twice. */
describePlatform('prices decided on together', (platform) => {
  /** Prices of one day each, submitted. */
  async function submitted(goodsNo: string, days: readonly string[]): Promise<RecordValues[]> {
    const operator = await platform().as('op01')
    const goodsId = await platform().idOf('goods', 'goods_no', goodsNo)
    const prices = []
    for (const priceDate of days) {
      const of = { goodsId, priceSource: 'APPRAISAL', priceDate, currency: 'CNY', price: '100', exchangeRate: '1' }
      const { id } = await operator.add(at.collateralPrice, of)
      prices.push(await operator.act(at.collateralPrice, 'submit', id))
    }
    return prices
  }
  const statesOf = (session: Session, prices: readonly RecordValues[]) =>
    Promise.all(prices.map(async ({ id }) => (await session.read(at.collateralPrice, id))['status']))
  const decide = (session: Session, prices: readonly RecordValues[], more: object = {}, key = randomUUID()) =>
    session.ask('POST', url, { ids: prices.map(({ id, version }) => ({ id, version })), opinion, ...more }, { 'Idempotency-Key': key })

  it('are approved where they can be; one that four eyes withhold and one that has changed are named with their reasons', async () => {
    const prices = await submitted('SP000041', ['2026-11-16', '2026-11-17', '2026-11-18'])
    const [one, own, stale] = prices as [RecordValues, RecordValues, RecordValues]
    const risk = await platform().as('rk01')
    const { kysely } = platform().database
    await sql`update collateral_price set submitted_by_id = (select id from app_user where user_name = 'rk01') where id = ${own.id}`.execute(
      kysely,
    )
    const asked = [one, own, { ...stale, version: Number(stale['version']) - 1 }]

    // All or nothing, as batches are that do not ask for each.
    expect((await decide(risk, asked)).status).toBeGreaterThanOrEqual(400)
    expect(await statesOf(risk, prices)).toEqual(['AUDITING', 'AUDITING', 'AUDITING'])

    const key = randomUUID()
    const { status, body } = await decide(risk, asked, { each: true }, key)
    expect([status, body.ids]).toEqual([200, [one.id]])
    expect(body.refused.map(({ id }: { id: string }) => id)).toEqual([own.id, stale.id])
    expect(body.refused.every(({ reason }: { reason: string }) => /[一-鿿]/.test(reason))).toBe(true)
    const [decided, ...waiting] = await statesOf(risk, prices)
    expect(decided).not.toBe('AUDITING')
    expect(waiting).toEqual(['AUDITING', 'AUDITING'])

    // Asked again because the answer was lost: nothing happens twice.
    expect((await decide(risk, asked, { each: true }, key)).body).toEqual(body)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from document_history
      where entity = 'collateralPrice' and document_id = ${one.id} and action = 'approve'`.execute(kysely)
    expect(rows).toEqual([{ count: 1 }])
  })

  it('are left as they are by who has no right to decide, and by a request that says anything else of each', async () => {
    const prices = await submitted('SP000042', ['2026-11-16', '2026-11-17'])
    const [operator, risk] = [await platform().as('op01'), await platform().as('rk01')]
    expect((await decide(operator, prices, { each: true })).status).toBe(403)
    expect((await decide(await platform().as('au01'), prices, { each: true })).status).toBe(403)
    for (const each of [false, 'yes', 1]) expect((await decide(risk, prices, { each })).status).toBe(422)
    expect((await risk.ask('POST', url, { each: true, ids: [], opinion })).status).toBeGreaterThanOrEqual(400)
    // Of what is out of sight nothing is said but that it is not there, as for one.
    expect(
      (
        await decide(
          risk,
          [
            { id: '999999998', version: 1 },
            { id: '999999999', version: 1 },
          ],
          { each: true },
        )
      ).status,
    ).toBe(404)
    // What is no decision is done on all of them or on none.
    const submit = { ids: prices.map(({ id, version }) => ({ id, version })), each: true }
    const refused = await operator.ask('POST', `${at.collateralPrice}/batch/submit`, submit, { 'Idempotency-Key': randomUUID() })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
    expect(await statesOf(risk, prices)).toEqual(['AUDITING', 'AUDITING'])
  })
})
