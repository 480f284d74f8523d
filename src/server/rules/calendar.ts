/** Calendars: which days are worked (domain 20, calendar; E-05). */
import { addDays } from '../../../engine/core/dateTime'
import { daysOfYear, isNamed, refuseDayType, workdaysOf, type IsWorkday } from '../../rules/workdays'
import type { ActionRule, SaveRule, Tools } from '../ruleTypes'

/** No holiday lasts so long: within so many days there is one of work. */
const longestRest = 60

/** The days of work from a day on, until well after the next holiday. */
export function workdaysFrom(tools: Pick<Tools, 'trx'>, day: string): Promise<IsWorkday> {
  return workdaysBetween(tools, day, addDays(day, longestRest))
}

/** The days of work as calendars in force have them; where a year has none, Saturdays and Sundays are not worked (E-05). */
export async function workdaysBetween({ trx }: Pick<Tools, 'trx'>, first: string, last: string): Promise<IsWorkday> {
  const days = await trx
    .selectFrom('calendar_days as d')
    .innerJoin('calendar as c', 'c.id', 'd.parent_id')
    .select(['d.calendar_date as calendarDate', 'd.day_type as dayType'])
    .where('c.status', '=', 'ENABLED')
    .where('d.calendar_date', '>=', first)
    .where('d.calendar_date', '<=', last)
    .execute()
  return workdaysOf(days)
}

/** A calendar has every day of its year; a new one begins with what its weekdays say. */
export const saveCalendar: SaveRule<'calendar'> = (tools, { values: calendar, before }) => {
  const { calendarYear: year } = calendar
  const all = daysOfYear(year)
  if (!before && calendar.days.length === 0) calendar.days = all.map((day) => ({ ...day, worked: 0, free: 0 }))
  for (const [index, day] of calendar.days.entries()) {
    if (!day.calendarDate.startsWith(`${year}-`)) tools.invalid(`days.${index}.calendarDate`, `${day.calendarDate} 不是 ${year} 年的日期`)
    const refusal = refuseDayType(day.calendarDate, day.dayType)
    if (refusal !== undefined) tools.invalid(`days.${index}.dayType`, refusal)
    if (!isNamed(day.dayType)) day.holidayName = null
  }
  // Each day once, and all of this year: none is missing if there are as many.
  if (calendar.days.length !== all.length) tools.invalid('days', `${year} 年有 ${all.length} 天，日历中有 ${calendar.days.length} 天`)
}

/** One day of a calendar, as its page changes it. */
export const changeCalendarDay: ActionRule<'calendar', 'changeDay'> = (tools, { record, form }) => {
  const day = record.days.find(({ id }) => id === form.dayId)
  const refusal = day ? refuseDayType(day.calendarDate, form.dayType) : '日历中没有这一天'
  if (refusal !== undefined) tools.invalid('dayType', refusal)
  const holidayName = isNamed(form.dayType) ? (form.holidayName ?? null) : null
  return { set: { days: [{ id: form.dayId, dayType: form.dayType, holidayName }] } }
}
