import { cleanup, render, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Popover } from './Popover'

const onChange = vi.fn<() => void>()

/** As in the shell, whose main part takes the focus of every press on what takes none itself. */
function open() {
  render(
    <main tabIndex={-1}>
      <Popover label="密度" content="=">
        <p>行的高度</p>
        <label>
          <input type="checkbox" onChange={onChange} />
          宽松
        </label>
      </Popover>
      <button type="button">其他</button>
    </main>,
  )
  return userEvent.click(page.getByRole('button', { name: '密度' }))
}
const panel = () => page.queryByRole('group', { name: '密度' })

afterEach(() => {
  cleanup()
  onChange.mockClear()
})

it('stays while its words are pressed, and they do what their label says', async () => {
  await open()
  await userEvent.click(page.getByText('宽松'))
  expect(onChange).toHaveBeenCalledOnce()
  await userEvent.click(page.getByText('行的高度'))
  expect(panel()).not.toBeNull()
})

it.each([
  ['Esc', () => userEvent.keyboard('{Escape}')],
  ['a press elsewhere', () => userEvent.click(page.getByRole('main'))],
  ['the Tab key, which leaves it', () => userEvent.tab({ shift: false }).then(() => userEvent.tab())],
])('is closed by %s, also after a press on its words', async (_name, leave) => {
  await open()
  await userEvent.click(page.getByText('行的高度'))
  await leave()
  expect(panel()).toBeNull()
})
