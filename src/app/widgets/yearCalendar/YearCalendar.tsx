import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useDictionaries, usePermission, useServices, type WidgetProps } from '../../../../engine/client/context'
import { addDays, addMonths } from '../../../../engine/core/dateTime'
import { weekdayOf, type DayType } from '../../../rules/workdays'
import { DayDialog } from './DayDialog'
import { countsOf, monthsOf, numberOf, weekdayNames, type Day, type Month } from './months'
import './calendar.css'

/** What stands beside the number of a day, so that it is not told by its colour alone. */
const marks: Partial<Record<DayType, string>> = { HOLIDAY: '休', MAKEUP: '班' }

/** A year in twelve months (domain 60, calendar). Who may edit it presses a day to change what it is. */
export function YearCalendar({ screen, record, onDone }: WidgetProps) {
  const { environment } = useServices()
  const { today } = environment()
  const titles = useTitles()
  const mayEdit = usePermission(screen.actions['edit']?.permission)
  const days = useMemo(() => (record?.['days'] ?? []) as Day[], [record])
  const months = useMemo(() => monthsOf(days), [days])
  const counts = useMemo(() => countsOf(days), [days])
  const [opened, setOpened] = useState<Day>()
  const first = days[0]?.calendarDate ?? today
  const { current, ...keys } = useKeys(days.some(({ calendarDate }) => calendarDate === today) ? today : first, days)
  const open = mayEdit ? setOpened : undefined
  return (
    <div className="app-calendar">
      <ul className="app-calendar-legend" aria-label="图例">
        {(Object.keys(counts) as DayType[]).map((dayType) => (
          <li key={dayType} data-type={dayType}>
            <span aria-hidden="true">{marks[dayType]}</span>
            {titles(dayType)} <b>{counts[dayType]}</b> 天
          </li>
        ))}
        <li data-today>
          <span aria-hidden="true" />
          今天
        </li>
        {mayEdit && <li className="app-calendar-hint">点击日期修改日类型</li>}
      </ul>
      <div className="app-calendar-months" {...keys}>
        {months.map((month) => (
          <MonthTable key={month.month} {...{ month, titles, today, current, open }} />
        ))}
      </div>
      {opened && (
        <DayDialog
          key={opened.id}
          screen={screen}
          day={opened}
          titles={titles}
          onClose={() => setOpened(undefined)}
          onDone={() => onDone?.()}
        />
      )}
    </div>
  )
}

interface MonthTableProps {
  month: Month
  titles: (dayType: DayType) => string
  today: string
  /** The day that Tab comes to. */
  current: string
  open: ((day: Day) => void) | undefined
}

function MonthTable({ month: { month, weeks, notes }, titles, today, current, open }: MonthTableProps) {
  return (
    <section>
      <table aria-label={`${month} 月`}>
        <caption>{month} 月</caption>
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col" abbr={`周${name}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            <tr key={row}>
              {week.map((day, place) => (
                <td key={place}>
                  {day && (
                    <DayCell {...{ day, titles, open }} isToday={day.calendarDate === today} isCurrent={day.calendarDate === current} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map(({ dayType, name, days }) => (
        <p key={dayType + name} data-type={dayType}>
          {days} 日 {[name, dayType === 'MAKEUP' || name === '' ? titles(dayType) : ''].filter(Boolean).join(' ')}
        </p>
      ))}
    </section>
  )
}

interface DayCellProps extends Pick<MonthTableProps, 'titles' | 'open'> {
  day: Day
  isToday: boolean
  isCurrent: boolean
}

function DayCell({ day, titles, open, isToday, isCurrent }: DayCellProps) {
  const { calendarDate, dayType, holidayName } = day
  const weekday = `周${weekdayNames[(weekdayOf(calendarDate) + 6) % 7]}`
  const label = [calendarDate, weekday, titles(dayType), holidayName, isToday ? '今天' : undefined].filter(Boolean).join(' ')
  const content = (
    <>
      {numberOf(calendarDate)}
      {marks[dayType] && <span aria-hidden="true">{marks[dayType]}</span>}
    </>
  )
  const shared = { className: 'app-calendar-day', 'data-type': dayType, 'data-today': isToday || undefined, title: label }
  if (!open) {
    return (
      <span {...shared} role="img" aria-label={label}>
        {content}
      </span>
    )
  }
  return (
    <button {...shared} type="button" data-day={calendarDate} aria-label={label} tabIndex={isCurrent ? 0 : -1} onClick={() => open(day)}>
      {content}
    </button>
  )
}

/** One stop of Tab for the whole year; arrows go by day and week, PageUp and PageDown by month, Home and End to the ends of the week. */
function useKeys(start: string, days: readonly Day[]) {
  const [chosen, setChosen] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  const isThere = (date: string): boolean => days.some(({ calendarDate }) => calendarDate === date)
  const current = chosen !== undefined && isThere(chosen) ? chosen : start

  function onKeyDown(event: KeyboardEvent): void {
    const from = (event.target as HTMLElement).dataset['day']
    const to = from === undefined || event.altKey || event.ctrlKey || event.metaKey ? undefined : movedBy(event.key, from)
    if (to === undefined) return
    event.preventDefault()
    if (!isThere(to)) return
    setChosen(to)
    place.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
  }
  const onFocus = ({ target }: { target: EventTarget }): void => {
    const { day } = (target as HTMLElement).dataset
    if (day !== undefined) setChosen(day)
  }
  return { ref: place, current, onKeyDown, onFocus }
}

function movedBy(key: string, day: string): string | undefined {
  const place = (weekdayOf(day) + 6) % 7
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    case 'Home':
      return addDays(day, -place)
    case 'End':
      return addDays(day, 6 - place)
    default:
      return undefined
  }
}

function useTitles(): (dayType: DayType) => string {
  const dictionary = useDictionaries()['dayType']
  return (dayType) => dictionary?.items.find(({ code }) => code === dayType)?.title ?? dayType
}
