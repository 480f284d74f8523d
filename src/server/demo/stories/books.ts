import { addDays } from '../../../../engine/core/dateTime'
import { firstDayOf, lastDayOf, monthAfter } from '../../../rules/accountPeriod'
import { workdayFrom } from '../calendar'
import { addOpeningVoucher, addVoucher, closeMonth, vouchers } from '../flows/voucher'
import type { World } from '../world'

const firstMonth = '2026-01'
const lastClosed = '2026-10'

/** S28: what the bank accounts began with, what is booked by hand each month, a mistake and its correction, and ten months that are closed. */
export function planBooks(world: World): void {
  const { diary, office } = world
  diary.at('2026-01-08', '16:30', 'the opening balances', async () => void (await addOpeningVoucher(world, '2026-01-08', '7.120000')))
  for (let period = firstMonth; period <= lastClosed; period = monthAfter(period)) planMonth(world, period)

  diary.at('2026-04-09', '10:40', 'a voucher booked twice is reversed', async () => {
    const again = await addVoucher(world, depreciation('2026-04-08'))
    const manager = await office.as('fm01')
    await manager.act(vouchers, again.id, 'audit')
    await manager.act(vouchers, again.id, 'post')
    await manager.act(vouchers, again.id, 'reverse', { opinion: '3 月折旧重复入账' })
  })
  diary.at('2026-11-19', '16:10', 'vouchers of the month under way', async () => {
    await addVoucher(world, depreciation('2026-11-18'))
    const salaries = await addVoucher(world, salariesOf('2026-11-18'))
    await (await office.as('fm01')).act(vouchers, salaries.id, 'audit')
  })
}

/** Typed on the last working day of a month, closed in the second week of the next. */
function planMonth(world: World, period: string): void {
  const last = lastDayOf(period)
  const typedOn = workdayBefore(last)
  world.diary.at(typedOn, '17:10', `vouchers of ${period}`, async () => {
    await addVoucher(world, depreciation(typedOn))
    await addVoucher(world, salariesOf(typedOn))
  })
  const closedOn = workdayFrom(addDays(firstDayOf(monthAfter(period)), 8))
  world.diary.at(closedOn, '09:20', `the books of ${period} are closed`, () => closeMonth(world, period))
}

function workdayBefore(day: string): string {
  return workdayFrom(day) === day ? day : workdayBefore(addDays(day, -1))
}

const depreciation = (voucherDate: string): Parameters<typeof addVoucher>[1] => ({
  voucherDate,
  summary: '计提固定资产折旧',
  lines: [
    ['6602', 'debit', '18500.00'],
    ['1602', 'credit', '18500.00'],
  ],
})

const salariesOf = (voucherDate: string): Parameters<typeof addVoucher>[1] => ({
  voucherDate,
  summary: '计提职工薪酬',
  lines: [
    ['6602', 'debit', '326000.00'],
    ['2211', 'credit', '326000.00'],
  ],
})
