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
const count = (text: string): number => screen.queryAllByText(text).length

it('I3 E4 shows what takes the place of another note for its whole time, whenever it comes', async () => {
  for (const after of [100, 2000, 2450, 2490, 2500, 2510, 2700]) {
    act(() => notify.outcome('共 2 处错误', 'error'))
    await pass(after)
    act(() => notify.outcome('导入成功', 'success'))
    await pass(100)
    expect(count('共 2 处错误'), `after ${after} ms`).toBe(0)
    await pass(2300)
    expect(count('导入成功'), `after ${after} ms`).toBe(1)
    await pass(1000)
    expect(count('导入成功'), `after ${after} ms`).toBe(0)
  }
})

it('E4 shows a toast of the same text again for its whole time, and one of them at a time', async () => {
  for (const after of [0, 1500, 2900, 2990, 3000, 3010, 3200]) {
    act(() => notify.success('保存成功'))
    await pass(after)
    act(() => notify.success('保存成功'))
    await pass(100)
    expect(count('保存成功'), `after ${after} ms`).toBe(1)
    await pass(2700)
    expect(count('保存成功'), `after ${after} ms`).toBe(1)
    await pass(1000)
    expect(count('保存成功'), `after ${after} ms`).toBe(0)
  }
})
