import {
  addDecimals,
  allocateDecimal,
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  type Decimal,
} from '../../engine/core/decimal'

/** 一般贸易, 保税, 跨境电商. */
export type CustomsMode = 'GENERAL' | 'BONDED' | 'CBEC'

export interface TaxedGoods {
  /** FOB, in the document's currency. */
  amount: Decimal
  dutyRate?: Decimal | null
  consumptionTaxRate?: Decimal | null
  vatRate?: Decimal | null
}

export interface TaxLine {
  /** 完税价格, whole yuan. */
  dutiableValue: Decimal
  duty: Decimal
  consumptionTax: Decimal
  vat: Decimal
  totalTax: Decimal
}

export interface ImportTax extends TaxLine {
  lines: TaxLine[]
  /** As given, or reckoned; in the document's currency. */
  insurance: Decimal
}

/** Of goods and freight, where no insurance is known. */
const insuranceRate = '0.003'
/** A kind of tax below this on one document is not levied, yuan. */
const exemptBelow = '50'
/** Part of consumption tax and VAT that cross-border retail pays. */
const crossBorderPart = '0.7'

const kinds = ['duty', 'consumptionTax', 'vat'] as const

/**
 * E-19: taxes of one declaration, in yuan; freight and insurance are spread over the lines by their amounts. What comes into a bonded
 * warehouse pays nothing yet.
 */
export function importTax(
  goods: readonly TaxedGoods[],
  terms: { mode: CustomsMode; exchangeRate: Decimal; freight?: Decimal; insurance?: Decimal },
): ImportTax {
  const { mode, exchangeRate, freight = '0' } = terms
  const amounts = goods.map((line) => line.amount)
  const insurance = terms.insurance ?? roundDecimal(multiplyDecimals(addDecimals(...amounts, freight), insuranceRate), 2)
  const [freights, insurances] = [freight, insurance].map((charge) => allocateDecimal(roundDecimal(charge, 2), amounts, 2))
  const levied = goods.map((line, index) => {
    const cif = addDecimals(line.amount, freights?.[index] ?? '0', insurances?.[index] ?? '0')
    return leviedOn(roundDecimal(multiplyDecimals(cif, exchangeRate), 0), line, mode)
  })
  const lines = withoutTrifles(levied)
  const sum = (name: keyof TaxLine): Decimal => roundDecimal(sumDecimals(lines.map((line) => line[name])), name === 'dutiableValue' ? 0 : 2)
  const totals = { dutiableValue: sum('dutiableValue'), duty: sum('duty'), consumptionTax: sum('consumptionTax'), vat: sum('vat') }
  return { ...totals, totalTax: sum('totalTax'), lines, insurance }
}

type Levied = Omit<TaxLine, 'totalTax'>

function leviedOn(dutiableValue: Decimal, { dutyRate, consumptionTaxRate, vatRate }: TaxedGoods, mode: CustomsMode): Levied {
  if (mode === 'BONDED') return { dutiableValue, duty: '0.00', consumptionTax: '0.00', vat: '0.00' }
  const duty = mode === 'CBEC' ? '0.00' : roundDecimal(multiplyDecimals(dutiableValue, dutyRate ?? '0'), 2)
  const rate = consumptionTaxRate ?? '0'
  const withDuty = addDecimals(dutiableValue, duty)
  const consumption = divideDecimals(multiplyDecimals(withDuty, rate), subtractDecimals('1', rate))
  const consumptionTax = roundDecimal(consumption, 2)
  const vat = multiplyDecimals(addDecimals(withDuty, consumptionTax), vatRate ?? '0')
  const part = mode === 'CBEC' ? crossBorderPart : '1'
  return {
    dutiableValue,
    duty,
    consumptionTax: roundDecimal(multiplyDecimals(consumption, part), 2),
    vat: roundDecimal(multiplyDecimals(vat, part), 2),
  }
}

function withoutTrifles(lines: readonly Levied[]): TaxLine[] {
  const exempt = new Set(kinds.filter((kind) => compareDecimals(sumDecimals(lines.map((line) => line[kind])), exemptBelow) < 0))
  return lines.map((line) => {
    const taxes = Object.fromEntries(kinds.map((kind) => [kind, exempt.has(kind) ? '0.00' : line[kind]])) as Pick<
      TaxLine,
      (typeof kinds)[number]
    >
    return { ...line, ...taxes, totalTax: roundDecimal(sumDecimals(kinds.map((kind) => taxes[kind])), 2) }
  })
}
