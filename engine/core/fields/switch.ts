import { messageText } from '../messages'
import { plainSchema, type FieldOf, type SchemaType } from './schemaType'
import { Unfit, type ValueType } from './valueType'

/** Yes or no. A filter in an address says them as texts. */
export const switchValue: ValueType = {
  attached: false,
  given: false,
  emptyListSays: false,
  read: (_field, raw) => (typeof raw === 'boolean' ? raw : new Unfit('type', 'invalid.switch')),
  text: () => (value) => messageText(value === true || value === 'true' ? 'value.yes' : 'value.no'),
  same: (one, other) => one === other,
}

export const switchSchema: SchemaType<FieldOf<'switch'>> = { ...plainSchema, width: () => 80, expression: () => 'boolean' }
