import { TextInput } from './controls/TextInput'
import { defineField, type Cell } from './definition'
import { formatText } from './formatText'
import { CopyableText } from './controls/CopyableText'

export const textField = defineField({
  type: 'text',
  formatter: () => formatText,
  cell: ({ field }): Cell => (field.copyable ? (value) => <CopyableText text={formatText(value)} /> : formatText),
  Input: TextInput,
})
