import { optional } from '../sources/optional'
import { formatDecimal } from '../decimal'
import { decimals } from './decimals'
import { schemaType, type FieldOf } from './schemaType'
import type { ValueType } from './valueType'

const AMOUNT_DECIMALS = 2

/** An amount or unit price; its unit stands with the title. */
export const money: ValueType = {
  ...decimals(
    0,
    ({ decimals: places = AMOUNT_DECIMALS }) =>
      (value) =>
        formatDecimal(value, places),
  ),
  unitApart: true,
}

export const moneySchema = /* @__PURE__ */ schemaType<FieldOf<'money'>>({
  width: () => 140,
  align: 'right',
  summable: true,
  scalar: 'number',
  options: ({ decimals: places = AMOUNT_DECIMALS, min, max, unit }) => ({ decimals: places, ...optional({ min, max, unit }) }),
})
