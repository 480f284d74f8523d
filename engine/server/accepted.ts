import type { LinesPlan } from '../core/plan'
import type { Fields } from '../core/record/values'

/** What a request may say. */
export interface Accepted {
  fields: Fields
  /** With the cells that may be typed. */
  lines: Record<string, { table: LinesPlan; cells: Fields }>
  /** Keys that are no fields: `version`. */
  beside?: readonly string[]
}
