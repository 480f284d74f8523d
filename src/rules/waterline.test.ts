import { expect, it } from 'vitest'
import { referenceFacts as reference, referenceLines as lines } from './testing/waterlineFacts'
import { exposureOf, loanToValue, requiredFill, waterLevel, waterlineOf, type WaterlineFacts } from './waterline'

it.each([
  ['372000.00', '0.8352', 'WARN', '106093.15', '192896.64'],
  ['348000.00', '0.8928', 'CALL', '119293.15', '216896.64'],
  ['342000.00', '0.9085', 'CLOSE', '122593.15', '222896.64'],
  ['420000.00', '0.7397', 'NORMAL', '0.00', '0.00'],
])('E-12 puts an exposure of 310,693.15 on goods of %s at %s, %s', (pledgedValue, ltv, level, fillCash, fillGoodsValue) => {
  expect(waterlineOf({ ...reference, pledgedValue })).toMatchObject({
    totalValue: pledgedValue,
    outstandingPrincipal: '335412.00',
    inTransitPrincipal: '0.00',
    unpaidInterest: '7043.65',
    exposure: '310693.15',
    ltv,
    waterLevel: level,
    fillCash,
    fillGoodsValue,
  })
})

it('E-12 takes each line as the first of its level, and an exposure without goods as the worst', () => {
  expect(['0.7999', '0.8000', '0.8499', '0.8500', '0.8999', '0.9000'].map((ltv) => waterLevel(ltv, lines))).toEqual([
    'NORMAL',
    'WARN',
    'WARN',
    'CALL',
    'CALL',
    'CLOSE',
  ])
  expect(loanToValue('1.00', '0')).toBe('9.9999')
  expect(loanToValue('1.00', '0.01')).toBe('9.9999')
  expect(loanToValue('0', '0')).toBe('0.0000')
})

it('E-12 counts a deposit in full, and no exposure below nothing', () => {
  expect(exposureOf('31762.50', [], '31762.50')).toBe('0.00')
  expect(exposureOf('31762.51', [], '31762.50')).toBe('0.01')
  expect(exposureOf('100.00', [], '31762.50')).toBe('0.00')
})

it('E-12 adds fees that are due and goods on their way', () => {
  expect(waterlineOf({ ...reference, fees: '500.00', provisionalValue: '48000.00' })).toMatchObject({
    totalValue: '420000.00',
    unpaidInterest: '7543.65',
    exposure: '311193.15',
    ltv: '0.7409',
  })
})

it('E-12 gives a loan of which nothing is paid out yet the rate 0, whatever its goods are worth', () => {
  const unpaid = { ...reference, principal: '0.00', arrivedPrincipal: '0.00', interest: '0.00', bondBalance: '0.00' }
  for (const pledgedValue of ['1155000.00', '1016400.00', '0.00'])
    expect(waterlineOf({ ...unpaid, pledgedValue })).toMatchObject({ exposure: '0.00', ltv: '0.0000', waterLevel: 'NORMAL' })
})

const plan = { ...reference, interest: '0.00', bondBalance: '0.00', initialRate: '0.8000', planUnderWay: true }

it('E-12 B1 tells what has not arrived of a plan apart, and gives it no level', () => {
  const advance = { ...plan, principal: '356000.00', arrivedPrincipal: '0.00', pledgedValue: '0.00' }
  expect(waterlineOf(advance)).toMatchObject({
    outstandingPrincipal: '0.00',
    inTransitPrincipal: '356000.00',
    exposure: '0.00',
    ltv: '0.0000',
    waterLevel: 'NORMAL',
  })
  const part = {
    ...plan,
    principal: '2848000.00',
    arrivedPrincipal: '1139200.00',
    pledgedValue: '1424000.00',
    provisionalValue: '284800.00',
  }
  expect(waterlineOf(part)).toMatchObject({
    totalValue: '1424000.00',
    outstandingPrincipal: '1139200.00',
    inTransitPrincipal: '1708800.00',
    exposure: '1139200.00',
    ltv: '0.8000',
    waterLevel: 'WARN',
  })
})

it('E-12 B1 shares the interest of a plan by what has arrived, and takes all of it where nothing is owed', () => {
  const half = { ...plan, principal: '1000.00', arrivedPrincipal: '500.00', interest: '10.01', fees: '3.00' }
  expect(waterlineOf(half)).toMatchObject({ unpaidInterest: '8.01', exposure: '508.01' })
  expect(waterlineOf({ ...half, principal: '0.00', arrivedPrincipal: '0.00' })).toMatchObject({ unpaidInterest: '13.01' })
})

it('E-12b asks for what reaches the target, whatever the level', () => {
  expect(requiredFill('310693.15', '348000.00', '0.5500')).toEqual({ requiredCash: '119293.15', requiredGoodsValue: '216896.64' })
  expect(requiredFill('310693.15', '420000.00', '0.5500')).toEqual({ requiredCash: '79693.15', requiredGoodsValue: '144896.64' })
  expect(requiredFill('231000.00', '420000.00', '0.5500')).toEqual({ requiredCash: '0.00', requiredGoodsValue: '0.00' })
  expect(requiredFill('231000.01', '420000.00', '0.5500')).toEqual({ requiredCash: '0.01', requiredGoodsValue: '0.02' })
  expect(requiredFill('100.00', '0.00', '0')).toEqual({ requiredCash: '100.00', requiredGoodsValue: '0.00' })
})

it('E-14 A28 counts the control records of a loan together, and never for less than its exposure asks', () => {
  const before = { ...reference, principal: '603487.50', arrivedPrincipal: '603487.50', interest: '0.00', bondBalance: '0.00' }
  const at = (controls: WaterlineFacts['controls']) => waterlineOf({ ...before, pledgedValue: '1155000.00', controls })
  expect(at([])).toMatchObject({ minControlValue: '1097250.00', gapValue: '57750.00' })
  const each = { minControlValue: '600000.00', controlRate: '0.5500' }
  expect(at([each, each])).toMatchObject({ minControlValue: '1200000.00', gapValue: '-45000.00' })
  // The strictest of their rates counts: 603,487.50 / 0.5.
  expect(
    at([
      { ...each, controlRate: '0.5000' },
      { ...each, minControlValue: '1.00' },
    ]),
  ).toMatchObject({ minControlValue: '1206975.00' })
})
