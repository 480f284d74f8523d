import fc from 'fast-check'
import { expect, it } from 'vitest'
import { derive, isDerived, rederive, type Derivation, type DerivationInput, type Figure } from '../../engine/core/derivation'
import { foldUnseen, unseenTitle } from './unseenParts'

const entry = (id: string, value: string): Figure => ({ title: 'entry', value, source: { entity: 'voucher', id, label: `V-${id}` } })
const sum = (parts: DerivationInput[]): Derivation =>
  derive({ title: 'sum', formula: 'sum(parts)', rounding: { decimals: 2, mode: 'halfUp' }, inputs: { parts } })
const allBut =
  (...unseen: string[]) =>
  ({ id }: { id: string }) =>
    !unseen.includes(id)

it('has one line for all records that are not seen, and comes to the same', () => {
  const whole = sum([entry('1', '10.10'), entry('2', '20.20'), entry('3', '30.30'), { title: 'own', value: '1.00' }])
  const told = foldUnseen(whole, allBut('1', '3'))
  expect(told.inputs['parts']).toEqual([entry('2', '20.20'), { title: 'own', value: '1.00' }, { title: unseenTitle(2), value: '40.40' }])
  expect([told.value, rederive(told)]).toEqual([whole.value, whole.value])
})

it('leaves an explanation of what is seen as it is', () => {
  const whole = sum([entry('1', '10.10'), entry('2', '20.20')])
  expect(foldUnseen(whole, allBut())).toEqual(whole)
})

it('folds a row that follows from a record that is not seen, at any depth', () => {
  const interest = (id: string) =>
    derive({
      title: 'interest',
      formula: 'principal * rate',
      inputs: { principal: entry(id, '100.00'), rate: { title: 'rate', value: '0.1' } },
    })
  const whole = derive({ title: 'due', formula: 'accrued - 1', inputs: { accrued: sum([interest('1'), interest('2')]) } })
  const { accrued } = foldUnseen(whole, allBut('2')).inputs as { accrued: Derivation }
  expect(accrued.inputs['parts']).toEqual([interest('1'), { title: unseenTitle(1), value: interest('2').value }])
})

it('tells no figure of an unseen record in any list, and always comes to the same', () => {
  const part = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -100_000, max: 100_000 }))
    .map(([id, cents]) => entry(String(id), (cents / 100).toFixed(2)))
  fc.assert(
    fc.property(
      fc.array(fc.array(part, { maxLength: 8 }), { maxLength: 4 }),
      fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5')),
      (lists, unseen) => {
        const whole = sum(lists.map((parts) => sum(parts)))
        const told = foldUnseen(whole, allBut(...unseen))
        expect(rederive(told)).toBe(whole.value)
        expect(sourcesIn(told).filter((id) => unseen.some((each) => each === id))).toEqual([])
      },
    ),
  )
})

function sourcesIn(input: DerivationInput): string[] {
  return isDerived(input) ? Object.values(input.inputs).flat().flatMap(sourcesIn) : input.source ? [input.source.id] : []
}
