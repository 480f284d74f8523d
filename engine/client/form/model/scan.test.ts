import { expect, it } from 'vitest'
import { fieldPlan } from '../../../core/testing/fieldPlans'
import { rowOfCode, scanReader } from './scan'

/** The code that the scanner reads from keys with this many ms between them. */
function read(keys: readonly string[], gap: number): string | undefined {
  const reader = scanReader()
  const told = keys.map((key, index) =>
    reader({ key, timeStamp: index * gap, target: null, ctrlKey: false, altKey: false, metaKey: false, isComposing: false }),
  )
  return told.at(-1)?.code
}

const keysOf = (digits: string) => digits.split('')

it.each([
  ['a burst that ends with Enter', [...keysOf('690001'), 'Enter'], 10, '690001'],
  ['capitals with their Shift', ['Shift', 'S', 'Shift', 'P', '-', '1', 'Enter'], 20, 'SP-1'],
  ['the slowest reader', [...keysOf('6900'), 'Enter'], 80, '6900'],
  ['fingers', [...keysOf('690001'), 'Enter'], 81, undefined],
  ['too few keys', [...keysOf('690'), 'Enter'], 10, undefined],
  ['a burst without Enter', keysOf('690001'), 10, undefined],
  ['a burst with another key in it', ['6', '9', 'Backspace', '0', '0', '0', 'Enter'], 10, undefined],
])('tells %s', (_name, keys, gap, code) => {
  expect(read(keys, gap)).toBe(code)
})

it('finds the first row of a code that is not filled yet, in any case and width', () => {
  const plan = { by: [fieldPlan('no'), fieldPlan('barcode')], to: 'qty' }
  const rows = [
    { no: 'SP-1', barcode: '1', qty: '2' },
    { no: 'SP-1', barcode: '1', qty: null },
    { no: 'SP-2', barcode: null },
  ]
  expect(['sp-1', '１', 'SP-2 ', 'SP-3', ''].map((code) => rowOfCode(rows, plan, code))).toEqual([1, 1, 2, -1, -1])
})
