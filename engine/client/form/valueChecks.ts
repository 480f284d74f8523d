import type { ValueChecks } from '../../core/fields'

/** Text checks of the product by name, the same functions as on the server. */
export type Formats = ValueChecks['formats']

/** What the browser can check of a value by itself. The codes that a dictionary has now, the shapes of structured values, and what is stored behind a mask, are the server's to know. */
export function valueChecks(formats: Formats): ValueChecks {
  return { formats, hasCode: () => true, hasShape: () => true, knowsNoStored: true }
}
