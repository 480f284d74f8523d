import { serverError } from '../messages'

/**
 * A value of a query as `pg` is to send it. Plain objects become JSON; an array is an array of PostgreSQL, so a JSON array is passed as
 * text (`JSON.stringify`). A hole in the data must not turn into NULL or NaN on the way: both are refused.
 */
export function toParameter(value: unknown): unknown {
  if (
    value === undefined ||
    (typeof value === 'number' && !Number.isFinite(value)) ||
    typeof value === 'function' ||
    typeof value === 'symbol'
  ) {
    throw serverError('database.invalid-parameter', { found: String(value) })
  }
  // pg would write the local time of the process with its offset.
  if (value instanceof Date) return value.toISOString()
  return value
}
