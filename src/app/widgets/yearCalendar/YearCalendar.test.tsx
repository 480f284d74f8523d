import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { actionPlan, screenPlan } from '../../../../engine/client/testing/plans'
import { everything, Refusal, renderPage, type PageSetup } from '../../../../engine/client/testing/renderPage'
import { daysOfYear } from '../../../rules/workdays'
import type { Day } from './months'
import { monthsOf } from './months'
import { YearCalendar } from './YearCalendar'

afterEach(cleanup)

const plan = screenPlan({
  base: '/api/base/calendar',
  actions: { edit: actionPlan('edit', { kind: 'edit', page: 'edit' }) },
  extra: {
    changeDay: {
      name: 'changeDay',
      method: 'PATCH',
      url: '/api/base/calendar/day/{dayId}',
      permission: 'calendar_edit',
      description: '',
      query: [],
      body: [],
    },
  },
})

/** 2026 with its National Day. */
const days: Day[] = daysOfYear(2026).map((day, index) => {
  const { calendarDate } = day
  if (calendarDate >= '2026-10-01' && calendarDate <= '2026-10-07')
    return { ...day, id: `${index}`, dayType: 'HOLIDAY', holidayName: '国庆节' }
  return { ...day, id: `${index}`, ...(calendarDate === '2026-10-10' ? { dayType: 'MAKEUP' as const } : {}) }
})
const idOf = (date: string): string | undefined => days.find(({ calendarDate }) => calendarDate === date)?.id

function draw(setup: PageSetup = {}) {
  let done = 0
  const page = renderPage(<YearCalendar screen={plan} record={{ id: '7', days }} onDone={() => (done += 1)} />, setup)
  return { ...page, done: () => done }
}

describe('a year of twelve months', () => {
  it('begins its weeks on Monday, says what is named, and how many days there are of each kind', () => {
    draw()
    const october = screen.getByRole('table', { name: '10 月' })
    const rows = within(october).getAllByRole('row')
    expect(rows.map((row) => row.textContent).slice(0, 3)).toEqual(['一二三四五六日', '1休2休3休4休', '5休6休7休8910班11'])
    expect(screen.getAllByRole('table')).toHaveLength(12)
    expect(screen.getByText('1–7 日 国庆节')).toBeDefined()
    const legend = within(screen.getByLabelText('图例')).getAllByRole('listitem')
    expect(legend.map(({ textContent }) => textContent).join(' ')).toMatch(/256 天.*101 天.*7 天.*1 天.*今天/)
  })

  it('tells of each day in words what its colour says', () => {
    draw()
    expect(screen.getByRole('button', { name: /^2026-10-01 周四 HOLIDAY 国庆节$/ })).toBeDefined()
    expect(screen.getByRole('button', { name: /^2026-10-10 周六 MAKEUP$/ }).textContent).toBe('10班')
  })

  it('has no button for who may only look', () => {
    draw({ rights: { ...everything, can: (code) => code !== 'stock_edit' } })
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('img', { name: /^2026-10-01 周四/ })).toBeDefined()
  })

  it('leaves out what a calendar does not have', () => {
    expect(monthsOf([{ id: '1', calendarDate: '2026-02-28', dayType: 'MAKEUP' }]).flatMap(({ weeks }) => weeks)).toHaveLength(1)
  })
})

describe('a day of it', () => {
  it('is one stop of the keyboard for the year, and goes by day, week and month', async () => {
    draw()
    await userEvent.tab()
    const at = () => (document.activeElement as HTMLElement).dataset['day']
    expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1)
    const first = at() ?? ''
    expect(first).toMatch(/^2026-/)
    screen.getByRole('button', { name: /^2026-10-07/ }).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    expect(at()).toBe('2026-10-15')
    await userEvent.keyboard('{Home}')
    expect(at()).toBe('2026-10-12')
    await userEvent.keyboard('{End}{PageDown}')
    expect(at()).toBe('2026-11-18')
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}{PageUp}')
    expect(at()).toBe('2026-10-10')
    expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1)
  })

  it('is changed to what a day of its week can be, with a name where it is a holiday', async () => {
    const { requests, done } = draw()
    await userEvent.click(screen.getByRole('button', { name: /^2026-03-04/ }))
    const dialog = await screen.findByRole('dialog', { name: '2026-03-04' })
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).value),
    ).toEqual(['WORKDAY', 'HOLIDAY'])
    expect(within(dialog).queryByLabelText('节日名称')).toBeNull()
    await userEvent.click(within(dialog).getByRole('radio', { name: 'HOLIDAY' }))
    await userEvent.type(within(dialog).getByLabelText('节日名称'), ' 测试节 {Enter}')
    await waitFor(() => expect(done()).toBe(1))
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PATCH', `/api/base/calendar/day/${idOf('2026-03-04')}`, { dayType: 'HOLIDAY', holidayName: '测试节' }],
    ])
    expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks before it gives up what was chosen', async () => {
    draw()
    await userEvent.click(screen.getByRole('button', { name: /^2026-03-04/ }))
    await userEvent.click(await screen.findByRole('radio', { name: 'HOLIDAY' }))
    await userEvent.click(screen.getByRole('button', { name: /取\s?消/ }))
    expect(await screen.findAllByText('放弃对 2026-03-04 的修改？')).not.toHaveLength(0)
  })

  it('stays open with what was chosen when it could not be saved, and sends no name of an ordinary day', async () => {
    const { requests, done } = draw({ serve: () => new Refusal(500, { title: '系统繁忙' }) })
    await userEvent.click(screen.getByRole('button', { name: /^2026-10-01/ }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByLabelText<HTMLInputElement>('节日名称').value).toBe('国庆节')
    await userEvent.click(within(dialog).getByRole('radio', { name: 'WORKDAY' }))
    await userEvent.click(within(dialog).getByRole('button', { name: /保\s?存/ }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toEqual({ dayType: 'WORKDAY' })
    expect([done(), screen.queryByRole('dialog')]).toEqual([0, dialog])
  })
})
