import { expect, it } from 'vitest'
import type { ChainResponse } from '../../engine/core/wire'
import { accountsWith } from './support/accounts'
import type { Session } from './support/client'
import { at, copiesOfLoan, lineInForce, quotaInForce, referenceGoods, submittedLoan } from './support/fixtures'
import { describePlatform } from './support/platform'

/** Where a document comes from and what has come of it, by what each account may see. */
describePlatform('the chain of a document', (platform) => {
  const chainOf = async (session: Session, entity: string, id: string): Promise<ChainResponse> =>
    (await session.ask<ChainResponse>('GET', `/api/chain?entity=${entity}&id=${id}`)).body
  const statusOf = async (session: Pick<Session, 'ask'>, query: string): Promise<number> =>
    (await session.ask('GET', `/api/chain${query}`)).status
  const labels = ({ before }: ChainResponse): string[] => before.map(({ title, label }) => `${title} ${label}`)

  // Its price is of today, of which there is one.
  let goodsId: string | undefined
  async function loanWithLine() {
    goodsId ??= await referenceGoods(platform())
    const quota = await quotaInForce(platform())
    const line = await lineInForce(platform(), quota.id)
    const loan = await submittedLoan(platform(), line.id, goodsId)
    return { quota, line, loan }
  }

  it('leads from the loan back to its credit, the furthest first, and from the credit on to the loan', async () => {
    const { quota, line, loan } = await loanWithLine()
    const manager = await platform().as('bm01')
    const back = labels(await chainOf(manager, 'loan', loan.id))
    expect(back.indexOf(`授信额度 ${String(quota['quotaNo'])}`)).toBe(0)
    expect(back.indexOf(`客户额度 ${String(line['lineNo'])}`)).toBeGreaterThan(0)

    const { before, after } = await chainOf(manager, 'customerLine', line.id)
    expect(before).toMatchObject([{ entity: 'quota', id: quota.id, address: expect.stringContaining(quota.id) }])
    expect(after).toEqual([
      expect.objectContaining({ title: '融资申请', count: 1, records: [expect.objectContaining({ entity: 'loan', id: loan.id })] }),
    ])
  })

  it('leads from a credit redemption, which names them all, back by what rests on what', async () => {
    const manager = await platform().as('bm01')
    const [redemption] = (await manager.list('/api/redemption/credit')).records
    const titles = (await chainOf(manager, 'redemption', redemption?.id ?? '')).before.map(({ title }) => title)
    const expected = ['授信额度', '客户额度', '融资申请', '信用额度']
    expect(titles.filter((title) => expected.includes(title))).toEqual(expected)
  })

  it('leads from a document to what it has brought about and keeps, and from that back, though they name each other', async () => {
    const manager = await platform().as('rk01')
    const [pledge] = (await manager.list('/api/collateral/pledge', { status: 'NOTIFIED' })).records
    const { after, before } = await chainOf(manager, 'pledge', pledge?.id ?? '')
    const [notice] = after.find(({ title }) => title === '存货质押通知书')?.records ?? []
    expect(before.map(({ entity }) => entity)).not.toContain('pledgeNotice')
    const ofNotice = await chainOf(manager, 'pledgeNotice', notice?.id ?? '')
    expect(ofNotice.before.at(-1)).toMatchObject({ entity: 'pledge', id: pledge?.id })
    expect(ofNotice.after).toEqual([])
  })

  it('names three of what came of it, and of more only their number and the list that shows them', async () => {
    const { line, loan } = await loanWithLine()
    const manager = await platform().as('bm01')
    const loansOf = async () => (await chainOf(manager, 'customerLine', line.id)).after.find(({ title }) => title === '融资申请')
    const [copy = ''] = await copiesOfLoan(platform(), loan, 2)
    expect(await loansOf()).toMatchObject({ count: 3, records: [{}, {}, {}] })
    await copiesOfLoan(platform(), { id: copy }, 1)
    expect(await loansOf()).toMatchObject({ count: 4, records: [] })
  })

  it('shows nothing by screens that the account may not read, nor beyond its rows', async () => {
    const { quota, line, loan } = await loanWithLine()
    const [onlyLoans, onlyLines] = (await accountsWith(platform(), [{ loans_loansmgr: ['view'] }, { limit_customerline: ['view'] }])) as [
      Session,
      Session,
    ]
    expect(labels(await chainOf(onlyLoans, 'loan', loan.id)).filter((each) => /额度/.test(each))).toEqual([])
    const ofLine = await chainOf(onlyLines, 'customerLine', line.id)
    expect(ofLine).toEqual({ before: [], after: [] })
    expect(await statusOf(onlyLines, `?entity=loan&id=${loan.id}`)).toBe(404)
    expect(await statusOf(onlyLoans, `?entity=quota&id=${quota.id}`)).toBe(404)

    const [foreign] = (await (await platform().as('op02')).list(at.loan)).records
    expect(await statusOf(await platform().as('op02'), `?entity=loan&id=${foreign?.id}`)).toBe(200)
    expect(await statusOf(await platform().as('op01'), `?entity=loan&id=${foreign?.id}`)).toBe(404)
  })

  it('is there for documents alone, and refuses what is none', async () => {
    const manager = await platform().as('bm01')
    const [firm] = (await manager.list(at.enterprise)).records
    for (const query of [
      `?entity=enterprise&id=${firm?.id}`,
      '?entity=loan&id=0',
      '?entity=loan&id=1%20or%201',
      '?entity=constructor&id=1',
      '',
    ])
      expect(await statusOf(manager, query)).toBe(404)
    expect(await statusOf(manager, '?entity=loan&id=1&more=1')).toBe(422)
    expect(await statusOf(platform().guest, '?entity=loan&id=1')).toBe(401)
  })
})
