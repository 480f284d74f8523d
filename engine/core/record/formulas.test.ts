import { describe, expect, it } from 'vitest'
import { parseExpression } from '../expression'
import type { FieldPlan, LinesPlan } from '../plan'
import { fieldPlan, linesPlan } from '../testing/fieldPlans'
import { computeFormulas, formulasOf, formulasOver, withKnownFormulas } from './formulas'
import { namesRead, readOf, readOfSubmitted, readOfRow } from './scope'
import { byName, type RecordPlan, type Values } from './values'

const environment = { today: '2026-03-05', now: '2026-03-05T08:00:00Z', user: '7' }
const money = (name: string, formula?: string): FieldPlan =>
  fieldPlan(name, 'money', formula === undefined ? {} : { value: parseExpression(formula), readOnly: true })

function planOf(fields: FieldPlan[], lines: LinesPlan[] = []): RecordPlan {
  return { fields: byName(fields), lines: byName(lines) }
}

function computed(plan: RecordPlan, values: Values): Values {
  computeFormulas(plan, values, environment)
  return values
}

describe('a name in a formula of a line', () => {
  const plan = planOf(
    [money('discount'), money('rate')],
    [linesPlan('goods', [money('qty'), money('discount'), money('net', 'qty - discount'), money('local', 'qty * rate')])],
  )

  it('is the line’s own, even while the line says nothing about it', () => {
    const { goods } = computed(plan, { discount: '5', rate: '2', goods: [{ qty: '10' }, { qty: '10', discount: '1' }] })
    expect(goods).toMatchObject([{ net: null }, { net: '9.00' }])
  })
  it('is the record’s where the line has none', () => {
    expect(computed(plan, { rate: '2', goods: [{ qty: '10' }] })['goods']).toMatchObject([{ local: '20.00' }])
  })
  it('is the line’s for its id and the display values of its references as well', () => {
    const goods = byName([
      fieldPlan('bookId', 'ref', { ref: { entity: 'book', title: '', label: 'title', multiple: false, display: 'bookTitle' } }),
    ])
    const read = readOfRow(goods, {}, readOf({ id: '1', bookId: '2', bookTitle: 'of the record', note: 'of the record' }))
    expect(['id', 'bookId', 'bookTitle', 'note'].map(read)).toEqual([undefined, undefined, undefined, 'of the record'])
  })
})

describe('a name in a dialog', () => {
  it('is the answer, else what is stored in the row, else the other answers and the record', () => {
    const record = readOfSubmitted({}, { note: 'answered' }, { note: 'stored', rate: '2' })
    const read = readOfSubmitted(byName([money('backNow'), money('qty')]), { backNow: '1' }, { qty: '3', rate: null }, record)
    expect(['backNow', 'qty', 'rate', 'note', 'nothing'].map(read)).toEqual(['1', '3', null, 'answered', undefined])
  })
  it('is the row’s own when the row has not answered it', () => {
    const read = readOfSubmitted(byName([money('backNow')]), {}, {}, readOf({ backNow: '9' }))
    expect(read('backNow')).toBeUndefined()
  })
})

describe('formulas', () => {
  it('come after what they read, between the record and its lines in both directions', () => {
    const plan = planOf(
      [money('perPiece', 'fee / pieces'), money('pieces', 'sum(goods.qty)'), money('fee'), money('total', 'sum(goods.cost)')],
      [linesPlan('goods', [money('cost', 'price + share'), money('share', 'qty * perPiece'), money('qty'), money('price')])],
    )
    expect(formulasOf(plan).map(({ field }) => field.name)).toEqual(['pieces', 'perPiece', 'share', 'cost', 'total'])
    const values = computed(plan, {
      fee: '10',
      goods: [
        { qty: '3', price: '1' },
        { qty: '1', price: '2' },
      ],
    })
    expect(values).toMatchObject({ perPiece: '2.50', total: '13.00', goods: [{ cost: '8.50' }, { cost: '4.50' }] })
  })
  it('of a row may read the sum of its own table', () => {
    const plan = planOf(
      [],
      [linesPlan('goods', [money('part', 'round(amount / sum(goods.amount), 2)'), money('amount', 'qty * 2'), money('qty')])],
    )
    expect(computed(plan, { goods: [{ qty: '1' }, { qty: '3' }] })['goods']).toMatchObject([{ part: '0.25' }, { part: '0.75' }])
  })
  it('keep what they yield as it is stored', () => {
    const plan = planOf([
      fieldPlan('pieces', 'digit', { value: parseExpression('10 / 4') }),
      money('third', '10 / 3'),
      money('none', '1 / 0'),
      fieldPlan('text', 'text', { value: parseExpression("concat(' a', ' ')") }),
      fieldPlan('blank', 'text', { value: parseExpression("concat(' ', ' ')") }),
      fieldPlan('by', 'text', { value: parseExpression('user') }),
    ])
    expect(computed(plan, {})).toEqual({ pieces: 3, third: '3.33', none: null, text: 'a', blank: null, by: '7' })
  })
  it('are found that a change reaches, also through others', () => {
    const plan = planOf(
      [money('fee'), money('pieces', 'sum(goods.qty)'), money('rows', 'count(goods)'), money('perPiece', 'fee / pieces')],
      [linesPlan('goods', [money('qty'), money('share', 'qty * perPiece'), fieldPlan('note')])],
    )
    const over = (...names: string[]): string[] => formulasOver(plan, names).map(({ field }) => field.name)
    expect(over('fee')).toEqual(['perPiece', 'share'])
    expect(over('goods.qty')).toEqual(['pieces', 'perPiece', 'share'])
    expect(over('goods.note')).toEqual([])
    expect(over('goods')).toEqual(['pieces', 'perPiece', 'share', 'rows'])
  })
  it('over what is not known are left to who knows it', () => {
    const fields = byName([money('fee'), money('double', 'fee * 2'), money('open', 'limit - fee')])
    const known = withKnownFormulas(fields, namesRead, (name) => name === 'fee')
    expect(Object.values(known).map(({ name, value }) => [name, value !== undefined])).toEqual([
      ['fee', false],
      ['double', true],
      ['open', false],
    ])
    expect(withKnownFormulas(fields, namesRead, () => true)).toBe(fields)
  })
})
