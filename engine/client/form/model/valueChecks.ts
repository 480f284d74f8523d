import type { ValueChecks } from '../../../core/fields'

/** Text checks of the product by name, the same functions as on the server. */
export type Formats = ValueChecks['formats']

/**
 * The checks of a value that the browser can do by itself. Only the server knows the present codes of a dictionary, the shapes of structured values
 * and the stored values of masked fields.
 */
export function valueChecks(formats: Formats): ValueChecks {
  return { formats, hasCode: () => true, hasShape: () => true, knowsNoStored: true }
}
