import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FieldPlan } from '../../../core/plan'
import { fieldPlan } from '../../form/testing/plans'
import { engineFields } from '../index'
import { createFieldRegistry } from '../registry'

const registry = createFieldRegistry(engineFields)
afterEach(cleanup)

/** A field with its value kept outside, as a form does; answers every value it gave. */
function renderInput(field: FieldPlan, initial: unknown = null) {
  const given: unknown[] = []
  const form: { set?: (value: unknown) => void } = {}
  function Form() {
    const [value, setValue] = useState(initial)
    form.set = setValue
    const { Input } = registry.of(field)
    return (
      <>
        <label htmlFor="x">值</label>
        <Input
          id="x"
          field={field}
          value={value}
          onChange={(next) => {
            given.push(next)
            setValue(next)
          }}
        />
      </>
    )
  }
  render(<Form />)
  return { input: screen.getByLabelText<HTMLInputElement>('值'), given, set: (value: unknown) => form.set?.(value) }
}

describe('E6 typing a decimal', () => {
  it('strips what is no digit, keeps one point and two decimals, and shows thousands when left', async () => {
    const { input, given } = renderInput(fieldPlan('a', 'money'))
    await userEvent.type(input, '1a2,3.4.567')
    expect(input.value).toBe('123.45')
    expect(given.at(-1)).toBe('123.45')
    await userEvent.type(input, '{Home}7777')
    await userEvent.tab()
    expect(input.value).toBe('7,777,123.45')
  })

  it('gives nothing as long as nothing usable is typed, and the number of an unfinished one', async () => {
    const { input, given } = renderInput(fieldPlan('a', 'money'))
    await userEvent.type(input, '-5.')
    expect(given).toEqual([null, '-5', '-5'])
    await userEvent.clear(input)
    expect(given.at(-1)).toBeNull()
  })

  it('takes no minus where the field has no negative values', async () => {
    const { input } = renderInput(fieldPlan('a', 'money', { min: '0' }))
    await userEvent.type(input, '-5')
    expect(input.value).toBe('5')
  })

  it('keeps seventeen digits exactly', async () => {
    const { input, given } = renderInput(fieldPlan('a', 'digit', { decimals: 4 }))
    await userEvent.type(input, '1234567890123.4567')
    expect(given.at(-1)).toBe('1234567890123.4567')
  })

  it('gives an integer as a number', async () => {
    const { input, given } = renderInput(fieldPlan('a', 'digit'))
    await userEvent.type(input, '42.9')
    expect(given.at(-1)).toBe(429)
  })

  it('takes the digits and points of a Chinese keyboard', async () => {
    const { input, given } = renderInput(fieldPlan('a', 'money'))
    await userEvent.type(input, '１２。５')
    expect(given.at(-1)).toBe('12.5')
  })

  it('types per cent and keeps a fraction', async () => {
    const { input, given } = renderInput(fieldPlan('a', 'percent'), '0.0435')
    expect(input.value).toBe('4.35')
    await userEvent.clear(input)
    await userEvent.type(input, '70.125')
    expect(input.value).toBe('70.12')
    expect(given.at(-1)).toBe('0.7012')
    await userEvent.tab()
    expect(input.value).toBe('70.12')
  })
})

it('shows a value that is set from outside while it has the focus', async () => {
  const { input, set } = renderInput(fieldPlan('a', 'money'), '1')
  await userEvent.click(input)
  await userEvent.keyboard('2')
  act(() => set('99'))
  expect(input.value).toBe('99.00')
})

it('is typed over when it is reached by the keyboard, and keeps the caret where it was clicked', async () => {
  const { input, given } = renderInput(fieldPlan('amount', 'money'), '1400000.00')
  await userEvent.tab()
  await userEvent.keyboard('8')
  expect(given).toEqual(['8'])

  await userEvent.tab()
  await userEvent.pointer({ keys: '[MouseLeft]', target: input, offset: 1 })
  await userEvent.keyboard('5')
  expect(given.at(-1)).toBe('85')
})
