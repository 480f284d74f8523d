import { describe, expect, it } from 'vitest'
import { InvalidValue } from '../../core/fields'
import type { FieldPlan } from '../../core/plan'
import type { Cell } from '../xlsx'
import { serverTypeOf } from './index'

const dictionaries = { level: { name: 'level', title: 'Level', items: [{ code: 'GOLD', title: 'Gold' }] } }
const read = (type: FieldPlan['type'], cell: NonNullable<Cell>, more: Partial<FieldPlan> = {}): unknown => {
  const field = { name: 'field', title: 'Field', type, decimals: 2, ...more } as FieldPlan
  return serverTypeOf(field).sheet.entry?.read(field, cell, dictionaries)
}

describe('a cell is read as a form would have sent it', () => {
  it.each<[FieldPlan['type'], NonNullable<Cell>, unknown]>([
    ['text', ' =1+1 ', '=1+1'],
    ['text', 13800000000, '13800000000'],
    ['text', true, '是'],
    ['money', 1.1, '1.1'],
    ['money', 0.1 + 0.2, '0.3'],
    ['money', 1.005, '1.005'],
    ['money', '1,234,567.89', '1234567.89'],
    ['money', '12,34', '12,34'],
    ['percent', 0.07, '0.07'],
    ['percent', '7.3%', '0.073'],
    ['percent', '0.073', '0.073'],
    ['date', new Date('2026-11-20T00:00:00Z'), '2026-11-20'],
    ['date', new Date('2026-11-20T12:00:00Z'), '2026-11-20T12:00:00'],
    ['date', '2026/1/5', '2026-01-05'],
    ['date', 'soon', 'soon'],
    ['dateTime', new Date('2026-11-20T09:29:59.9999Z'), '2026-11-20T09:30:00+08:00'],
    ['dateTime', '2026-11-20 9:30', '2026-11-20T09:30:00+08:00'],
    ['dateTime', '2026-11-20', '2026-11-20T00:00:00+08:00'],
    ['switch', '否', false],
    ['switch', true, true],
    ['switch', 'perhaps', 'perhaps'],
  ])('%s %s → %s', (type, cell, value) => {
    expect(read(type, cell)).toBe(value)
  })

  it('takes titles and codes of a dictionary, one or several', () => {
    const level = { dictionary: 'level' }
    expect([read('select', 'Gold', level), read('select', 'GOLD', level), read('select', 'Tin', level)]).toEqual(['GOLD', 'GOLD', 'Tin'])
    expect(read('select', 'Gold、Tin；GOLD', { ...level, multiple: true })).toEqual(['GOLD', 'Tin', 'GOLD'])
  })

  it('refuses a number in a text whose digits the spreadsheet has lost', () => {
    expect(read('text', 9.131e17)).toBeInstanceOf(InvalidValue)
  })
})
