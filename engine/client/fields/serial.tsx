import { CopyableText } from './controls/CopyableText'
import { TextInput } from './controls/TextInput'
import { defineField } from './definition'
import { formatText } from './formatText'

/** A document number: given by the server, so that the input only ever searches. */
export const serialField = defineField({
  type: 'serial',
  formatter: () => formatText,
  cell: () => (value) => <CopyableText text={formatText(value)} />,
  Input: TextInput,
})
