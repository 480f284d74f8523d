import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { SearchResponse, WaitingItem, WorkRecord, WorkResponse } from '../../engine/core/wire'
import { accountsWith } from './support/accounts'
import type { Session } from './support/client'
import { at, lineInForce, quotaInForce, referenceGoods, submittedLoan } from './support/fixtures'
import { describePlatform } from './support/platform'

/** What waits, what was submitted, what falls due, and search: over all lists, by what each account may. */
describePlatform('the workbench', (platform) => {
  const workOf = async (session: Session): Promise<WorkResponse> => (await session.ask<WorkResponse>('GET', '/api/work')).body
  const searched = async (session: Session, text: string): Promise<WorkRecord[]> =>
    (await session.ask<SearchResponse>('GET', `/api/search?text=${encodeURIComponent(text)}`)).body.records
  const countOf = (waiting: WaitingItem[], title: string, state: string): number =>
    waiting.find((item) => item.title === title && item.state.title === state)?.count ?? 0

  it.each(['op01', 'op02', 'bm01', 'rk01', 'fn01', 'fm01', 'wh01', 'admin'])(
    'counts for %s what the list behind each line finds and four eyes leave',
    async (userName) => {
      const session = await platform().as(userName)
      const { waiting } = await workOf(session)
      const ownId = await platform().idOf('app_user', 'user_name', userName)
      for (const item of waiting) {
        const screen = Object.values(platform().plan.screens).find(({ title }) => title === item.title)
        const entity = platform().plan.entities[screen?.entity ?? '']
        const filters = Object.fromEntries(new URLSearchParams(item.place.query))
        const { records, total } = await session.list(screen?.base ?? '', { ...filters, pageSize: '200' })
        const submitters = Object.values(entity?.actions ?? {}).flatMap(({ notBy, from }) =>
          notBy && from.includes(filters['status'] ?? '') ? [notBy.field] : [],
        )
        const own = records.filter((record) => submitters.some((field) => record[field] === ownId))
        expect({ ...item, count: total - own.length }).toEqual(item)
      }
      expect((await session.ask('GET', '/api/work/waiting')).body).toEqual({ waiting })
    },
  )

  it('names what each role has to decide, and no list in which nothing passes', async () => {
    const linesOf = async (userName: string): Promise<string[]> =>
      (await workOf(await platform().as(userName))).waiting.map(({ title, state }) => `${title} ${state.title}`)
    expect(await linesOf('fn01')).toEqual(expect.arrayContaining(['放款单 待付款', '销售发票 待开票']))
    expect(await linesOf('fm01')).toEqual(expect.arrayContaining(['放款单 审批中', '放款单 付款中', '保证金 退还中']))
    expect(await linesOf('wh01')).toEqual(expect.arrayContaining(['入库单 待到货', '入库单 收货中', '出库单 拣货中']))
    const all = await Promise.all(['op01', 'bm01', 'rk01', 'fn01', 'fm01', 'admin'].map(linesOf))
    expect(all.flat().filter((line) => /启用|停用|生效|冻结|草稿|已驳回/.test(line))).toEqual([])
  })

  it('tells each record once, as the list tells it where such records are made', async () => {
    const { mine, due } = await workOf(await platform().as('op01'))
    for (const records of [mine, due]) {
      const keys = records.map(({ entity, id }) => `${entity} ${id}`)
      expect(keys).toEqual([...new Set(keys)])
    }
    const redeemed = mine.filter(({ entity, label }) => entity === 'redemption' && label.startsWith('SH'))
    expect(redeemed.map(({ title }) => title)).toEqual(redeemed.map(() => '赎货申请'))
    expect(redeemed).not.toEqual([])
  })

  it('leaves out what four eyes withhold, and shows it to who has submitted it', async () => {
    const [manager] = await accountsWith(platform(), [{ loans_loansmgr: ['view', 'approve', 'reject'] }])
    if (!manager) throw new Error('no account')
    const other = await platform().as('bm01')
    const [before, beforeOther] = [await workOf(manager), await workOf(other)]
    const quota = await quotaInForce(platform())
    const line = await lineInForce(platform(), quota.id)
    const loan = await submittedLoan(platform(), line.id, await referenceGoods(platform()))
    expect(countOf((await workOf(manager)).waiting, '融资申请', '审批中')).toBe(countOf(before.waiting, '融资申请', '审批中') + 1)

    // As if the account itself had submitted it.
    const { kysely } = platform().database
    await sql`update loan set submitted_by_id = (select id from app_user where user_name = ${manager.userName}) where id = ${loan.id}`.execute(
      kysely,
    )
    const after = await workOf(manager)
    expect(countOf(after.waiting, '融资申请', '审批中')).toBe(countOf(before.waiting, '融资申请', '审批中'))
    expect(countOf((await workOf(other)).waiting, '融资申请', '审批中')).toBe(countOf(beforeOther.waiting, '融资申请', '审批中') + 1)
    expect(after.mine).toMatchObject([
      { entity: 'loan', id: loan.id, state: { title: '审批中' }, address: expect.stringContaining(loan.id) },
    ])
    expect(before.mine).toEqual([])
  })

  it('counts nothing for who may look and not act, nor for who may act and not look', async () => {
    expect((await workOf(await platform().as('au01'))).waiting).toEqual([])
    const [nobody] = await accountsWith(platform(), [{}])
    expect(await workOf(nobody as Session)).toEqual({ waiting: [], mine: [], due: [] })
    expect(await searched(nobody as Session, 'R')).toEqual([])
    expect((await platform().guest.ask('GET', '/api/work')).status).toBe(401)
    expect((await platform().guest.ask('GET', '/api/search?text=R')).status).toBe(401)
  })

  it('lists what falls due within a week before what is late, each within the row scope', async () => {
    const { due } = await workOf(await platform().as('bm01'))
    // Its day stands apart, and nowhere else.
    for (const { date, facts = [] } of due) expect(facts.filter((fact) => fact.includes(` ${date}`))).toEqual([])
    expect(due.some(({ facts = [] }) => facts.length > 0)).toBe(true)
    const days = due.map(({ date = '' }) => date)
    const today = platform().clock.today()
    expect(days.length).toBeGreaterThan(0)
    const [ahead, late] = [days.filter((day) => day >= today), days.filter((day) => day < today)]
    expect(days).toEqual([...ahead.toSorted(), ...late.toSorted().toReversed()])
    expect(due.filter(({ state }) => ['草稿', '审批中', '已驳回', '已结清', '已收齐'].includes(state?.title ?? ''))).toEqual([])
    const key = ({ entity, id }: WorkRecord): string => `${entity} ${id}`
    const [east, south] = [await workOf(await platform().as('op01')), await workOf(await platform().as('op02'))]
    const ofBoth = new Set(['product', 'enterprise', 'warehouse'])
    const own = south.due.filter(({ entity }) => !ofBoth.has(entity)).map(key)
    expect(east.due.map(key).filter((each) => own.includes(each))).toEqual([])
  })

  it('finds by number, name and code, whatever the case, exact ones first', async () => {
    const manager = await platform().as('bm01')
    const [loan] = (await manager.list(at.loan)).records
    const loanNo = String(loan?.['loanNo'])
    expect(await searched(manager, loanNo.toLowerCase())).toMatchObject([
      { entity: 'loan', id: loan?.id, label: loanNo, title: '融资申请' },
    ])
    const begun = await searched(manager, loanNo.slice(0, 6))
    expect(begun.length).toBeGreaterThan(1)
    expect(begun.every(({ label }) => label.startsWith(loanNo.slice(0, 6)))).toBe(true)
    expect(await searched(manager, '演示乳品')).toEqual(
      expect.arrayContaining([expect.objectContaining({ entity: 'enterprise', label: '演示乳品有限公司' })]),
    )
    expect(await searched(manager, '不存在的名称')).toEqual([])
  })

  it('finds by the middle of a name, code or number too, where few begin so, and within the row scope', async () => {
    const manager = await platform().as('bm01')
    const dairy = { entity: 'enterprise', label: '演示乳品有限公司' }
    expect(await searched(manager, '乳品')).toEqual(expect.arrayContaining([expect.objectContaining(dairy)]))
    const [loan] = (await manager.list(at.loan)).records
    const digits = String(loan?.['loanNo']).slice(2)
    expect(await searched(manager, digits)).toEqual(expect.arrayContaining([expect.objectContaining({ entity: 'loan', id: loan?.id })]))
    // One letter stands in everything.
    expect((await searched(manager, '品')).filter(({ label }) => !label.startsWith('品'))).toEqual([])
    const south = await platform().as('op02')
    const own = new Set((await south.list(at.loan)).records.map(({ id }) => id))
    expect((await searched(south, digits)).filter(({ entity, id }) => entity === 'loan' && !own.has(id))).toEqual([])
  })

  it('takes a text as it is', async () => {
    const manager = await platform().as('bm01')
    expect((await manager.ask('GET', `/api/search?text=${'x'.repeat(61)}`)).status).toBe(422)
    expect((await manager.ask('GET', '/api/search?text=%00')).status).toBe(422)
    expect((await manager.ask('GET', '/api/search?name=x')).status).toBe(422)
    expect(await searched(manager, "%'_ or 1=1")).toEqual([])
  })

  it('names nothing that is out of sight', async () => {
    const south = await platform().as('op02')
    const [foreign] = (await south.list(at.loan)).records
    const loanNo = String(foreign?.['loanNo'])
    expect(await searched(south, loanNo)).toMatchObject([{ id: foreign?.id }])
    expect(await searched(await platform().as('op01'), loanNo)).toEqual([])
    const [withoutLoans] = await accountsWith(platform(), [{ base_currency: ['view'] }])
    expect(await searched(withoutLoans as Session, loanNo)).toEqual([])
    expect(await searched(withoutLoans as Session, '人民币')).toMatchObject([{ entity: 'currency' }])
  })

  it('spells the menus of an account, and no others', async () => {
    const spelled = async (userName: string): Promise<Record<string, string>> =>
      (await (await platform().as(userName)).ask('GET', '/api/spellings')).body.spellings
    const menu = platform().plan.menus.find(({ router }) => router === '/financeLoan')
    const id = menu?.id ?? ''
    expect((await spelled('fn01'))[id]).toBe('fang kuan guan li')
    expect(await spelled('wh01')).not.toHaveProperty([id])
  })
})
