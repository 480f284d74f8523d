/** The days on which the demo accounts work, and how the platform comes to know them. */
import { addDays } from '../../../engine/core/dateTime'
import { workdayFrom as nextWorkday, workdaysOf, type CalendarDay } from '../../rules/workdays'
import type { World } from './world'

/** Days off from the first to the last, and the days of the weekend that are worked for them. */
interface Holiday {
  name: string
  from: string
  to: string
  worked?: string[]
}

/** As the General Office of the State Council has announced them for 2025 and 2026; for 2027 nothing is announced yet. */
const holidays: Holiday[] = [
  { name: '元旦', from: '2025-01-01', to: '2025-01-01' },
  { name: '春节', from: '2025-01-28', to: '2025-02-04', worked: ['2025-01-26', '2025-02-08'] },
  { name: '清明节', from: '2025-04-04', to: '2025-04-06' },
  { name: '劳动节', from: '2025-05-01', to: '2025-05-05', worked: ['2025-04-27'] },
  { name: '端午节', from: '2025-05-31', to: '2025-06-02' },
  { name: '国庆节、中秋节', from: '2025-10-01', to: '2025-10-08', worked: ['2025-09-28', '2025-10-11'] },
  { name: '元旦', from: '2026-01-01', to: '2026-01-03', worked: ['2026-01-04'] },
  { name: '春节', from: '2026-02-15', to: '2026-02-23', worked: ['2026-02-14', '2026-02-28'] },
  { name: '清明节', from: '2026-04-04', to: '2026-04-06' },
  { name: '劳动节', from: '2026-05-01', to: '2026-05-05', worked: ['2026-05-09'] },
  { name: '端午节', from: '2026-06-19', to: '2026-06-21' },
  { name: '中秋节', from: '2026-09-25', to: '2026-09-27' },
  { name: '国庆节', from: '2026-10-01', to: '2026-10-07', worked: ['2026-09-20', '2026-10-10'] },
]

const announced: CalendarDay[] = holidays.flatMap(({ name: holidayName, from, to, worked = [] }) => [
  ...daysFrom(from, to).map((calendarDate): CalendarDay => ({ calendarDate, dayType: 'HOLIDAY', holidayName })),
  ...worked.map((calendarDate): CalendarDay => ({ calendarDate, dayType: 'MAKEUP', holidayName })),
])

export const isWorkday = workdaysOf(announced)

/** The day itself when it is one of work, else the next that is. */
export function workdayFrom(day: string): string {
  return nextWorkday(day, isWorkday)
}

/** Every day from the first to the last, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** The administrator generates the calendars and imports what was announced (domain 70, G.1). */
export async function makeCalendars({ office }: World): Promise<void> {
  const admin = await office.as('admin')
  for (const year of ['2025', '2026', '2027']) await admin.ask('generateCalendar', { params: { year } })
  await admin.importLines('base/calendar', 'import', announced)
}
