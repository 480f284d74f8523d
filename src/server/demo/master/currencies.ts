import { addDays } from '../../../../engine/core/dateTime'
import { insertRows, type BulkRow } from '../../seed/insertRows'
import { daysFrom, isWorkday } from '../calendar'
import { fromUnits } from '../random'
import { firstDay, lastDay, type World } from '../world'

const currencies = [
  { code: 'USD', name: '美元', symbol: '$', decimals: 2, rate: 7_120_000 },
  { code: 'EUR', name: '欧元', symbol: '€', decimals: 2, rate: 7_750_000 },
  { code: 'HKD', name: '港元', symbol: 'HK$', decimals: 2, rate: 912_000 },
  { code: 'JPY', name: '日元', symbol: '¥', decimals: 0, rate: 47_800 },
  { code: 'AUD', name: '澳元', symbol: 'A$', decimals: 2, rate: 4_650_000 },
]

/** The oldest rates that were taken over when the platform started. */
const firstRateDay = '2025-08-01'
/** Millionths of a rate that it moves by on a day, at most. */
const widestStep = 3_000
const aMillion = 1_000_000

export async function makeCurrencies({ office }: World): Promise<void> {
  const admin = await office.as('admin')
  // The base currency is there already.
  const rows = currencies.map(({ code, name, symbol, decimals }, index) => ({
    values: { currencyCode: code, currencyName: name, symbol, decimals, isBase: false, seq: index + 2 },
  }))
  await admin.write((context) => insertRows(context, 'currency', rows))
}

/** A middle rate on each workday and a customs rate on the first of each month; those before the first day are taken over on it. */
export function planExchangeRates(world: World): void {
  const rates = new Map(currencies.map(({ code, rate }) => [code, rate]))
  const old = daysFrom(firstRateDay, addDays(firstDay, -1)).flatMap((day) => ratesOf(world, rates, day))
  world.diary.at(firstDay, '10:30', 'exchange rates before the first day', () => writeRates(world, old))
  for (const day of daysFrom(firstDay, lastDay)) {
    const ofDay = ratesOf(world, rates, day)
    if (ofDay.length > 0) world.diary.at(day, day === firstDay ? '10:40' : '09:20', 'exchange rates', () => writeRates(world, ofDay))
  }
  world.diary.at('2026-11-10', '17:00', 'a currency goes out of use', async () => {
    const [currency] = await world.office.system.work((tools) => tools.find('currency', { currencyCode: 'HKD' }))
    await (await world.office.as('admin')).act('base/currency', currency?.id ?? '', 'disable')
  })
}

function ratesOf({ random }: World, rates: Map<string, number>, day: string): BulkRow<'exchangeRate'>[] {
  const rows: BulkRow<'exchangeRate'>[] = []
  if (isWorkday(day)) {
    for (const [code, rate] of rates) {
      const next = rate + Math.trunc((rate * random.integer(-widestStep, widestStep)) / aMillion)
      rates.set(code, next)
      rows.push(row(day, code, 'MIDDLE', next, '中国外汇交易中心'))
    }
  }
  if (day.endsWith('-01')) for (const [code, rate] of rates) rows.push(row(day, code, 'CUSTOMS', rate, '海关总署'))
  return rows
}

function row(rateDate: string, fromCurrency: string, rateType: string, rate: number, source: string): BulkRow<'exchangeRate'> {
  return { values: { rateDate, fromCurrency, toCurrency: 'CNY', rateType, rate: fromUnits(rate, 6), source } }
}

async function writeRates({ office }: World, rows: BulkRow<'exchangeRate'>[]): Promise<void> {
  const desk = await office.as('fn01')
  await desk.write((context) => insertRows(context, 'exchangeRate', rows))
}
