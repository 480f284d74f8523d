import { attachmentSchema, listOf } from '../jsonSchema'
import { textSheet } from './cells'
import type { ServerType } from './serverType'

/** Uploaded files: attachments, which read/shape.ts adds to a record. */
export const files: ServerType = {
  row: undefined,
  fromQuery: (value) => value,
  sheet: textSheet(undefined),
  // Ids of files that are attached.
  script: () => 'string[]',
  schema: () => listOf(attachmentSchema),
}
