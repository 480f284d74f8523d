/** Values of a record, a line row or a dialog by field name, in the shapes of the wire. */
export type Values = Record<string, unknown>

export { isBlank, sameValue, trimmed } from '../../core/fields'
