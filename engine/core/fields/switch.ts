import { messageText } from '../messages'
import { schemaType, type FieldOf } from './schemaType'
import { InvalidValue, type ValueType } from './valueType'

/** Yes or no. A filter in an address says them as texts. */
export const switchValue: ValueType = {
  attached: false,
  given: false,
  emptyListIsValue: false,
  read: (_field, raw) => (typeof raw === 'boolean' ? raw : new InvalidValue('type', 'invalid.switch')),
  text: () => (value) => messageText(value === true || value === 'true' ? 'value.yes' : 'value.no'),
  same: (one, other) => one === other,
}

export const switchSchema = /* @__PURE__ */ schemaType<FieldOf<'switch'>>({ width: () => 80, scalar: 'boolean', key: true })
