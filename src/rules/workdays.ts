/** Days of work and of rest (E-05). What the platform knows of them stands in its calendars, one for each year. */
import { addDays } from '../../engine/core/dateTime'

export type DayType = 'WORKDAY' | 'WEEKEND' | 'HOLIDAY' | 'MAKEUP'

export interface CalendarDay {
  calendarDate: string
  dayType: DayType
  holidayName?: string | null
}

/** Whether a day is one of work. */
export type IsWorkday = (day: string) => boolean

const [sunday, saturday] = [0, 6]

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

export function isWeekend(day: string): boolean {
  const weekday = weekdayOf(day)
  return weekday === sunday || weekday === saturday
}

/** Saturdays and Sundays are days of rest where nothing else is known. */
export const withoutCalendar: IsWorkday = (day) => !isWeekend(day)

/** What the days of calendars say; a day that none of them has is judged by its weekday alone. */
export function workdaysOf(days: Iterable<{ calendarDate: string; dayType: string }>): IsWorkday {
  const known = new Map<string, boolean>()
  for (const { calendarDate, dayType } of days) known.set(calendarDate, isWorked(dayType))
  return (day) => known.get(day) ?? withoutCalendar(day)
}

/** Work is done on workdays and on weekend days that are worked for a holiday. */
function isWorked(dayType: string): boolean {
  return dayType === 'WORKDAY' || dayType === 'MAKEUP'
}

/** Every day of a year as it is before holidays are announced. */
export function daysOfYear(year: number): CalendarDay[] {
  const days: CalendarDay[] = []
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1))
    days.push({ calendarDate: day, dayType: isWeekend(day) ? 'WEEKEND' : 'WORKDAY' })
  return days
}

/** What a day may be: a weekday is worked or a holiday, a day of the weekend is free, a holiday, or worked for one. */
export function dayTypesOf(day: string): DayType[] {
  return isWeekend(day) ? ['WEEKEND', 'HOLIDAY', 'MAKEUP'] : ['WORKDAY', 'HOLIDAY']
}

/** The day itself when it is one of work, else the next that is. */
export function workdayFrom(day: string, isWorkday: IsWorkday): string {
  return isWorkday(day) ? day : workdayAfter(day, 1, isWorkday)
}

/** So many days of work after a day, or before it where `offset` is negative; 0 is the day itself or the next day of work. */
export function workdayAfter(day: string, offset: number, isWorkday: IsWorkday): string {
  if (offset === 0) return workdayFrom(day, isWorkday)
  const step = Math.sign(offset)
  let candidate = day
  for (let left = Math.abs(offset); left > 0;) {
    candidate = addDays(candidate, step)
    if (isWorkday(candidate)) left -= 1
  }
  return candidate
}

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/** Why a day cannot be of a type. */
export function refuseDayType(day: string, dayType: string): string | undefined {
  if (dayTypesOf(day).some((possible) => possible === dayType)) return undefined
  const weekday = weekdays[weekdayOf(day)]
  return `${day} 是${weekday}，只能设为${isWeekend(day) ? '周末、法定假日或调休上班' : '工作日或法定假日'}`
}

/** A name belongs to a holiday and to what is worked for one; an ordinary day has none. */
export function isNamed(dayType: string): boolean {
  return dayType === 'HOLIDAY' || dayType === 'MAKEUP'
}
