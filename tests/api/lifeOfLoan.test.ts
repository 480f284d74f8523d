import { beforeAll, expect, it } from 'vitest'
import type { RecordValues, TimelineResponse } from '../../engine/core/wire'
import type { Session } from './support/client'
import { at, pickCodeOf } from './support/fixtures'
import { describePlatform } from './support/platform'
import { approvedRedemption, calcDate, paidFor, redemptionCase, type RedeemedLoan, type RedemptionCase } from './support/redeeming'

/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000

/**
 * F1 of domain 50 from its first redemption to its end: 4,000 boxes on 16 April for 312,136.54, of which 12,136.54 come from the deposit, then the
 * 6,000 that are left; each leaves the warehouse against its code. Then nothing is owed, pledged or in stock.
 */
describePlatform(
  'the life of a loan',
  (platform) => {
    let [op, keeper, fm, manager]: Session[] = []
    let of: RedemptionCase
    let f1: RedeemedLoan
    beforeAll(async () => {
      of = await redemptionCase(platform())
      ;[op, keeper, fm, manager] = await Promise.all(['op01', 'wh01', 'fm01', 'bm01'].map((name) => platform().as(name)))
      f1 = await of.loan()
      await of.price('101.64')
    })
    const kysely = () => platform().database.kysely
    const fetched = { deliveryMode: 'SELF_PICK', plateNo: '沪A10001', calcDate }

    /** Approved, paid and checked. */
    async function redeemed(qty: string, depositOffset?: string): Promise<RecordValues> {
      const redemption = await approvedRedemption(
        platform(),
        f1.loan,
        { [f1.itemId]: qty },
        { ...fetched, ...(depositOffset === undefined ? {} : { depositOffset }) },
      )
      await paidFor(platform(), f1.loan, redemption, String(redemption['cashDue']))
      return fm!.act(at.redemptionCheck, 'approve', redemption.id, { opinion: '核对无误' })
    }

    /** The order that a redemption has made: told, picked and handed over against its code. */
    async function handedOver(redemption: RecordValues): Promise<RecordValues> {
      const { id } = await kysely()
        .selectFrom('out_order')
        .select('id')
        .where('redemption_id', '=', redemption.id)
        .executeTakeFirstOrThrow()
      const { version } = await op!.read(at.outOrder, String(id))
      await op!.ask('PATCH', `${at.outOrder}/${String(id)}`, { version, driverName: '王师傅' })
      const order = await op!.act(at.outOrder, 'submit', String(id))
      await keeper!.act(at.outOrder, 'pick', order.id)
      const goods = (order['goods'] as { id: string; qty: string }[]).map((line) => ({ id: line.id, goingQty: line.qty }))
      const givenCode = await pickCodeOf(platform(), order.id)
      const wrong = givenCode === '000000' ? '000001' : '000000'
      expect((await keeper!.tryTo(at.outOrder, 'out', order.id, { givenCode: wrong, goods })).status).toBe(417)
      return keeper!.act(at.outOrder, 'out', order.id, { givenCode, goods })
    }

    async function onHand(): Promise<number> {
      return Object.values(await of.batch(f1.batchId)).reduce<number>((sum, each) => sum + Number(each), 0)
    }

    it('E-15 gives 4,000 boxes back for 312,136.54, 12,136.54 of it from the deposit, and lets them go against their code', async () => {
      expect(await platform().violations()).toEqual([])
      await of.deposit(f1.loan, '12136.54')
      const redemption = await redeemed('4000', '12136.54')
      expect(redemption).toMatchObject({ status: 'CHECKED', totalDue: '312136.54', cashDue: '300000.00', ltvAfter: '0.5500' })
      expect(await op!.read(at.loan, f1.loan.id)).toMatchObject({ outstandingPrincipal: '335412.00', status: 'OUTSTANDING' })
      expect(await handedOver(redemption)).toMatchObject({ status: 'SIGNED', outQty: '4000.0000' })
      expect(await op!.read(at.redemption, redemption.id)).toMatchObject({ status: 'COMPLETED' })
      expect(await onHand()).toBe(6000)
      expect(await platform().violations()).toEqual([])
    })

    it('settles the loan with the rest of its goods: nothing is owed, pledged, held or in stock any more', async () => {
      const redemption = await redeemed('6000')
      // What is left of the debt, not units times price: these are the last goods.
      expect(redemption).toMatchObject({ principalDue: '335412.00', ltvAfter: '0.0000' })
      expect(await handedOver(redemption)).toMatchObject({ status: 'SIGNED', outQty: '6000.0000' })

      expect(await op!.read(at.loan, f1.loan.id)).toMatchObject({ status: 'SETTLED', outstandingPrincipal: '0.00' })
      const debts = await kysely().selectFrom('debt_note').selectAll().where('loan_id', '=', f1.loan.id).execute()
      expect(debts.length).toBeGreaterThan(0)
      for (const debt of debts) expect(debt).toMatchObject({ outstanding_principal: '0.00', unpaid_penalty: '0.00', status: 'SETTLED' })
      expect(await of.item(f1.itemId)).toMatchObject({ remain_qty: '0.0000', locked_qty: '0.0000', released_qty: '10000.0000' })
      expect(await onHand()).toBe(0)
      expect((await of.balances(f1.loan))[1]).toBe('0.00')
      const open = await kysely()
        .selectFrom('receivable')
        .select('receivable_no')
        .where('loan_id', '=', f1.loan.id)
        .where('status', 'in', ['OPEN', 'PARTIAL'])
        // The bond of this case is not asked for.
        .where('receivable_type', '<>', 'BOND')
        .execute()
      expect(open).toEqual([])
      expect(await platform().violations()).toEqual([])
    })

    it('tells its life in lanes: decisions by its own steps, goods, money, and warnings', async () => {
      const { lanes } = (await manager!.ask<TimelineResponse>('GET', `/api/timeline?entity=loan&id=${f1.loan.id}`)).body
      const entitiesOf = (lane: number): string[] => [...new Set(lanes[lane]?.map(({ record }) => record.entity))].toSorted()
      expect(entitiesOf(1)).toEqual(['outOrder', 'pledge', 'redemption'])
      expect(entitiesOf(2)).toEqual(['repayment'])
      expect(lanes[1]?.filter(({ record }) => record.entity === 'redemption')).toHaveLength(2)
      for (const { at: moment, record } of lanes.flat()) {
        expect(Date.parse(moment)).not.toBeNaN()
        expect(record.address).toMatch(/^\//)
      }
    })
  },
  { settings: { tokenLifetimeMs: 2 * aYear, tokenIdleMs: 2 * aYear } },
)
