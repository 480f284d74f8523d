import { formatDateTime, isDateTime } from '../dateTime'
import { hasPlace } from './date'
import { schemaType, type FieldOf } from './schemaType'
import { InvalidValue, type ValueType } from './valueType'

/** A moment: ISO 8601 with offset on the wire, kept in UTC, read as the wall clock of Shanghai. */
export const dateTime: ValueType = {
  attached: false,
  given: false,
  emptyListIsValue: false,
  read: (_field, raw) => (isDateTime(raw) && hasPlace(raw) ? new Date(raw).toISOString() : new InvalidValue('type', 'invalid.dateTime')),
  text: () => formatDateTime,
  same: (one, other) => one === other || Date.parse(String(one)) === Date.parse(String(other)),
}

export const dateTimeSchema = /* @__PURE__ */ schemaType<FieldOf<'dateTime'>>({ width: () => 168, scalar: 'dateTime' })
