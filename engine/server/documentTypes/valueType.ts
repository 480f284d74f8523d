import { isInteger, isMultiple } from '../../core/fields'
import type { FieldPlan, FieldType, ProductPlan } from '../../core/plan'
import { pascal, union } from './source'

type Dictionaries = ProductPlan['dictionaries']

/** Of one value. */
const valueTypes: Record<FieldType, (field: FieldPlan, dictionaries: Dictionaries) => string> = {
  text: () => 'string',
  textarea: () => 'string',
  digit: numberType,
  money: numberType,
  percent: numberType,
  date: () => 'string',
  dateTime: () => 'string',
  select: codeType,
  switch: () => 'boolean',
  ref: () => 'string',
  // Ids of files that are attached.
  files: () => 'string[]',
  serial: () => 'string',
  status: () => 'string',
  json: ({ shape = '' }) => `shapes.${shapeTypeName(shape)}`,
}

/** The type of a field's values where there are some. */
export function valueTypeIn(dictionaries: Dictionaries): (field: FieldPlan) => string {
  return (field) => {
    const one = valueTypes[field.type](field, dictionaries)
    return isMultiple(field) ? `(${one})[]` : one
  }
}

export function shapeTypeName(shape: string): string {
  return pascal(shape)
}

function numberType(field: FieldPlan): string {
  return isInteger(field) ? 'number' : 'Decimal'
}

/** An admin adds codes to a dictionary while the server runs, unless it is closed. */
function codeType({ dictionary = '' }: FieldPlan, dictionaries: Dictionaries): string {
  const { closed, items = [] } = dictionaries[dictionary] ?? {}
  return closed ? union(items.map(({ code }) => code)) : 'string'
}
