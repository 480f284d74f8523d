import { beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import type { Session } from './support/client'
import { at, referenceGoods } from './support/fixtures'
import { describePlatform } from './support/platform'

interface Day {
  id: string
  calendarDate: string
  dayType: string
  holidayName: string | null
}

describePlatform('calendars', (platform) => {
  const base = '/api/base/calendar'
  let [admin, op]: Session[] = []
  beforeAll(async () => {
    ;[admin, op] = [await platform().as('admin'), await platform().as('op01')]
  })
  const ofYear = async (year: number): Promise<RecordValues> => {
    const { records } = await op!.list(base, { calendarYear: String(year) })
    return op!.read(base, records[0]!.id)
  }
  const daysOf = async (year: number): Promise<Day[]> => (await ofYear(year))['days'] as Day[]
  const dayOf = async (date: string): Promise<Day> =>
    (await daysOf(Number(date.slice(0, 4)))).find(({ calendarDate }) => calendarDate === date)!
  const change = async (who: Session, date: string, dayType: string, holidayName?: string) =>
    who.ask('PATCH', `${base}/day/${(await dayOf(date)).id}`, { dayType, ...(holidayName === undefined ? {} : { holidayName }) })

  it('of the demo data are those of three years; 248 days of 2026 are worked, as announced', async () => {
    const { records } = await op!.list(base, {})
    expect(records.map(({ calendarYear, workdayCount, holidayCount }) => [calendarYear, workdayCount, holidayCount])).toEqual([
      [2027, 261, 0],
      [2026, 248, 33],
      [2025, 248, 28],
    ])
    const named = (await daysOf(2026)).filter(({ dayType }) => dayType === 'MAKEUP')
    expect(named.map(({ calendarDate, holidayName }) => `${calendarDate} ${holidayName}`)).toEqual([
      '2026-01-04 元旦',
      '2026-02-14 春节',
      '2026-02-28 春节',
      '2026-05-09 劳动节',
      '2026-09-20 国庆节',
      '2026-10-10 国庆节',
    ])
  })

  it('are generated with weekends free and all else worked; what is there already is passed over', async () => {
    expect((await admin!.ask('POST', `${base}/generate/2028`)).body).toEqual({ created: 1, skipped: 0 })
    expect(await ofYear(2028)).toMatchObject({ calendarName: '2028 年日历', workdayCount: 260, holidayCount: 0, status: 'ENABLED' })
    const days = await daysOf(2028)
    expect([days.length, days[0]?.dayType, days[2]?.dayType]).toEqual([366, 'WEEKEND', 'WORKDAY'])
    expect((await admin!.ask('POST', `${base}/generate/2028`)).body).toEqual({ created: 0, skipped: 1 })
    for (const year of ['1999', '2100', '26', 'next'])
      expect((await admin!.ask('POST', `${base}/generate/${year}`)).body.errors).toMatchObject([{ path: 'year' }])
    expect((await op!.ask('POST', `${base}/generate/2029`)).status).toBe(403)
  })

  it('are added by their year, of which there is one, and have all of its days and no other', async () => {
    const added = await admin!.add(base, { calendarYear: 2031, calendarName: '二〇三一' })
    expect(added).toMatchObject({ workdayCount: 261 })
    const again = await admin!.ask('POST', base, { calendarYear: 2031, calendarName: '又一个' })
    expect([again.status, again.body.errors[0].rule]).toEqual([422, 'unique'])
    const { version, ...stored } = await admin!.read(base, added.id)
    const days = (stored['days'] as Day[]).map(({ id, calendarDate, dayType }) => ({ id, calendarDate, dayType }))
    const save = async (rows: object[]) => (await admin!.ask('PATCH', `${base}/${added.id}`, { version, days: rows })).body.errors
    expect(await save(days.slice(1))).toMatchObject([{ path: 'days', detail: '2031 年有 365 天，日历中有 364 天' }])
    expect(await save(days.with(3, { ...days[3]!, calendarDate: '2030-12-31' }))).toMatchObject([{ path: 'days.3.calendarDate' }])
    expect((await admin!.remove(base, added.id)).status).toBe(200)
    expect((await op!.list(base, { calendarYear: '2031' })).records).toEqual([])
  })

  it('let a day be changed by who may edit, to what a day of its week can be', async () => {
    const before = await ofYear(2028)
    expect((await change(admin!, '2028-03-01', 'HOLIDAY', '测试节')).status).toBe(200)
    expect(await dayOf('2028-03-01')).toMatchObject({ dayType: 'HOLIDAY', holidayName: '测试节' })
    expect((await change(admin!, '2028-03-04', 'MAKEUP')).status).toBe(200)
    const after = await ofYear(2028)
    expect(after).toMatchObject({ workdayCount: before['workdayCount'], holidayCount: 1, version: Number(before['version']) + 2 })
    // An ordinary day has no name.
    await change(admin!, '2028-03-01', 'WORKDAY', '测试节')
    expect(await dayOf('2028-03-01')).toMatchObject({ dayType: 'WORKDAY', holidayName: null })

    expect((await change(admin!, '2028-03-01', 'WEEKEND')).body.errors).toMatchObject([
      { path: 'dayType', detail: '2028-03-01 是周三，只能设为工作日或法定假日' },
    ])
    expect((await change(admin!, '2028-03-01', 'SUNDAY')).status).toBe(422)
    expect((await admin!.ask('PATCH', `${base}/day/999999999`, { dayType: 'WORKDAY' })).status).toBe(404)
    expect((await change(op!, '2028-03-01', 'HOLIDAY')).status).toBe(403)
    const { body } = await op!.ask('GET', `${base}/history/${after.id}`)
    expect(JSON.stringify(body)).toContain('修改日类型')
  })

  it.each([
    ['2026-02-14', '', '2026-02-14'],
    ['2026-02-15', '0', '2026-02-24'],
    ['2026-02-13', '2', '2026-02-24'],
    ['2026-02-24', '-1', '2026-02-14'],
    // No calendar: Saturdays and Sundays are not worked.
    ['2030-10-05', '', '2030-10-07'],
  ])('E-05 say which day of work is %s and %s further: %s', async (from, offset, date) => {
    const { body } = await op!.ask('GET', `${base}/workday?${new URLSearchParams({ from, ...(offset && { offset }) }).toString()}`)
    expect(body).toEqual({ date })
  })

  it.each(['offset=1', 'from=2026-02-30', 'from=2026-02-15&offset=1.5', 'from=2026-02-15&offset=1001'])(
    'refuse to say it for %s',
    async (query) => {
      expect((await op!.ask('GET', `${base}/workday?${query}`)).status).toBe(422)
    },
  )

  it('E-05 move the due dates that are tried out: by a holiday, by a day that is changed, by weekends alone without a calendar', async () => {
    const productId = await platform().idOf('product', 'product_name', '甲行存货质押')
    const { body: product } = await op!.ask('GET', `${at.product}/${productId}`)
    expect([product.termDays, product.graceDays]).toEqual([180, 3])
    // 180 days from 4 April end on the first of October.
    const trial = { productId, principal: '335412.00', startDate: '2026-04-04', repayDate: '2026-10-12' }
    const tried = async () => (await op!.ask('POST', `${at.product}/trial`, trial)).body
    expect(await tried()).toMatchObject({
      dueDate: '2026-10-01',
      effectiveDueDate: '2026-10-08',
      graceEndDate: '2026-10-11',
      overdueDays: 4,
      penalty: '134.16',
    })
    await change(admin!, '2026-10-08', 'HOLIDAY', '测试节')
    expect(await tried()).toMatchObject({ effectiveDueDate: '2026-10-09', graceEndDate: '2026-10-12', penalty: '0.00' })
    await change(admin!, '2026-10-08', 'WORKDAY')

    const goods = [{ goodsId: await referenceGoods(platform()), qty: '10', unitPrice: '100' }]
    const loan = { productId, appliedAmount: '500.00', startDate: '2026-04-04', goods }
    const triedLoan = async () => (await op!.ask('POST', `${at.loan}/trial`, loan)).body
    // 187 days at 7.2 % of 500.00.
    expect(await triedLoan()).toMatchObject({ dueDate: '2026-10-01', effectiveDueDate: '2026-10-08', interest: '18.70' })
    const { id, version } = await ofYear(2026)
    await admin!.ask('PATCH', `${base}/${id}`, { version, status: 'DISABLED' })
    expect(await triedLoan()).toMatchObject({ dueDate: '2026-10-01', effectiveDueDate: '2026-10-01', interest: '18.00' })
    await admin!.ask('PATCH', `${base}/${id}`, { version: Number(version) + 1, status: 'ENABLED' })
  })
})
