import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, multiplyDecimals, roundDecimal, subtractDecimals, sumDecimals } from '../../engine/core/decimal'
import { addDays } from '../../engine/core/dateTime'
import { accruedThrough, noteOf } from './debt/testing'
import { interestBetween } from './debt/accrual'
import { owedOn } from './debt/owed'
import {
  payDeadlineOf,
  redemptionOf,
  refuseOffsets,
  type OtherShare,
  type PledgedGoods,
  type RedeemedDebt,
  type RedemptionFacts,
} from './redemption'

/** F1 of the domain: 635,250.00 on 10,000 boxes, paid out on 2 March; the goods fall to 101.64 in April. */
function f1Debt(part: Partial<RedeemedDebt> = {}): RedeemedDebt {
  return {
    ...accruedThrough(noteOf({ principal: '635250.00' }), '2026-04-15'),
    id: '1',
    debtNo: 'JJ20260302-0001',
    overdue: false,
    isTaxLoan: false,
    minInterestDays: 30,
    others: [],
    ...part,
  }
}

/** What another redemption of the same day takes of the note, or of the day that it says. */
function other(part: Partial<OtherShare>): OtherShare {
  return { calcDate: '2026-04-16', principal: '0.00', interest: '0.00', penalty: '0.00', ...part }
}

const f1Goods: PledgedGoods = {
  id: '11',
  remainQty: '10000.0000',
  otherQty: '0.0000',
  price: '101.6400',
  unitWeight: multiplyDecimals('115.5', '0.55'),
  inDate: '2026-02-20',
}

function f1(part: Partial<RedemptionFacts> = {}): RedemptionFacts {
  return {
    isCredit: false,
    calcDate: '2026-04-16',
    initialRate: '0.5500',
    balance: '635250.00',
    pledged: [f1Goods],
    moreToCome: false,
    lines: [{ pledgeItemId: '11', qty: '4000.0000' }],
    debts: [f1Debt()],
    fees: [],
    storageFeeRate: '0.0500',
    freeDays: 7,
    bondOffset: '0.00',
    depositOffset: '0.00',
    ...part,
  }
}

describe('a redemption after a fall of prices (E-15)', () => {
  it('F1 of 16 April: 4,000 boxes cost 312,136.54, of which 12,136.54 come from the deposit', () => {
    const { amounts, lines, debts } = redemptionOf(f1({ depositOffset: '12136.54' }))
    expect(amounts).toEqual({
      goodsValue: '406560.00',
      principalDue: '254100.00',
      topUpPrincipal: '45738.00',
      interestDue: '2698.54',
      penaltyDue: '0.00',
      serviceFeeDue: '0.00',
      storageFeeDue: '9600.00',
      totalDue: '312136.54',
      transferAmount: '0.00',
      cashDue: '300000.00',
      ltvBefore: '0.6250',
      ltvAfter: '0.5500',
    })
    expect(lines).toEqual([
      {
        unitPrincipal: '63.525000',
        principalDue: '254100.00',
        unitValue: '101.6400',
        goodsValue: '406560.00',
        stockDays: 55,
        storageFee: '9600.00',
      },
    ])
    expect(debts).toEqual([
      { debtNoteId: '1', principalPart: '299838.00', interestPart: '2698.54', penaltyPart: '0.00', supplement: '0.00' },
    ])
  })

  it('a second one starts from what the first leaves: 335,412.00 on 6,000 boxes, 55.902000 each', () => {
    const second = f1({
      pledged: [{ ...f1Goods, otherQty: '4000.0000' }],
      debts: [f1Debt({ others: [other({ principal: '299838.00', interest: '2698.54' })] })],
      lines: [{ pledgeItemId: '11', qty: '1000.0000' }],
    })
    const { amounts, lines } = redemptionOf(second)
    expect(lines[0]).toMatchObject({ unitPrincipal: '55.902000', principalDue: '55902.00' })
    expect(amounts).toMatchObject({ topUpPrincipal: '0.00', ltvBefore: '0.5500', ltvAfter: '0.5500' })
    // 3,018.71 are left of the interest, a sixth of it goes with a sixth of the principal.
    expect(amounts.interestDue).toBe('503.12')
  })

  it('both together repay what one of the same goods would, to the cent of interest', () => {
    const { amounts: first, debts } = redemptionOf(f1())
    const share = debts[0]!
    const rest = redemptionOf(
      f1({
        pledged: [{ ...f1Goods, otherQty: '4000.0000' }],
        debts: [f1Debt({ others: [other({ principal: share.principalPart, interest: share.interestPart })] })],
        lines: [{ pledgeItemId: '11', qty: '6000.0000' }],
      }),
    ).amounts
    const whole = redemptionOf(f1({ lines: [{ pledgeItemId: '11', qty: '10000.0000' }] })).amounts
    expect(addDecimals(first.principalDue, first.topUpPrincipal, rest.principalDue)).toBe('635250')
    expect(whole.principalDue).toBe('635250.00')
    expect(compareDecimals(addDecimals(first.interestDue, rest.interestDue), whole.interestDue)).toBe(0)
  })

  it.each([
    ['2026-04-16', '2026-04-20'],
    ['2026-04-20', '2026-04-16'],
    ['2026-04-16', '2026-09-10'],
    ['2026-09-10', '2026-04-16'],
  ])('one of %s and one of %s each pay interest and penalty of their principal up to their own day', (first, second) => {
    const [share] = redemptionOf(f1({ calcDate: first })).debts
    const { principalPart: principal, interestPart: interest, penaltyPart: penalty } = share!
    const rest = redemptionOf(
      f1({
        calcDate: second,
        pledged: [{ ...f1Goods, otherQty: '4000.0000' }],
        debts: [f1Debt({ others: [other({ calcDate: first, principal, interest, penalty })] })],
        lines: [{ pledgeItemId: '11', qty: '6000.0000' }],
      }),
    )
    const alone = owedOn(accruedThrough(noteOf({ principal: '335412.00' }), '2026-04-15'), second)
    expect(rest.debts).toEqual([
      {
        debtNoteId: '1',
        principalPart: '335412.00',
        interestPart: alone.interest.value,
        penaltyPart: alone.penalty.value,
        supplement: '0.00',
      },
    ])
  })

  it('goods on their way keep the principal by its lines', () => {
    const uneven = f1({
      balance: '635250.01',
      debts: [f1Debt({ principal: '635250.01' })],
      lines: [{ pledgeItemId: '11', qty: '10000.0000' }],
    })
    expect(redemptionOf(uneven).amounts.principalDue).toBe('635250.01')
    expect(redemptionOf({ ...uneven, moreToCome: true }).amounts.principalDue).toBe('635250.01')
    const third = f1({ balance: '100.00', debts: [f1Debt({ principal: '100.00' })], pledged: [{ ...f1Goods, remainQty: '3.0000' }] })
    const lines = [{ pledgeItemId: '11', qty: '3.0000' }]
    // 33.333333 × 3 is a cent short.
    expect(redemptionOf({ ...third, lines, moreToCome: true }).amounts).toMatchObject({ principalDue: '100.00', topUpPrincipal: '0.00' })
    expect(redemptionOf({ ...third, lines }).lines[0]?.principalDue).toBe('100.00')
  })

  it('the earliest due note is repaid first, whole notes with all of their interest, and its supplement is charged', () => {
    const early = f1Debt({ id: '2', debtNo: 'JJ2', principal: '100000.00', effectiveDueDate: '2026-08-01' })
    const late = f1Debt({
      id: '3',
      debtNo: 'JJ3',
      ...accruedThrough(noteOf({ principal: '535250.00' }), '2026-04-15'),
    })
    const young = { ...early, startDate: '2026-04-01', accruedInterest: '300.000000' }
    const { debts } = redemptionOf(f1({ debts: [late, young] }))
    expect(debts.map(({ debtNoteId, principalPart }) => [debtNoteId, principalPart])).toEqual([
      ['2', '100000.00'],
      ['3', '199838.00'],
    ])
    // 15 of 30 days have passed: 15 × 100,000 × 7.2 % ÷ 360 are added.
    expect(debts[0]).toMatchObject({ interestPart: '600.00', supplement: '300.00' })
  })

  it('service fees that are due are paid with it', () => {
    const { amounts, fees } = redemptionOf(f1({ fees: [{ id: '7', amount: '500.00' }] }))
    expect(amounts).toMatchObject({ serviceFeeDue: '500.00', totalDue: '312636.54', cashDue: '312636.54' })
    expect(fees).toEqual([{ receivableId: '7', feePart: '500.00' }])
  })

  it('a draft without goods asks for what is missing of the collateral, and nothing more', () => {
    const { amounts } = redemptionOf(f1({ lines: [], pledged: [{ ...f1Goods, price: '115.5000' }] }))
    expect(amounts).toMatchObject({ principalDue: '0.00', topUpPrincipal: '0.00', totalDue: '0.00', ltvBefore: '0.5500' })
  })
})

describe('a redemption of an overdue loan (E-05)', () => {
  const note = accruedThrough(noteOf(), '2026-09-09')
  const overdue = (qty: string) =>
    f1({
      calcDate: '2026-09-10',
      balance: '335412.00',
      pledged: [{ ...f1Goods, remainQty: '6000.0000', price: '115.5000' }],
      debts: [f1Debt({ ...note, overdue: true })],
      lines: [{ pledgeItemId: '11', qty }],
      storageFeeRate: '0',
    })

  it('pays all of its interest and penalty with all of its principal', () => {
    expect(redemptionOf(overdue('6000.0000')).amounts).toMatchObject({
      principalDue: '335412.00',
      interestDue: '12879.82',
      penaltyDue: '335.41',
      totalDue: '348627.23',
      ltvAfter: '0.0000',
    })
  })

  it('pays half of both with half of it', () => {
    expect(redemptionOf(overdue('3000.0000')).amounts).toMatchObject({
      principalDue: '167706.00',
      topUpPrincipal: '0.00',
      interestDue: '6439.91',
      penaltyDue: '167.71',
    })
  })
})

describe('a redemption on credit (E-16)', () => {
  const credit = f1({ isCredit: true, pledged: [{ ...f1Goods, price: '115.5000' }] })

  it('F1 of 16 April without a fall: 254,100.00 change their note, 11,886.90 are paid', () => {
    expect(redemptionOf(credit).amounts).toMatchObject({
      principalDue: '254100.00',
      topUpPrincipal: '0.00',
      interestDue: '2286.90',
      storageFeeDue: '9600.00',
      totalDue: '265986.90',
      transferAmount: '254100.00',
      cashDue: '11886.90',
    })
  })

  it('the limit of 500,000.00 of which 120,000.00 are used has 125,900.00 left', () => {
    expect(subtractDecimals('500000.00', '120000.00', redemptionOf(credit).amounts.transferAmount)).toBe('125900')
  })

  it('thirty days at 9 % cost 1,905.75', () => {
    const terms = { annualRate: '0.090000', dayCount: 'ACT_360' as const }
    expect(interestBetween('254100.00', terms, '2026-04-16', addDays('2026-04-16', 30)).value).toBe('1905.75')
  })

  it('offsets pay interest alone', () => {
    const { amounts } = redemptionOf(credit)
    expect(refuseOffsets({ isCredit: true, bondOffset: '0.00', depositOffset: '2286.90' }, amounts)).toBeUndefined()
    expect(refuseOffsets({ isCredit: true, bondOffset: '0.01', depositOffset: '2286.90' }, amounts)).toMatchObject({
      code: 'redemption.offset-too-much',
      params: { offset: '2286.91', limit: '2286.90' },
    })
  })
})

it('offsets pay principal and interest, and no fee', () => {
  const { amounts } = redemptionOf(f1())
  const offsets = (bondOffset: string, depositOffset: string) => refuseOffsets({ isCredit: false, bondOffset, depositOffset }, amounts)
  expect(offsets('31762.50', '270774.04')).toBeUndefined()
  expect(offsets('31762.50', '270774.05')).toMatchObject({ params: { offset: '302536.55', limit: '302536.54' } })
})

it('money is taken until 17:00 in Shanghai', () => {
  expect(payDeadlineOf('2026-04-16')).toBe('2026-04-16T09:00:00.000Z')
})

it('whatever is redeemed: parts sum up, nothing is below nothing, and the rest is covered at the initial rate', () => {
  const qty = fc.integer({ min: 1, max: 100_000_000 }).map((units) => roundDecimal(String(units / 10_000), 4))
  const price = fc.integer({ min: 1, max: 3_000_000 }).map((units) => roundDecimal(String(units / 10_000), 4))
  fc.assert(
    fc.property(qty, fc.integer({ min: 0, max: 100 }), price, fc.integer({ min: 1, max: 99_999_999 }), (remain, percent, worth, owed) => {
      const balance = roundDecimal(String(owed / 100), 2)
      const taken = roundDecimal(multiplyDecimals(remain, String(percent / 100)), 4)
      const debt = { ...f1Debt(), principal: balance }
      const { amounts, debts, lines } = redemptionOf(
        f1({
          balance,
          debts: [{ ...debt, accruedInterest: accruedThrough(noteOf({ principal: balance }), '2026-04-15').accruedInterest }],
          pledged: [{ ...f1Goods, remainQty: remain, price: worth }],
          lines: compareDecimals(taken, '0') > 0 ? [{ pledgeItemId: '11', qty: taken }] : [],
        }),
      )
      const { principalDue, topUpPrincipal, interestDue, penaltyDue, serviceFeeDue, storageFeeDue, totalDue } = amounts
      const parts = [principalDue, topUpPrincipal, interestDue, penaltyDue, serviceFeeDue, storageFeeDue]
      for (const part of parts) expect(compareDecimals(part, '0')).toBeGreaterThanOrEqual(0)
      expect(compareDecimals(sumDecimals(parts), totalDue)).toBe(0)
      expect(compareDecimals(sumDecimals(lines.map((line) => line.principalDue)), principalDue)).toBe(0)
      const repaid = addDecimals(principalDue, topUpPrincipal)
      expect(compareDecimals(sumDecimals(debts.map(({ principalPart }) => principalPart)), repaid)).toBe(0)
      expect(compareDecimals(repaid, balance)).toBeLessThanOrEqual(0)
      const left = roundDecimal(multiplyDecimals(subtractDecimals(remain, taken), worth), 2)
      const covered = roundDecimal(multiplyDecimals('0.55', left), 2)
      expect(compareDecimals(subtractDecimals(balance, repaid), covered)).toBeLessThanOrEqual(0)
    }),
    { numRuns: 500 },
  )
})
