import { addDays } from '../../../engine/core/dateTime'
import { fieldProblem, invalid, notFound } from '../../../engine/server/problem'
import { workdayAfter } from '../../rules/workdays'
import { workdaysBetween } from '../rules/calendar'
import type { Handler } from '../ruleTypes'

/** The calendar of a year, with weekends free and all else worked; one that is there already stays as it is (domain 60, calendar). */
export const generateCalendar: Handler<'generateCalendar'> = async ({ tools, params }) => {
  const calendarYear = Number(params.year)
  if (!/^20\d\d$/.test(params.year)) throw invalid([fieldProblem('year', 'range', '年度须在 2000 与 2099 之间')])
  const known = await tools.find('calendar', { calendarYear }, { limit: 1 })
  if (known.length > 0) return { created: 0, skipped: 1 }
  await tools.create('calendar', { calendarYear, calendarName: `${calendarYear} 年日历` })
  return { created: 1, skipped: 0 }
}

export const changeCalendarDay: Handler<'changeCalendarDay'> = async ({ kysely, tools, params, body }) => {
  const day = await kysely.selectFrom('calendar_days').select('parent_id').where('id', '=', params.dayId).executeTakeFirst()
  if (!day) throw notFound()
  await tools.perform('calendar', String(day.parent_id), 'changeDay', { dayId: params.dayId, ...body })
  return { id: params.dayId }
}

/** So many days of work from a day (E-05); 0 is the day itself or the next one. */
export const workdayOf: Handler<'workdayOf'> = async ({ tools, query: { from, offset = 0 } }) => {
  // Two days of the calendar for each of work, and the longest holiday.
  const reach = 2 * Math.abs(offset) + 60
  const isWorkday = await workdaysBetween(tools, addDays(from, -reach), addDays(from, reach))
  return { date: workdayAfter(from, offset, isWorkday) }
}
