import { expect, it } from 'vitest'
import type { TimelineResponse } from '../../engine/core/wire'
import { accountsWith } from './support/accounts'
import type { Session } from './support/client'
import { describePlatform } from './support/platform'

/** The life of a loan, by what each account may see. */
describePlatform('the timeline of a loan', (platform) => {
  const timelineOf = async (session: Session, id: string): Promise<TimelineResponse> =>
    (await session.ask<TimelineResponse>('GET', `/api/timeline?entity=loan&id=${id}`)).body
  const statusOf = async (session: Session, query: string): Promise<number> => (await session.ask('GET', `/api/timeline${query}`)).status

  /** A loan of the demo data that has been paid out. */
  async function paidLoan(): Promise<string> {
    const manager = await platform().as('bm01')
    const { body } = await manager.ask<{ records: { id: string }[] }>('GET', '/api/finance/loan/list?status=OUTSTANDING&pageSize=1')
    return body.records[0]?.id ?? ''
  }

  it('has what has happened in its lane, the earliest first, with where each opens, and the water line day by day', async () => {
    const manager = await platform().as('bm01')
    const { lanes, line } = await timelineOf(manager, await paidLoan())
    const [steps, goods, money] = lanes
    // The history of the record, which its own page has.
    expect(steps).toEqual([])
    expect(goods?.map(({ record }) => record.entity)).toContain('pledge')
    expect(money?.map(({ record }) => record.entity)).toContain('loanPayment')
    for (const lane of lanes) expect(lane.map(({ at }) => at)).toEqual(lane.map(({ at }) => at).toSorted())
    expect(money?.[0]?.record.address).toMatch(/^\/financeLoan/)
    expect(line?.length).toBeGreaterThan(0)
    expect(line?.map(({ at }) => at)).toEqual(line?.map(({ at }) => at).toSorted())
    expect(line?.[0]?.values).toHaveLength(4)
  })

  it('shows nothing by screens that the account may not read, and no record that it may not see', async () => {
    const id = await paidLoan()
    const [onlyLoans, onlyGoods] = (await accountsWith(platform(), [{ loans_loansmgr: ['view'] }, { loans_stockin: ['view'] }])) as [
      Session,
      Session,
    ]
    const { lanes, line } = await timelineOf(onlyLoans, id)
    expect(lanes.flat()).toEqual([])
    expect(line).toBeUndefined()
    expect(await statusOf(onlyGoods, `?entity=loan&id=${id}`)).toBe(404)
  })

  it('is of records that have one alone', async () => {
    const manager = await platform().as('bm01')
    expect(await statusOf(manager, '?entity=loan&id=999999999')).toBe(404)
    expect(await statusOf(manager, '?entity=loan&id=1%20or%201=1')).toBe(404)
    expect(await statusOf(manager, '?entity=quota&id=1')).toBe(404)
    expect(await statusOf(manager, '?entity=constructor&id=1')).toBe(404)
    expect(await statusOf(manager, '?entity=loan&id=1&x=1')).toBe(422)
  })
})
