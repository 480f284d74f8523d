import { optional } from '../sources/optional'
import { formatPercent } from '../decimal'
import { decimals } from './decimals'
import { schemaType, type FieldOf } from './schemaType'
import type { ValueType } from './valueType'

const FRACTION_DECIMALS = 4
/** Per cent has so many decimals fewer than the fraction. */
export const PERCENT_SHIFT = 2

/** A rate: stored as a fraction (0.7000), typed and read in per cent (70.00 %). */
export const percent: ValueType = {
  ...decimals(PERCENT_SHIFT, ({ decimals: places = FRACTION_DECIMALS }) => {
    const shown = Math.max(places - PERCENT_SHIFT, 0)
    return (value) => formatPercent(value, shown)
  }),
  share: true,
}

export const percentSchema = /* @__PURE__ */ schemaType<FieldOf<'percent'>>({
  width: () => 100,
  align: 'right',
  scalar: 'number',
  options: ({ decimals: places = FRACTION_DECIMALS, min, max }) => ({ decimals: places, ...optional({ min, max }) }),
})
