/** How the amounts that stand on a debt note came about, from its own rows; and explanations in words. */
import { compareDecimals, formatDecimal, formatPercent, type Decimal } from '../../../engine/core/decimal'
import {
  derive,
  isDerived,
  writtenOut,
  type Derivation,
  type DerivationInput,
  type Figure,
  type Rounding,
  type Source,
} from '../../../engine/core/derivation'
import { derivationOf, type AccrualType } from './accrual'
import { figure, sumOrFigure, type DebtTerms } from './terms'
import { derivationTexts } from './texts'

/** A row as it is stored: what is taken back is below 0. */
export interface StoredRow {
  accrualType: AccrualType
  accrualDate: string
  basePrincipal: Decimal
  annualRate: Decimal
  days: number
  amount: Decimal
  /** The repayment that it came with; absent: the end of a day. */
  source?: Source | undefined
}

/** What one repayment has paid of a debt note. */
export interface PaidPart {
  interest: Decimal
  penalty: Decimal
  source: Source
}

export interface StoredDebt extends Pick<DebtTerms, 'dayCount' | 'penaltyUplift'> {
  outstandingPrincipal: Decimal
  paidInterest: Decimal
  writtenOffInterest: Decimal
  paidPenalty: Decimal
  writtenOffPenalty: Decimal
}

export interface ExplainedDebt {
  unpaidInterest: Derivation
  unpaidPenalty: Derivation
  totalDue: Derivation
}

const cents = { decimals: 2, mode: 'halfUp' } as const
const penalties: ReadonlySet<AccrualType> = new Set(['PENALTY', 'PENALTY_ADJUST'])

/** What a row says of itself, which is what it was computed from; of what is taken back, or back again, with its sign. */
export function explainRow(terms: Pick<DebtTerms, 'dayCount' | 'penaltyUplift'>, row: StoredRow): DerivationInput {
  // What is charged beside days follows from the repayment that it came with.
  if (row.accrualType === 'MIN_SUPPLEMENT') return figure('accrual.MIN_SUPPLEMENT', row.amount, row.source)
  const { accrualType, basePrincipal, days, annualRate, amount, accrualDate } = row
  const derivation = { ...derivationOf({ ...terms, annualRate }, { accrualType, basePrincipal, days }, row.source), of: accrualDate }
  return amount.startsWith('-') ? derive({ ...derivation, formula: `-(${derivation.formula})` }) : derivation
}

/** @param repaid what repayments have paid, in their order; what of it does not come to what is noted as paid is left out */
export function explainDebt(debt: StoredDebt, rows: readonly StoredRow[], repaid: readonly PaidPart[] = []): ExplainedDebt {
  const unpaid = (isPenalty: boolean): Derivation => {
    const own = rows.filter(({ accrualType }) => penalties.has(accrualType) === isPenalty)
    const kind = isPenalty ? 'Penalty' : 'Interest'
    return derive({
      title: `owed.unpaid${kind}`,
      formula: 'round(accrued, 2) - paid - writtenOff',
      rounding: cents,
      inputs: {
        accrued: derive({
          title: `figure.accrued${kind}`,
          formula: 'sum(rows)',
          rounding: { decimals: 6, mode: 'halfUp' },
          inputs: { rows: own.map((row) => explainRow(debt, row)) },
        }),
        paid: paidOf(kind, debt[`paid${kind}`], repaid),
        writtenOff: figure(`figure.writtenOff${kind}`, debt[`writtenOff${kind}`]),
      },
    })
  }
  const [unpaidInterest, unpaidPenalty] = [unpaid(false), unpaid(true)]
  const totalDue = derive({
    title: 'owed.total',
    formula: 'principal + interest + penalty',
    rounding: cents,
    inputs: { principal: figure('figure.owedPrincipal', debt.outstandingPrincipal), interest: unpaidInterest, penalty: unpaidPenalty },
  })
  return { unpaidInterest, unpaidPenalty, totalDue }
}

function paidOf(kind: 'Interest' | 'Penalty', paid: Decimal, repaid: readonly PaidPart[]): DerivationInput {
  const parts = repaid.flatMap(({ source, ...part }) => {
    const amount = kind === 'Interest' ? part.interest : part.penalty
    return compareDecimals(amount, '0') === 0 ? [] : [figure('figure.repaidPart', amount, source)]
  })
  return sumOrFigure(`figure.alreadyPaid${kind}`, paid, parts)
}

/** An explanation in the words of its texts: the formula with titles, the formula with figures, and what stands in it. */
export interface SpokenDerivation {
  title: string
  value: Decimal
  /** The value as people write it. */
  text: string
  formula?: string
  figures?: string
  rounding?: string
  /** Why this formula is the one, where one was chosen. */
  because?: string
  inputs?: SpokenDerivation[]
  /** The same for who computes it again: the formula over names, those of the inputs in their order, and the rounding. */
  computed?: { formula: string; names: string[]; lists: string[]; rounding?: Rounding }
  /** The record that a figure stands in, with the address of its page where the reader has one. */
  source?: Figure['source'] & { href?: string }
}

const rates: ReadonlySet<string> = new Set([
  'figure.initialRate',
  'water.ltv',
  'figure.rate',
  'figure.uplift',
  'figure.feeRate',
  'figure.taxRate',
])
const plain = new Set(['figure.days', 'figure.basis'])

/** @param percents titles of further figures that are parts of a whole */
export function spoken(input: DerivationInput, percents: ReadonlySet<string> = rates): SpokenDerivation {
  const title = [derivationTexts[input.title] ?? input.title, ...(input.of === undefined ? [] : [input.of])].join(' ')
  if (!isDerived(input))
    return { title, value: input.value, text: figureText(input, percents), ...(input.source ? { source: input.source } : {}) }
  const inputs = Object.entries(input.inputs).flatMap(([name, of]) => [of].flat().map((each) => ({ name, each })))
  return {
    title,
    value: input.value,
    text: figureText(input, percents),
    formula: writtenOut(input, (each) => derivationTexts[each.title] ?? each.title),
    figures: writtenOut(input, (each) => figureText(each, percents)),
    ...(input.rounding ? { rounding: `${roundings[input.rounding.mode]}${input.rounding.decimals} 位小数` } : {}),
    ...(input.because ? { because: input.because.join('；') } : {}),
    inputs: inputs.map(({ each }) => spoken(each, percents)),
    computed: {
      formula: input.formula,
      names: inputs.map(({ name }) => name),
      lists: Object.keys(input.inputs).filter((name) => Array.isArray(input.inputs[name])),
      ...(input.rounding ? { rounding: input.rounding } : {}),
    },
  }
}

const roundings = { halfUp: '四舍五入到 ', ceil: '向上取 ', floor: '向下取 ' } as const

/** A figure as people write it. */
export function figureText({ title, value }: DerivationInput, percents: ReadonlySet<string> = rates): string {
  if (plain.has(title)) return value
  return percents.has(title) ? formatPercent(value, 4) : formatDecimal(value, (value.split('.')[1] ?? '').length > 2 ? 6 : 2)
}
