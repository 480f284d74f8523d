import { TextArea } from './controls/TextArea'
import { defineField } from './definition'
import { formatText } from './formatText'

export const textareaField = defineField({ type: 'textarea', formatter: () => formatText, Input: TextArea })
