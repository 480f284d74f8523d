import { messages } from '../messages'
import { FilesInput } from './controls/FilesInput'
import { defineField } from './definition'
import { storedFiles } from './storedFile'

export const filesField = defineField({
  type: 'files',
  formatter: () => (value) =>
    storedFiles(value)
      .map(({ name }) => name)
      .join(messages.enumerate) || messages.empty,
  Input: FilesInput,
})
