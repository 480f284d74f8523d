import { isDate } from '../dateTime'
import { messageText } from '../messages'
import { schemaType, type FieldOf } from './schemaType'
import { InvalidValue, type ValueType } from './valueType'

/** A calendar day, `YYYY-MM-DD` on the wire, in the table and on the page. */
export const date: ValueType = {
  attached: false,
  given: false,
  emptyListIsValue: false,
  read: (_field, raw) => (isDate(raw) && hasPlace(raw) ? raw : new InvalidValue('type', 'invalid.date')),
  text: () => (value) => (isDate(value) ? value : messageText('value.none')),
  same: (one, other) => one === other,
}

export const dateSchema = /* @__PURE__ */ schemaType<FieldOf<'date'>>({ width: () => 112, scalar: 'date', key: true })

/** PostgreSQL knows no year 0; the last year is kept free, so that a day after every day and a moment in every zone have a place too. */
export function hasPlace(text: string): boolean {
  return text >= '0001-01-02' && text < '9999'
}
