import { describe, expect, it } from 'vitest'
import { parseExpression } from '../expression'
import type { FieldPlan } from '../plan'
import { fieldPlan } from '../testing/fieldPlans'
import { complete, followersOf } from './defaults'
import { readOf } from './scope'
import { byName, type Values } from './values'

const environment = { today: '2026-03-05', now: '2026-03-05T08:00:00Z', user: '7' }
const money = (name: string, plan: Partial<FieldPlan> = {}): FieldPlan => fieldPlan(name, 'money', plan)
const preset = (formula: string) => ({ default: { expression: parseExpression(formula) } })
const follows = (formula: string) => ({ follows: parseExpression(formula) })
const formula = (text: string) => ({ value: parseExpression(text) })

function completed(fields: FieldPlan[], values: Values, said: string[] = []): Values {
  complete(byName(fields), values, new Set(said), readOf(values), environment)
  return values
}

describe('the default of a field', () => {
  it('is written as the field stores it', () => {
    expect(completed([money('fee', { default: '1' }), fieldPlan('qty', 'digit', { default: '2' })], {})).toEqual({ fee: '1.00', qty: 2 })
  })
  it('is left out where something was said, be it nothing', () => {
    const fields = [money('fee', { default: '1' }), money('tax', { default: '2' }), fieldPlan('open', 'switch', { default: true })]
    expect(completed(fields, { fee: null, open: false }, ['fee'])).toEqual({ fee: null, tax: '2.00', open: false })
  })
  it('reads other defaults, whatever their order, and formulas that nobody has computed yet', () => {
    const fields = [
      money('third', preset('double + second')),
      money('second', preset('first + 1')),
      money('double', formula('first * 2')),
      money('first', { default: '10' }),
      fieldPlan('by', 'text', preset('user')),
    ]
    expect(completed(fields, {})).toMatchObject({ second: '11.00', third: '31.00', by: '7' })
  })
})

describe('a field that follows others', () => {
  it('is filled with what they come to when nobody said it', () => {
    const fields = [
      money('tax', follows('net * 0.13')),
      money('net', follows('qty * price')),
      money('qty', { default: '2' }),
      money('price'),
    ]
    expect(completed(fields, { price: '10' })).toMatchObject({ net: '20.00', tax: '2.60' })
    expect(completed(fields, { price: '10', net: '19.00' })).toMatchObject({ net: '19.00', tax: '2.47' })
    expect(completed(fields, { price: '10' }, ['net'])).toEqual({ price: '10', qty: '2.00', tax: null })
  })
  it('follows through a formula what that reads', () => {
    const fields = byName([money('tax', follows('amount * 0.1')), money('amount', formula('qty * price')), money('qty'), money('price')])
    expect(followersOf(fields).map(({ field, sources }) => [field.name, [...sources]])).toEqual([['tax', ['qty', 'price']]])
  })
})
