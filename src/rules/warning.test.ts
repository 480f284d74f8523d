import { describe, expect, it } from 'vitest'
import { dropLevels } from './priceDrop'
import { autoFillTypes, fillTypes, isGraver, standards, warnContent, warnTypes, type Found, type WarnLevel, type WarnType } from './warning'

const found = (warnType: WarnType, value: string, facts: Found['facts'] = {}, more: Partial<Found> = {}): Found => ({
  warnType,
  warnLevel: 'L2',
  value,
  threshold: '0.100000',
  docNo: 'DJ20261120-0001',
  facts,
  ...more,
})

describe('E.6 the standard thresholds', () => {
  it('rise from level to level, or fall where the less is the worse', () => {
    for (const warnType of warnTypes) {
      const { op, levels } = standards[warnType]
      const known = levels.filter((level) => level !== null).map(Number)
      const ordered = known.toSorted((a, b) => (op === 'GE' ? a - b : b - a))
      expect([warnType, known]).toEqual([warnType, ordered])
    }
  })

  it('of goods that lose in value are those that lists mark by (E-13)', () => {
    const marked = dropLevels.map(([level, from]) => [level, Number(from)]).toReversed()
    expect(marked).toEqual(standards.PRICE_DROP.levels.map((level, index) => [`L${index + 1}`, Number(level)]))
  })

  it('are there for what a fill is created of by itself, which a fill can answer', () => {
    for (const warnType of autoFillTypes) expect(fillTypes.has(warnType)).toBe(true)
    expect(fillTypes.has('OVERDUE')).toBe(false)
  })
})

describe('what a warning says', () => {
  it.each<[WarnLevel, string]>([
    ['L1', '质押率 83.52%，达到警戒线 80.00%；净敞口 310,693.15，押品总值 372,000.00'],
    ['L2', '质押率 83.52%，达到补仓线 80.00%；净敞口 310,693.15，押品总值 372,000.00'],
    ['L3', '质押率 83.52%，达到平仓线 80.00%；净敞口 310,693.15，押品总值 372,000.00'],
  ])('names the line that a loan has reached: %s', (warnLevel, text) => {
    const facts = { exposure: '310693.15', totalValue: '372000.00' }
    expect(warnContent(found('PLEDGE', '0.835200', facts, { warnLevel, threshold: '0.800000' }))).toBe(text)
  })

  it('E-13 what was financed on the loss, from L2 on', () => {
    const facts = { goodsName: '奶粉', pledgePrice: '115.5000', price: '101.6400', compensation: '45738.00' }
    const drop = '奶粉 较质押时下跌 12.00%（115.5000 → 101.6400）'
    expect(warnContent(found('PRICE_DROP', '0.120000', facts))).toBe(`${drop}，跌价补偿 45,738.00`)
    expect(warnContent(found('PRICE_DROP', '0.120000', facts, { warnLevel: 'L1' }))).toBe(drop)
  })

  it.each<[string, Found, string]>([
    [
      'goods that are missing under control',
      found('CONTROL_LINE', '0.256500', { controlled: '420000.00', least: '564896.64' }),
      '控货 DJ20261120-0001 当前货值 420,000.00，低于最低控货价值 564,896.64，差 25.65%',
    ],
    [
      'goods near their day',
      found('INNER_VALIDITY', '0.139700', { goodsName: '奶粉', batchNo: 'A1', expiryDate: '2027-01-10', remainDays: 51 }),
      '奶粉 批号 A1 将于 2027-01-10 到期，余 51 天，剩余效期 13.97%',
    ],
    [
      'goods beyond it',
      found('OUTER_VALIDITY', '-3.000000', { goodsName: '奶粉', batchNo: null, expiryDate: '2026-11-17', pledgedQty: '0.0000' }),
      '奶粉 已于 2026-11-17 到期',
    ],
    [
      'goods beyond it that are in pledge',
      found('OUTER_VALIDITY', '0.000000', { goodsName: '奶粉', batchNo: 'A1', expiryDate: '2026-11-20', pledgedQty: '10.0000' }),
      '奶粉 批号 A1 今日（2026-11-20）到期；仍在质押，估值按过期残值',
    ],
    [
      'a debt that is due soon',
      found('DUE_SOON', '7.000000', { what: '借据', on: '2026-11-27' }),
      '借据 DJ20261120-0001 将于 2026-11-27 到期，余 7 天',
    ],
    [
      'one that is overdue',
      found('OVERDUE', '31.000000', { principal: '335412.00' }),
      '借据 DJ20261120-0001 逾期 31 天，未还本金 335,412.00',
    ],
    [
      'goods that are late',
      found('STOCKIN_DELAY', '3.000000', { on: '2026-11-17' }),
      '入库单 DJ20261120-0001 应于 2026-11-17 到货，已超期 3 天',
    ],
    [
      'goods that differ',
      found('STOCKIN_DIFF', '0.002000', { expected: '10000.0000', diff: '-20.0000' }),
      '入库单 DJ20261120-0001 应收 10,000.0000，实收差异 -20.0000（0.20%）',
    ],
    ['goods that have lain long', found('STOCK_AGE', '180.000000', { goodsName: '奶粉' }), '奶粉 库存批次 DJ20261120-0001 已在库 180 天'],
    [
      'a registration that is over',
      found('REGISTRATION_EXPIRE', '-1.000000', { what: '质押登记', on: '2026-11-19' }),
      '质押登记 DJ20261120-0001 已于 2026-11-19 到期',
    ],
  ])('tells of %s', (_what, warning, text) => {
    expect(warnContent(warning)).toBe(text)
  })
})

it('a level is graver than those before it, and than none that is not known', () => {
  expect([isGraver('L2', 'L1'), isGraver('L3', 'L1'), isGraver('L1', 'L1'), isGraver('L1', 'L2')]).toEqual([true, true, false, false])
})
