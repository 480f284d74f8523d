import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callScript } from './scriptCall'

/** The frame never loads here; what a script can and cannot do in a real one is tested in Chromium (tests/e2e/foreign.test.ts). */
const appended: unknown[] = []
beforeEach(() => {
  vi.useFakeTimers()
  appended.length = 0
  vi.spyOn(document.body, 'append').mockImplementation((...nodes) => void appended.push(...nodes))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each([
  ['60 seconds, when nothing is said', {}, 60_000],
  ['the time that is given', { timeoutMs: 4000 }, 4000],
])('C3 gives up with Timeout after %s', async (_name, options, ms) => {
  const ended = vi.fn<(error: unknown) => void>()
  callScript('https://rates.example/latest', options).catch(ended)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledExactlyOnceWith(new Error('Timeout'))
})

it('C3 runs the script in a frame without an origin', () => {
  callScript('https://rates.example/latest').catch(() => undefined)
  const [frame] = appended
  expect(frame).toBeInstanceOf(HTMLIFrameElement)
  expect([...(frame as HTMLIFrameElement).sandbox]).toEqual(['allow-scripts'])
})

it('ends when the caller does', async () => {
  const controller = new AbortController()
  const call = callScript('https://rates.example/latest', { signal: controller.signal })
  controller.abort()
  await expect(call).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
})
