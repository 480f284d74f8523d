import { formatDateTime } from '../../core/dateTime'
import type { ExpressionEnvironment } from '../../core/expression'

/** What `today()` and `now()` answer while a form is filled; at the save the server's own clock counts. */
export function currentEnvironment(): ExpressionEnvironment {
  const now = new Date().toISOString()
  return { now, today: formatDateTime(now).slice(0, 10) }
}
