import { textOf } from '../../core/fields'
import type { FieldDefinition } from '../fieldDefinition'

/** What most types share; each type names what is its own beside it. */
export const plainField = {
  cell: ({ field }, context) => textOf(field, context),
  copyable: () => false,
  answered: false,
  range: 'twice',
  searchChoices: () => undefined,
  given: (_field, text) => text,
  fromAddress: (text) => text,
  paste: () => undefined,
  inputWidth: 120,
  dialogWidth: () => 100,
} satisfies Partial<FieldDefinition>
