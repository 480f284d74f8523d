import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { IGNORE_MASK_MS, useDialogClose } from './dialogClose'

/** A list whose rows are decided on in a dialog, each by its only button. */
function List({ left }: { left: string[] }) {
  const [deciding, setDeciding] = useState(false)
  const [rows, setRows] = useState(['a', 'b', 'c'])
  const decide = (): void => {
    setRows(left)
    setDeciding(false)
  }
  return (
    <ul>
      {rows.map((row) => (
        <li key={row} data-testid={row}>
          <button onClick={() => setDeciding(true)}>{row}</button>
        </li>
      ))}
      {deciding && <Dialog onClose={decide} />}
    </ul>
  )
}

function Dialog({ onClose }: { onClose: () => void }) {
  const close = useDialogClose(onClose)
  return <button onClick={() => close({ type: 'keydown', target: null })}>decide</button>
}

afterEach(cleanup)
afterEach(() => vi.useRealTimers())

it('E5 closes by a click on the mask 300 ms after its first frame, however late a busy browser draws that', () => {
  vi.useFakeTimers({ toFake: ['performance', 'requestAnimationFrame', 'cancelAnimationFrame'] })
  const onClose = vi.fn<() => void>()
  const { result } = renderHook(() => useDialogClose(onClose))
  const clickMask = (): void => result.current({ type: 'click', target: document.body })
  // Time passes, and nothing is drawn.
  const late = vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
  clickMask()
  late.mockRestore()
  vi.advanceTimersToNextFrame()
  vi.advanceTimersByTime(IGNORE_MASK_MS - 20)
  clickMask()
  expect(onClose).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  clickMask()
  expect(onClose).toHaveBeenCalledOnce()
})

async function decideOn(row: string, left: string[]): Promise<void> {
  render(<List left={left} />)
  const opener = screen.getByText(row)
  opener.focus()
  opener.click()
  const dialog = await screen.findByText('decide')
  dialog.focus()
  dialog.click()
}

it('gives the focus back to what opened the dialog', async () => {
  await decideOn('b', ['a', 'b', 'c'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('b')))
})

it.each([
  ['to the row in the place of one that has gone', 'b', ['a', 'c'], 'c'],
  ['to the last row when it was the last', 'c', ['a', 'b'], 'b'],
])('gives it %s, of which no button is pressed by Enter', async (_name, row, left, next) => {
  await decideOn(row, left)
  const near = screen.getByTestId(next)
  await waitFor(() => expect(document.activeElement).toBe(near))
  near.blur()
  expect(near.hasAttribute('tabindex')).toBe(false)
})

it('does not give it to what can be done next in a row that stays, which Enter held too long would do', async () => {
  function Row() {
    const [state, setState] = useState<'open' | 'deciding' | 'decided'>('open')
    return (
      <p data-testid="row">
        {state === 'decided' ? <button key="next">undo</button> : <button onClick={() => setState('deciding')}>approve</button>}
        {state === 'deciding' && <Dialog onClose={() => setState('decided')} />}
      </p>
    )
  }
  render(<Row />)
  screen.getByText('approve').focus()
  screen.getByText('approve').click()
  const dialog = await screen.findByText('decide')
  dialog.focus()
  dialog.click()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('row')))
})
