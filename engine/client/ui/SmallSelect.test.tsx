import { cleanup, render, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { SmallSelect } from './SmallSelect'

const onChange = vi.fn<(size: number) => void>()
const choices = [10, 20, 50].map((value) => ({ value, title: `${value} 条` }))

function Sizes() {
  const [size, setSize] = useState(20)
  const choose = (next: number): void => {
    onChange(next)
    setSize(next)
  }
  return <SmallSelect label="每页" value={size} choices={choices} onChange={choose} />
}
const button = () => page.getByRole('button', { name: /^每页：/ })
const titles = (): string[] => page.queryAllByRole('option').map(({ textContent }) => textContent)

afterEach(() => {
  cleanup()
  onChange.mockClear()
})

it('says what is chosen, and shows the others when it is pressed', async () => {
  render(<Sizes />)
  expect([button().textContent, button().getAttribute('aria-label'), titles()]).toEqual(['20 条', '每页：20 条', []])
  await userEvent.click(button())
  expect(titles()).toEqual(['10 条', '20 条', '50 条'])
  expect(page.getByRole('option', { selected: true })).toBe(document.activeElement)
  await userEvent.click(page.getByText('50 条'))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(50)
  expect([button().textContent, titles()]).toEqual(['50 条', []])
})

it('is driven by keys, and gives the focus back', async () => {
  render(<Sizes />)
  button().focus()
  await userEvent.keyboard('{Enter}{ArrowDown}{ArrowDown}{ArrowUp}{Home}{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(10)
  expect(button()).toBe(document.activeElement)
  await userEvent.keyboard('{Enter}{End}{Escape}')
  expect([titles(), onChange.mock.calls.length]).toEqual([[], 1])
  expect(button()).toBe(document.activeElement)
})

it('tells nobody of a choice that is none', async () => {
  render(<Sizes />)
  await userEvent.click(button())
  await userEvent.click(page.getByRole('option', { name: '20 条' }))
  expect(onChange).not.toHaveBeenCalled()
})
