import { optional } from '../sources/optional'
import { formatDecimal, toDecimal } from '../decimal'
import { decimals } from './decimals'
import { schemaType, type FieldOf } from './schemaType'
import type { ValueType } from './valueType'

/** A count or quantity; its unit stands behind it. */
export const digit: ValueType = decimals(0, ({ decimals: places = 0, unit, plain }) => {
  const number = (value: unknown): string => (plain ? formatDecimal(value, places).replaceAll(',', '') : formatDecimal(value, places))
  if (unit === undefined) return number
  return (value) => (toDecimal(value) === undefined ? number(value) : `${number(value)} ${unit}`)
})

export const digitSchema = /* @__PURE__ */ schemaType<FieldOf<'digit'>>({
  width: () => 110,
  align: 'right',
  summable: true,
  scalar: 'number',
  key: true,
  options: ({ decimals: places = 0, min, max, unit, unitFrom, plain }) => ({
    decimals: places,
    ...optional({ min, max, unit, unitFrom, plain }),
  }),
})
