import { formatDateTime } from '../../../engine/core/dateTime'

/** The business day of the server, which runs on the real clock: `YYYY-MM-DD`. */
export const today = formatDateTime(new Date().toISOString()).slice(0, 10)
