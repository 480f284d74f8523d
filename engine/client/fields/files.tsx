import { FilesInput } from './controls/FilesInput'
import type { FieldDefinition } from '../fieldDefinition'
import { plainField } from './plainField'

/** Uploaded files. */
export const files: FieldDefinition = { ...plainField, Input: FilesInput, given: () => null }
