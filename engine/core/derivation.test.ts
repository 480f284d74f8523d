import fc from 'fast-check'
import { expect, it } from 'vitest'
import { derive, isDerived, rederive, writtenOut, type DerivationSketch } from './derivation'

const area: DerivationSketch = {
  title: 'area',
  formula: 'width * height / parts',
  rounding: { decimals: 2, mode: 'halfUp' },
  inputs: { width: { title: 'width', value: '10' }, height: { title: 'height', value: '2.5' }, parts: { title: 'parts', value: '3' } },
}

it('computes an amount of its own explanation, and rounds it as it says', () => {
  expect(derive(area).value).toBe('8.33')
  expect(derive({ ...area, rounding: { decimals: 2, mode: 'ceil' } }).value).toBe('8.34')
  expect(derive({ ...area, formula: 'width - height' }).value).toBe('7.50')
  const { rounding: _none, ...exact } = area
  expect(derive({ ...exact, formula: 'width * height' }).value).toBe('25')
})

it('explains an amount by others that are derived, and by lists of them', () => {
  const whole = derive({
    title: 'sum',
    formula: 'sum(areas) + extra',
    inputs: { areas: [derive(area), derive(area)], extra: { title: 'extra', value: '1' } },
  })
  expect(whole.value).toBe('17.66')
  expect(rederive(whole)).toBe('17.66')
})

it('notices a figure that was changed beside its explanation, however deep', () => {
  const part = derive(area)
  const whole = derive({ title: 'sum', formula: 'a + a', inputs: { a: part } })
  const forged = { ...whole, inputs: { a: { ...part, inputs: { ...part.inputs, width: { title: 'width', value: '20' } } } } }
  expect(rederive(forged)).toBe('33.34')
  expect(forged.value).toBe('16.66')
})

it('refuses a formula without a value', () => {
  expect(() => derive({ ...area, formula: 'width * depth' })).toThrow('area：width * depth 没有数值')
  expect(() => derive({ ...area, formula: 'width / (height - height)' })).toThrow('没有数值')
})

it('writes the formula out with the figures in it, and brackets where they are needed', () => {
  const out = (formula: string) => writtenOut({ ...area, formula }, ({ value }) => value)
  expect(out('width * height / parts')).toBe('10 × 2.5 ÷ 3')
  expect(out('width / (1 + height * parts / 360)')).toBe('10 ÷ (1 + 2.5 × 3 ÷ 360)')
  expect(out('width - (height - parts)')).toBe('10 − (2.5 − 3)')
  expect(out('max([0, -width])')).toBe('较大者(0, −10)')
  expect(writtenOut({ formula: 'sum(all)', inputs: { all: [area.inputs['width'] as never, derive(area)] } }, ({ title }) => title)).toBe(
    '合计(width, area)',
  )
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => ({ title: '', value: String(index + 1) }))
  expect(writtenOut({ formula: 'sum(all)', inputs: { all: numbers(4) } }, ({ value }) => value)).toBe('合计(1, 2, 3, 4)')
  expect(writtenOut({ formula: 'sum(all)', inputs: { all: numbers(9) } }, ({ value }) => value)).toBe('合计(1, 2, 3, …, 9)')
  expect(writtenOut({ formula: 'sum(all)', inputs: { all: [] } }, ({ value }) => value)).toBe('合计(无)')
  expect(out('min([round(width / parts, 2), height])')).toBe('较小者(四舍五入(10 ÷ 3, 2 位小数), 2.5)')
  expect(writtenOut({ formula: 'width * nothing', inputs: area.inputs }, (input) => (isDerived(input) ? '' : input.title))).toBe('width × ')
})

it('gives the same again, whatever the figures', () => {
  const figure = fc.integer({ min: 1, max: 10 ** 9 }).map((value) => ({ title: 'figure', value: String(value) }))
  fc.assert(
    fc.property(figure, figure, figure, (width, height, parts) => {
      const made = derive({ ...area, inputs: { width, height, parts } })
      expect(rederive(JSON.parse(JSON.stringify(made)) as typeof made)).toBe(made.value)
    }),
  )
})
