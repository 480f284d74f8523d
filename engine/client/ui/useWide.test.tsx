import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useNarrow } from './useNarrow'
import { useWide } from './useWide'

afterEach(cleanup)

function Widths() {
  return <p>{[useWide(1440) ? 'wide' : 'not wide', useNarrow() ? 'narrow' : 'not narrow'].join()}</p>
}

it('follows the window, each from its own width on', () => {
  Object.assign(window, { innerWidth: 1439 })
  render(<Widths />)
  for (const [width, text] of [
    [1440, 'wide,not narrow'],
    [769, 'not wide,not narrow'],
    [768, 'not wide,narrow'],
  ] as const) {
    act(() => {
      Object.assign(window, { innerWidth: width })
      window.dispatchEvent(new Event('resize'))
    })
    expect(screen.getByText(text)).toBeDefined()
  }
})
