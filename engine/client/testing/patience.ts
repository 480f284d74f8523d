import { configure } from '@testing-library/react'
import { vi } from 'vitest'

/** Pages with antd's dialogs are slow where there is no browser, and slower beside other tests. */
configure({ asyncUtilTimeout: 8_000 })
vi.setConfig({ testTimeout: 30_000 })

/**
 * antd's styles are left out: each question whether an element can be seen would hold every rule of every sheet against it, a quarter of
 * the time that these tests take. What can be seen is judged in a real browser.
 */
Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
  configurable: true,
  get: () => '',
  set() {},
})
