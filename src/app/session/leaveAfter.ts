/** Time to read why the session has ended before its pages are left (acceptance S5). */
export const LEAVE_AFTER_MS = 2000
