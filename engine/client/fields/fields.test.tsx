import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FieldPlan } from '../../core/plan'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { columnPlan, dictionaries, screenPlan } from '../testing/plans'
import { compileColumns, type ColumnsContext } from '../table/compileColumns'
import type { FieldContext } from '../fieldDefinition'
import { cellOf } from './index'

const context: FieldContext = { dictionaries, states: screenPlan().states }

describe('how values are drawn', () => {
  const draw = (field: FieldPlan, value: unknown): string => {
    const { container } = render(<>{cellOf(columnPlan(field), context)(value, { id: '1' })}</>)
    return container.innerHTML
  }

  it('a state and a coloured code as tags, an uncoloured code as text alone', () => {
    expect(draw(fieldPlan('a', 'status'), 'DRAFT')).toBe('<span class="engine-tag engine-tag-default">草稿</span>')
    expect(draw(fieldPlan('a', 'select', { dictionary: 'kind' }), 'A')).toContain('engine-tag-blue')
    const plain = cellOf(columnPlan(fieldPlan('a', 'select', { dictionary: 'plain' })), {
      dictionaries: { plain: { ...dictionaries.kind, items: [{ code: 'A', title: '原料' }] } },
    })
    expect(plain('A', { id: '1' })).toBe('原料')
  })

  it('a document number with a button that copies it, and nothing to copy without one', () => {
    expect(draw(fieldPlan('a', 'serial'), 'KC-1')).toContain('data-copy="KC-1"')
    expect(draw(fieldPlan('a', 'serial'), null)).toBe('-')
  })
})

describe("a column's `as`", () => {
  const columns: ColumnsContext = {
    ...context,
    screen: screenPlan(),
    cells: {},
    environment: () => ({ today: '2026-11-20', now: '' }),
    can: () => true,
  }
  const drawnAs = (as: string, value: unknown) => {
    const [column] = compileColumns([{ ...columnPlan(fieldPlan('a', 'digit', { decimals: 4 })), as }], columns)
    return column?.cell({ id: '1', a: value })
  }

  it('knows of what stands on a card whether its name says the same', () => {
    const kind = fieldPlan('kind', 'select', { dictionary: 'kind' })
    const [no, name, about] = [fieldPlan('no', 'text'), fieldPlan('name', 'text'), kind].map((field) => columnPlan(field))
    const plans = [
      { ...no!, card: 'number' as const },
      { ...name!, card: 'name' as const },
      { ...about!, card: 'about' as const },
    ]
    const said = (row: object) => compileColumns(plans, columns).map(({ repeats }) => repeats?.({ id: '1', ...row }))
    const kinds = dictionaries.kind.items.find(({ code }) => code === 'A')?.title
    expect(said({ no: 'T1', name: kinds, kind: 'A' })).toEqual([undefined, false, true])
    expect(said({ no: kinds, name: kinds, kind: 'B' })).toEqual([undefined, true, false])
  })

  it('draws what a quantity is counted in behind it', () => {
    const quantity = { ...columnPlan(fieldPlan('a', 'digit', { decimals: 4, unitFrom: 'unit' })), unitFrom: 'unit' }
    const [column] = compileColumns([quantity], columns)
    expect(column?.cell({ id: '1', a: '4000.0000', unit: '箱' })).toBe('4,000.0000 箱')
    expect(column?.cell({ id: '1', a: '4000.0000', unit: null })).toBe('4,000.0000')
    expect(column?.cell({ id: '1', a: null, unit: '箱' })).toBe('-')
  })

  it('draws codes by the dictionary that the code beside them says', () => {
    const codes = { from: 'what', in: { KIND: 'kind' } }
    const value = columnPlan(fieldPlan('a', 'text', { codes }), { unitFrom: 'what' })
    const [column] = compileColumns([value], columns)
    const [first, second] = dictionaries.kind.items
    expect(column?.cell({ id: '1', a: `${first?.code},${second?.code}`, what: 'KIND' })).toBe(`${first?.title}、${second?.title}`)
    expect(column?.cell({ id: '1', a: 'A', what: 'DAYS' })).toBe('A')
  })

  it('draws what the code beside it says, as whole numbers or in per cent', () => {
    const value = columnPlan(fieldPlan('a', 'digit', { decimals: 6, unitFrom: 'kind', units: { RATE: '%', AGE: '天' } }))
    const [column] = compileColumns([{ ...value, unitFrom: 'kind' }], columns)
    expect(column?.cell({ id: '1', a: '92.000000', kind: 'AGE' })).toBe('92 天')
    expect(column?.cell({ id: '1', a: '0.312600', kind: 'RATE' })).toBe('31.26%')
    expect(column?.cell({ id: '1', a: null, kind: 'RATE' })).toBe('-')
  })

  it('draws it as another type does', () => {
    expect(drawnAs('percent', '0.0435')).toBe('4.35%')
  })

  it('names column, screen and cells when there is no such type or cell', () => {
    expect(() => drawnAs('rainbow', 1)).toThrow(
      /Column 'a' of screen '\S+' is drawn as 'rainbow', which is no field type and none of the cells progress, fileSize/,
    )
  })
})
