/** How the figures of a water line came about (E-12), from what is stored of it and, where they still are what they were, from the records behind. */
import { compareDecimals, sumDecimals } from '../../engine/core/decimal'
import { derive, type Derivation, type DerivationInput, type Figure } from '../../engine/core/derivation'
import { figure, sumOrFigure } from './debt/terms'
import type { Waterline, WaterlineFacts } from './waterline'

/** What a row of the water line says, whatever has become of its loan since. */
export type StoredWaterline = Waterline & Pick<WaterlineFacts, 'pledgedValue' | 'provisionalValue' | 'bondBalance' | 'initialRate'>

/** Records that figures of a row may be the sums of. */
export interface WaterlineParts {
  pledged: readonly Figure[]
  charges: readonly Figure[]
  bonds: readonly Figure[]
  principal: readonly Figure[]
}

export type ExplainedWaterline = Record<'totalValue' | 'exposure' | 'ltv' | 'gapValue', Derivation> &
  Partial<Record<'fillCash' | 'fillGoodsValue' | 'pledgedValue' | 'outstandingPrincipal' | 'unpaidInterest' | 'bondBalance', Derivation>>

const cents = { decimals: 2, mode: 'halfUp' } as const
const up = { decimals: 2, mode: 'ceil' } as const

export function explainWaterline(line: StoredWaterline, parts: WaterlineParts): ExplainedWaterline {
  // Records that have changed since then explain nothing any more.
  const pledged = sumOrFigure('water.pledged', line.pledgedValue, parts.pledged)
  const principal = sumOrFigure('water.principal', line.outstandingPrincipal, parts.principal)
  const charges = sumOrFigure('water.charges', line.unpaidInterest, parts.charges)
  const bond = sumOrFigure('water.bond', line.bondBalance, parts.bonds)
  // While a procurement plan is under way, what is on its way does not count (decision B1).
  const counted = compareDecimals(sumDecimals([line.pledgedValue, line.provisionalValue]), line.totalValue) === 0
  const value = derive({
    title: 'water.value',
    formula: counted ? 'pledged + provisional' : 'pledged',
    rounding: cents,
    inputs: { pledged, ...(counted ? { provisional: figure('figure.provisional', line.provisionalValue) } : {}) },
  })
  const exposure = derive({
    title: 'water.exposure',
    formula: 'max([principal + charges - bond, 0])',
    rounding: cents,
    inputs: { principal, charges, bond },
  })
  const rate = figure('figure.initialRate', line.initialRate)
  const isFilled = line.waterLevel !== 'NORMAL'
  return {
    ...derivedOf({ pledgedValue: pledged, outstandingPrincipal: principal, unpaidInterest: charges, bondBalance: bond }),
    totalValue: value,
    exposure,
    ltv: ltvOf(exposure, value),
    gapValue: derive({
      title: 'water.gap',
      formula: 'value - least',
      rounding: cents,
      inputs: { value, least: figure('figure.leastControlled', line.minControlValue) },
    }),
    ...(isFilled
      ? {
          fillCash: derive({
            title: 'water.fillCash',
            formula: 'max([exposure - rate * value, 0])',
            rounding: up,
            inputs: { exposure, rate, value },
          }),
          fillGoodsValue: goodsOf(exposure, rate, value),
        }
      : {}),
  }
}

/** E-12: of an exposure without collateral, and beyond what the column holds, the highest there is. */
function ltvOf(exposure: Derivation, value: Derivation): Derivation {
  const [none, bare] = [exposure.value, value.value].map((amount) => compareDecimals(amount, '0') <= 0)
  return derive({
    title: 'water.ltv',
    formula: none ? '0' : bare ? '9.9999' : 'min([exposure / value, 9.9999])',
    rounding: { decimals: 4, mode: 'halfUp' },
    inputs: { exposure, value },
  })
}

function goodsOf(exposure: Derivation, rate: Figure, value: Derivation): Derivation {
  const hasRate = compareDecimals(rate.value, '0') > 0
  const covered = derive({ title: 'water.covered', formula: hasRate ? 'exposure / rate' : '0', rounding: up, inputs: { exposure, rate } })
  return derive({ title: 'water.fillGoods', formula: 'max([covered - value, 0])', rounding: cents, inputs: { covered, value } })
}

function derivedOf<Name extends string>(inputs: Record<Name, DerivationInput>): Partial<Record<Name, Derivation>> {
  return Object.fromEntries(Object.entries(inputs).filter(([, input]) => 'formula' in (input as object))) as Partial<
    Record<Name, Derivation>
  >
}
