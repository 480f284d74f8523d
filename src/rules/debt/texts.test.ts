import { expect, it } from 'vitest'
import { isDerived, type Derivation } from '../../../engine/core/derivation'
import { dailyFee, feeParts, monthlyFee, oneOffFee } from '../serviceFee'
import { receiptParts, verificationParts } from '../settlementParts'
import { backDatedRows, interestBetween, interestRows, penaltyRows } from './accrual'
import { explainDebt } from './explain'
import { monthlyInterest } from './monthly'
import { owedOn, writeOffAmount } from './owed'
import { explainRepayment } from './repayment'
import { minSupplement, principalOfAmount, totalOf } from './settlement'
import { figure } from './terms'
import { referenceFacts } from '../testing/waterlineFacts'
import { waterlineOf } from '../waterline'
import { explainWaterline } from '../waterlineExplained'
import { accruedThrough, noteOf } from './testing'
import { derivationTexts } from './texts'

const storedDebt = {
  dayCount: 'ACT_360' as const,
  penaltyUplift: '0.5',
  outstandingPrincipal: '1',
  paidInterest: '0',
  writtenOffInterest: '0',
  paidPenalty: '0',
  writtenOffPenalty: '0',
}

const repaid = { interest: '1', penalty: '0', source: { entity: 'repayment', id: '1', label: 'HK1' } }

/** With those that explain them. */
function withinAll(derivations: readonly Derivation[]): Derivation[] {
  return derivations.flatMap((each) => [each, ...withinAll(Object.values(each.inputs).flat().filter(isDerived))])
}

/** One of every explanation that there is. */
function allDerivations(): Derivation[] {
  const note = accruedThrough(noteOf(), '2026-09-09')
  const early = { annualRate: '0.072', dayCount: 'ACT_360' as const, missing: 18 }
  const { interest, penalty } = owedOn(note, '2026-09-10')
  const total = totalOf({ receiptAmount: '1', bondOffset: '0', depositOffset: '0', transferAmount: '0', writeOffAmount: '0' })
  const debt = { ...note, id: '1', debtNo: 'JJ1', overdue: true, isTaxLoan: false, minInterestDays: 30 }
  const fee = { id: '1', receivableNo: 'YS1', dueDate: '2026-09-01', amount: '1' }
  const rows = [
    ...interestRows(noteOf(), '2026-03-02'),
    ...penaltyRows(noteOf(), '2026-09-04'),
    ...backDatedRows(note, '1', '2026-09-01', '2026-09-10'),
  ]
  const water = { ...referenceFacts, principal: '4', arrivedPrincipal: '4', interest: '2', bondBalance: '1', pledgedValue: '1' }
  const parts = {
    pledged: [figure('figure.itemValue', '1')],
    principal: [figure('figure.debtPrincipal', '4')],
    charges: [figure('figure.debtCharges', '2'), figure('figure.dueFee', '0')],
    bonds: [figure('figure.bondOfLoan', '1')],
  }
  return [
    ...withinAll(Object.values(explainWaterline({ ...water, ...waterlineOf(water) }, parts))),
    ...rows.map(({ derivation }) => derivation),
    interest,
    penalty,
    ...withinAll(Object.values(explainDebt(storedDebt, []))),
    ...withinAll(Object.values(explainDebt({ ...storedDebt, paidInterest: '1' }, [], [repaid]))),
    writeOffAmount({ principal: '1', interest: '1', penalty: '1', fees: '1' }),
    minSupplement('1', early),
    principalOfAmount('1', '1', early).principal,
    total,
    ...withinAll(Object.values(explainRepayment({ debts: [debt], fees: [fee] }, '2026-09-10', total))),
    monthlyInterest('2026-03-20', '1', '0').amount,
    interestBetween('1', early, '2026-03-01', '2026-03-31'),
    oneOffFee('1', '1'),
    dailyFee([{ balance: '1' }], '1'),
    monthlyFee('1', '1'),
    ...withinAll(
      Object.values(
        receiptParts(
          { amount: '1', verifiedAmount: '1', depositAmount: '0', refundedAmount: '0' },
          { verified: [{ amount: '1' }], deposited: [], refunded: [] },
        ),
      ),
    ),
    ...Object.values(verificationParts({ payment: [{ amount: '1' }], verified: [{ amount: '1' }], deposited: [{ amount: '1' }] })).filter(
      isDerived,
    ),
    ...Object.values(feeParts(figure('fee.total', '1'), { taxRate: '0', receivedAmount: '0', waivedAmount: '0' })),
  ]
}

it('has a text for every amount and figure of the explanations, and none for anything else', () => {
  const keys = allDerivations().flatMap(({ title, inputs }) => [
    title,
    ...Object.values(inputs)
      .flat()
      .map((input) => input.title),
  ])
  expect([...new Set(keys)].toSorted()).toEqual(Object.keys(derivationTexts).toSorted())
})

it('E-02 tries 6,000.00 for a month on 1,000,000.00 at 7.2 %', () => {
  const terms = { annualRate: '0.072', dayCount: 'ACT_360' as const }
  expect(interestBetween('1000000', terms, '2026-03-01', '2026-03-31').value).toBe('6000.00')
})
