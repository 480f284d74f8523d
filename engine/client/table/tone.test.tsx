import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { parseExpression } from '../../core/expression'
import { ListPage } from '../list/ListPage'
import { columnPlan, fields, listPagePlan, screenPlan, stockRows } from '../testing/plans'
import { renderPage } from '../testing/renderPage'
import { toneOf } from './tone'

afterEach(cleanup)

const environment = () => ({ today: '2026-11-22', now: '2026-11-22T00:00:00Z' })
const overdue = { tone: 'danger' as const, when: parseExpression('day < today()'), says: '已逾期' }
const soon = { tone: 'warning' as const, when: parseExpression('day < addDays(today(), 7)') }

it('gives the first tone whose condition holds', () => {
  const toneFor = toneOf([overdue, soon], environment)
  expect(toneFor?.({ day: '2026-11-21' })).toEqual({ tone: 'danger', says: '已逾期' })
  expect(toneFor?.({ day: '2026-11-22' })).toEqual({ tone: 'warning', says: '注意' })
  expect(toneFor?.({ day: '2026-12-22' })).toBeUndefined()
  expect(toneFor?.({ day: null })).toBeUndefined()
})

it('asks no row where nothing can stand out', () => {
  expect(toneOf(undefined, environment)).toBeUndefined()
  expect(toneOf([], environment)).toBeUndefined()
})

function showList(tones: { cell?: (typeof overdue)[]; row?: (typeof overdue)[] }): void {
  const columns = [columnPlan(fields.no), columnPlan(fields.day, tones.cell && { tone: tones.cell })]
  const page = listPagePlan({ columns, rowActions: [], ...(tones.row && { tone: tones.row }) })
  const [late, timely] = stockRows(2)
  renderPage(<ListPage screen={screenPlan({ pages: { list: page } })} page={page} />, {
    serve: () => ({
      records: [
        { ...late, day: '2000-01-01' },
        { ...timely, day: '2999-01-01' },
      ],
      total: 2,
    }),
  })
}

it('marks a cell, and says why to who points at it and to who hears it', async () => {
  showList({ cell: [overdue] })
  const row = (await screen.findByText('KC-0001')).closest('tr') as HTMLElement
  const cell = within(row).getByTitle('已逾期')
  expect(cell.className).toContain('engine-tone-danger')
  expect(cell.textContent).toBe('已逾期：2000-01-01')
  expect(screen.getByText('2999-01-01').tagName).toBe('TD')
})

it('marks a row once, before its first cell', async () => {
  showList({ row: [overdue] })
  const row = (await screen.findByText('KC-0001')).closest('tr') as HTMLElement
  expect(row.className).toContain('engine-tone-danger')
  expect(row.title).toBe('已逾期')
  expect(within(row).getAllByText('已逾期：')).toHaveLength(1)
  const other = screen.getByText('KC-0002').closest('tr') as HTMLElement
  expect(other.className).toBe('engine-row')
  expect(other.title).toBe('')
})

it('judges each row once', () => {
  const when = vi.spyOn({ environment }, 'environment')
  const toneFor = toneOf([overdue, soon], when)
  toneFor?.({ day: '2000-01-01' })
  expect(when).toHaveBeenCalledTimes(1)
})
