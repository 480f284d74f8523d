import { expect, it } from 'vitest'
import { compileProduct } from '../compile'
import { isTrue, readOf } from '../record/scope'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

/** Lendings whose approval asks for the day of return in this way. */
function asking(until: string) {
  const sources = librarySources()
  const { lending } = sources.entities
  if (lending) lending.actions = { ...lending.actions, approve: { ...lending.actions?.['approve'], ask: { remark: false, until } } }
  return sources
}

it('lets a dialog ask for a field of the record that must be filled while a condition over the dialog and the record holds', () => {
  const sources = asking("total > 10 and remark == 'late'")
  expect(checkProduct(sources)).toEqual([])
  const until = compileProduct(sources).entities['lending']?.actions['approve']?.ask.find(({ name }) => name === 'until')
  const isRequired = (values: object) =>
    typeof until?.required === 'object' && isTrue(until.required, readOf({ ...values }), { today: '2026-11-20', now: '' })
  expect(isRequired({ total: '11', remark: 'late' })).toBe(true)
  expect(isRequired({ total: '10', remark: 'late' })).toBe(false)
})

it('reports what such a condition cannot read, and that the calendar cannot answer it', () => {
  const [unknown] = checkProduct(asking('totals > 10'))
  expect(unknown).toMatchObject({ source: 'entities/lending', pointer: '/actions/approve/ask/until' })
  const sources = asking('total > 10')
  const approve = sources.entities['lending']?.actions?.['approve']
  if (approve) Object.assign(approve, { system: 'also', daily: true })
  sources.schedule = { language: 1, at: '00:30', steps: { day: { title: '日终', actions: ['lending/approve'] } } }
  expect(checkProduct(sources)).toContainEqual(
    expect.objectContaining({ pointer: '/actions/approve/ask/until', found: '“approve”每日自动执行，没有人填写必填的“until”' }),
  )
})
