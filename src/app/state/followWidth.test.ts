import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStore } from '../memoryStore'
import { createAppActions } from './appActions'
import { createAppStore } from './appStore'
import { followWidth } from './followWidth'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function resizeTo(width: number): void {
  vi.stubGlobal('innerWidth', width)
  window.dispatchEvent(new Event('resize'))
}

it('L2 makes the layout mobile below 769 px, 300 ms after the last step of a resize', () => {
  vi.stubGlobal('innerWidth', 769)
  const store = createAppStore(memoryStore())
  followWidth(createAppActions(store).changeWidth)
  const isMobile = (): boolean => store.getState().isNavbar
  expect(isMobile()).toBe(false)

  resizeTo(700)
  vi.advanceTimersByTime(299)
  resizeTo(768)
  vi.advanceTimersByTime(299)
  expect(isMobile()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isMobile()).toBe(true)

  resizeTo(769)
  vi.advanceTimersByTime(299)
  expect(isMobile()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isMobile()).toBe(false)
})
