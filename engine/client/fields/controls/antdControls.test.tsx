import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type SubmitEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { fieldPlan } from '../../form/testing/plans'
import { DateControl, DateRangeControl } from './DateControl'
import { SelectControl } from './SelectControl'

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

it('keeps what was chosen of several when it is left with Tab', async () => {
  const field = fieldPlan('kinds', 'select', { multiple: true })
  const choices = [
    { value: 'A', label: '原料' },
    { value: 'B', label: '成品' },
  ]
  function Kinds() {
    const [value, setValue] = useState<string | string[] | null>([])
    return (
      <>
        <SelectControl
          props={{ ...day, field, label: '类型' }}
          awakening="press"
          choices={choices}
          value={value}
          onChange={setValue}
          placeholder=""
        />
        <output>{String(value)}</output>
      </>
    )
  }
  render(<Kinds />)
  await userEvent.click(screen.getByText('成品', { selector: '.ant-select-item-option-content' }))
  expect(screen.getByRole('status').textContent).toBe('B')
  await userEvent.tab()
  expect(screen.getByRole('status').textContent).toBe('B')
})
