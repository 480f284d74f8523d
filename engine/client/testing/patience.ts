import * as React from 'react'
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

/** Pages with antd's dialogs are slow where there is no browser, and slower beside other tests: nothing is measured by it. */
configure({ asyncUtilTimeout: 60_000 })
vi.setConfig({ testTimeout: 300_000 })

/**
 * antd's styles are left out: each question whether an element can be seen would hold every rule of every sheet against it, a quarter of
 * the time that these tests take. What can be seen is judged in a real browser.
 */
Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
  configurable: true,
  get: () => '',
  set() {},
})

/**
 * React remembers with each element where it was made, for warnings that name the place: a fifth to a quarter of what these tests take. It stops after so
 * many of them in a second, and is told that there were.
 */
const internals = (React as { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object })
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 10_000, set() {} })
