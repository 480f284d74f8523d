/** The engine's field types, listed by hand: nothing registers itself by being imported. A product adds its own beside them. */
import { dateField } from './date'
import { dateTimeField } from './dateTime'
import { digitField } from './digit'
import type { FieldDefinition } from './definition'
import { filesField } from './files'
import { jsonField } from './json'
import { moneyField } from './money'
import { percentField } from './percent'
import { refField } from './ref'
import { selectField } from './select'
import { serialField } from './serial'
import { statusField } from './status'
import { switchField } from './switch'
import { textField } from './text'
import { textareaField } from './textarea'

export const engineFields: readonly FieldDefinition[] = [
  textField,
  textareaField,
  digitField,
  moneyField,
  percentField,
  dateField,
  dateTimeField,
  selectField,
  switchField,
  refField,
  filesField,
  serialField,
  statusField,
  jsonField,
]
