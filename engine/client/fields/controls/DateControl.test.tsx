import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SubmitEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { fieldPlan } from '../../form/testing/plans'
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
