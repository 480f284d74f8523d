import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FieldPlan } from '../../core/plan'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { columnPlan, dictionaries, screenPlan } from '../testing/plans'
import type { FieldContext } from './definition'
import { engineFields } from './index'
import { cellOf, createFieldRegistry } from './registry'

const registry = createFieldRegistry(engineFields)
const context: FieldContext = { dictionaries, states: screenPlan().states }
const read = (field: FieldPlan, value: unknown): string => registry.of(field).formatter(field, context)(value)

describe('how values read', () => {
  it.each([
    ['text', fieldPlan('a', 'text'), '铜', '铜'],
    ['an integer with thousands', fieldPlan('a', 'digit'), 12345, '12,345'],
    ['a quantity with its unit', fieldPlan('a', 'digit', { decimals: 4, unit: '吨' }), '1234.5', '1,234.5000 吨'],
    ['an amount', fieldPlan('a', 'money'), '1234567.895', '1,234,567.90'],
    ['a unit price', fieldPlan('a', 'money', { decimals: 4 }), '0.1', '0.1000'],
    ['a fraction as per cent', fieldPlan('a', 'percent'), '0.0435', '4.35%'],
    ['a day', fieldPlan('a', 'date'), '2026-11-20', '2026-11-20'],
    ['a moment by the clock of Shanghai', fieldPlan('a', 'dateTime'), '2026-11-20T16:00:01.5Z', '2026-11-21 00:00:01'],
    ['a code', fieldPlan('a', 'select', { dictionary: 'kind' }), 'A', '原料'],
    ['several codes', fieldPlan('a', 'select', { dictionary: 'kind', multiple: true }), ['A', 'B'], '原料、成品'],
    ['a code that the dictionary has lost', fieldPlan('a', 'select', { dictionary: 'kind' }), 'OLD', 'OLD'],
    ['yes', fieldPlan('a', 'switch'), true, '是'],
    ['no', fieldPlan('a', 'switch'), false, '否'],
    ['a state', fieldPlan('a', 'status'), 'AUDITING', '审批中'],
    [
      'files by their names',
      fieldPlan('a', 'files'),
      [
        { id: '1', name: '合同.pdf' },
        { id: '2', name: '发票.pdf' },
      ],
      '合同.pdf、发票.pdf',
    ],
  ])('%s', (_name, field, value, expected) => {
    expect(read(field, value)).toBe(expected)
  })

  it.each(engineFields.map(({ type }) => type))("E6 shows '-' for nothing in a %s", (type) => {
    const field = fieldPlan('a', type as FieldPlan['type'])
    expect([null, undefined, ''].map((nothing) => read(field, nothing))).toEqual(['-', '-', '-'])
  })

  it("E6 shows '-' for an amount that is none", () => {
    expect(['abc', '1e5', Number.NaN, {}].map((value) => read(fieldPlan('a', 'money'), value))).toEqual(['-', '-', '-', '-'])
  })
})

describe('how values are drawn', () => {
  const draw = (field: FieldPlan, value: unknown): string => {
    const { container } = render(<>{cellOf(columnPlan(field), context, registry)(value, { id: '1' })}</>)
    return container.innerHTML
  }

  it('a state and a coloured code as tags, an uncoloured code as text alone', () => {
    expect(draw(fieldPlan('a', 'status'), 'DRAFT')).toBe('<span class="engine-tag engine-tag-default">草稿</span>')
    expect(draw(fieldPlan('a', 'select', { dictionary: 'kind' }), 'A')).toContain('engine-tag-blue')
    const plain = cellOf(
      columnPlan(fieldPlan('a', 'select', { dictionary: 'plain' })),
      { dictionaries: { plain: { ...dictionaries.kind, items: [{ code: 'A', title: '原料' }] } } },
      registry,
    )
    expect(plain('A', { id: '1' })).toBe('原料')
  })

  it('a document number with a button that copies it, and nothing to copy without one', () => {
    expect(draw(fieldPlan('a', 'serial'), 'KC-1')).toContain('data-copy="KC-1"')
    expect(draw(fieldPlan('a', 'serial'), null)).toBe('-')
  })
})

describe('the registry', () => {
  it('refuses two types of one name', () => {
    expect(() => createFieldRegistry([...engineFields, { type: 'money', formatter: () => String, Input: () => null }])).toThrow(
      "Two field types are called 'money'",
    )
  })

  it('names field, type and the known types when there is no such type', () => {
    const field = { ...fieldPlan('colour'), type: 'rainbow' as FieldPlan['type'] }
    expect(() => registry.of(field)).toThrow(/'colour' is of the unknown type 'rainbow'; known types: text, textarea, digit/)
  })
})
