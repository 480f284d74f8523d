import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FieldPlan } from '../../../core/plan'
import { fieldPlan } from '../../../core/testing/fieldPlans'
import { fieldTypeOf } from '../index'

afterEach(cleanup)

/** A field with its value kept outside, as a form does; answers every value it gave. */
function renderInput(field: FieldPlan, initial: unknown = null) {
  const given: unknown[] = []
  const form: { set?: (value: unknown) => void } = {}
  function Form() {
    const [value, setValue] = useState(initial)
    form.set = setValue
    const { Input } = fieldTypeOf(field)
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

  it('keeps a minus where the field has no negative values, so that the check says so', async () => {
    const { input, given } = renderInput(fieldPlan('a', 'money', { min: '0' }))
    await userEvent.type(input, '-5')
    expect(input.value).toBe('-5')
    expect(given.at(-1)).toBe('-5')
  })

  it('keeps seventeen digits exactly', async () => {
    const { input, given } = renderInput(fieldPlan('a', 'digit', { decimals: 4 }))
    await userEvent.type(input, '1234567890123.4567')
    expect(given.at(-1)).toBe('1234567890123.4567')
  })

  it('shows a year without thousands', async () => {
    const { input } = renderInput(fieldPlan('a', 'digit', { decimals: 0, plain: true }))
    await userEvent.type(input, '2026')
    await userEvent.tab()
    expect(input.value).toBe('2026')
  })

  it('gives an integer as a number, and what follows a point never as more of its digits', async () => {
    const { input, given } = renderInput(fieldPlan('a', 'digit'))
    await userEvent.type(input, '90.5')
    expect(given).toEqual([9, 90, 90, '90.5'])
    await userEvent.tab()
    expect(input.value).toBe('90.5')
  })

  it.each(['1e5', '12万', '5-3'])('keeps %s as it was typed, for the check to mark, and again when it is come back to', async (text) => {
    const { input, given } = renderInput(fieldPlan('a', 'money'))
    await userEvent.type(input, text)
    await userEvent.tab()
    expect(input.value).toBe(text)
    expect(given.at(-1)).toBe(text)
    await userEvent.type(input, '{End}{Backspace}{Backspace}')
    await userEvent.tab()
    expect(input.value).toBe(`${text.slice(0, -2)}.00`)
  })

  it.each(['1.234.567,8', '3,5', '1a2'])('keeps %s when it is pasted', async (text) => {
    const { input, given } = renderInput(fieldPlan('a', 'money'))
    await userEvent.click(input)
    await userEvent.paste(text)
    expect(input.value).toBe(text)
    expect(given).toEqual([text])
  })

  it('takes what was composed when it is composed', () => {
    const { input, given } = renderInput(fieldPlan('a', 'money'))
    fireEvent.focus(input)
    fireEvent.compositionStart(input)
    fireEvent.input(input, { target: { value: '12ge' }, isComposing: true })
    fireEvent.input(input, { target: { value: '12个' }, isComposing: true })
    fireEvent.compositionEnd(input)
    expect(input.value).toBe('12')
    expect(given.at(-1)).toBe('12')
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
