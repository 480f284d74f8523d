import { notInALine } from './characters'

/** Longest code or key; nothing stored is longer. */
const MAX_KEY = 200

/** A text that a code or a key of a row can be. */
export function isKey(raw: unknown): raw is string {
  return typeof raw === 'string' && raw.length <= MAX_KEY && !notInALine.test(raw)
}
