import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type SubmitEvent } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readDate, readDateTime } from '../../../core/dateTime'
import { fieldPlan } from '../../../core/testing/fieldPlans'
import { DateControl, DateRangeControl } from './DateControl'

afterEach(cleanup)

const day = { field: fieldPlan('day', 'date'), label: '日期', value: null, onChange: () => undefined }

it('takes a typed day with Enter and sends the form with the next', async () => {
  const onSend = vi.fn<(event: SubmitEvent) => void>((event) => event.preventDefault())
  const onChange = vi.fn<(text: string | null) => void>()
  render(
    <form onSubmit={onSend}>
      <DateControl props={day} awakening="press" text="" time={false} onChange={onChange} placeholder="" />
      <button>查询</button>
    </form>,
  )
  await userEvent.type(screen.getByLabelText('日期'), '2026-03-02{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('2026-03-02')
  expect(onSend).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onSend).toHaveBeenCalledOnce()
})

it('has no tab stop at its ×', () => {
  render(<DateControl props={day} awakening="focus" text="2026-03-02" time={false} onChange={() => undefined} placeholder="" />)
  expect(document.querySelector<HTMLElement>('.ant-picker-clear')?.tabIndex).toBe(-1)
})

it('does not send the form between the two typed days of a range', async () => {
  const onSend = vi.fn<(event: SubmitEvent) => void>((event) => event.preventDefault())
  const onChange = vi.fn<(from: string | null, to: string | null) => void>()
  render(
    <form onSubmit={onSend}>
      <DateRangeControl props={day} awakening="press" from="" to="" onChange={onChange} placeholders={['开始', '结束']} />
      <button>查询</button>
    </form>,
  )
  await userEvent.type(screen.getByPlaceholderText('开始'), '2026-03-02{Enter}')
  await userEvent.type(screen.getByPlaceholderText('结束'), '2026-03-06{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('2026-03-02', '2026-03-06')
  expect(onSend).not.toHaveBeenCalled()
})

describe.each([
  ['Tab', () => userEvent.tab()],
  ['Enter', () => userEvent.keyboard('{Enter}')],
  ['a click elsewhere', () => userEvent.click(document.body)],
])('a typed day that is left by %s', (_name, leave) => {
  it.each(['20261230', '2026/12/30', '2026-12-30', '2026.12.30', '2026年12月30日'])('is taken as %s', async (text) => {
    const { onChange, input } = renderDay()
    await userEvent.type(input, text)
    await leave()
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('2026-12-30'))
    expect(input.value).toBe('2026-12-30')
  })

  it('is not taken before it is all typed', async () => {
    const { onChange, input } = renderDay()
    await userEvent.type(input, '2026-1-15')
    await leave()
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('2026-01-15'))
  })

  it('that is none stays, for the check to mark, until it is taken away', async () => {
    const { onChange, input } = renderDay()
    await userEvent.type(input, '2026-02-30')
    await leave()
    if (document.activeElement === input) await userEvent.tab()
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('2026-02-30'))
    expect(input.value).toBe('2026-02-30')
    await userEvent.clear(input)
    await userEvent.tab()
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(null))
  })

  it('is taken with its time', async () => {
    const { onChange, input } = renderDay(true)
    await userEvent.type(input, '2026/1/5 9:30')
    await leave()
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('2026-01-05 09:30:00'))
  })
})

it('takes the typed days of a range in any way they are written', async () => {
  const onChange = vi.fn<(from: string | null, to: string | null) => void>()
  render(<DateRangeControl props={day} awakening="press" from="" to="" onChange={onChange} placeholders={['开始', '结束']} />)
  await userEvent.type(screen.getByPlaceholderText('开始'), '20260302')
  await userEvent.tab()
  await userEvent.type(screen.getByPlaceholderText('结束'), '2026/3/6')
  await userEvent.tab()
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('2026-03-02', '2026-03-06'))
})

/** A picker whose value is kept, as a form does. */
function renderDay(time = false) {
  const onChange = vi.fn<(text: string | null) => void>()
  function Field() {
    const [text, setText] = useState('')
    const change = (next: string | null): void => {
      onChange(next)
      setText(next ?? '')
    }
    return (
      <DateControl
        props={day}
        awakening="focus"
        text={readDate(text) || readDateTime(text) ? text : ''}
        time={time}
        onChange={change}
        placeholder=""
      />
    )
  }
  render(<Field />)
  return { onChange, input: screen.getByLabelText<HTMLInputElement>('日期') }
}
