import { act, cleanup, render, screen } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNotify, toastConfig } from './notify'

const notify = createNotify()

/** Gives what draws to whoever notifies. */
function Attached() {
  const { message, modal } = App.useApp()
  useLayoutEffect(() => notify.attach({ message, modal }), [message, modal])
  return null
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
  // Nothing ends a movement where nothing moves.
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App message={toastConfig}>
        <Attached />
      </App>
    </ConfigProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Frame by frame: what a frame changes is drawn before the next. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10) await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 10)))
}
const drawn = (): (string | null)[] => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

interface Case {
  first: () => void
  second: () => void
  text: string
  /** How long `text` is shown. */
  shownMs: number
  /** When `second` comes after `first`. */
  afterMs: number[]
}

it.each<[string, Case]>([
  [
    'I3 E4 shows what takes the place of another note for its whole time, whenever it comes',
    {
      first: () => notify.outcome('共 2 处错误', 'error'),
      second: () => notify.outcome('导入成功', 'success'),
      text: '导入成功',
      shownMs: 2500,
      afterMs: [100, 2000, 2450, 2490, 2500, 2510, 2700],
    },
  ],
  [
    'E4 shows a toast of the same text again for its whole time, and one of them at a time',
    {
      first: () => notify.success('保存成功'),
      second: () => notify.success('保存成功'),
      text: '保存成功',
      shownMs: 3000,
      afterMs: [0, 1500, 2900, 2990, 3000, 3010, 3200],
    },
  ],
])('%s', async (_name, { first, second, text, shownMs, afterMs }) => {
  for (const ms of afterMs) {
    act(first)
    await pass(ms)
    act(second)
    await pass(100)
    expect(drawn(), `after ${ms} ms`).toEqual([text])
    await pass(shownMs - 200)
    expect(drawn(), `after ${ms} ms`).toEqual([text])
    await pass(1000)
    expect(drawn(), `after ${ms} ms`).toEqual([])
  }
})
