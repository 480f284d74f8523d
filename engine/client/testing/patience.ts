import { configure } from '@testing-library/react'
import { vi } from 'vitest'

/** Pages with antd's dialogs are slow where there is no browser, and slower beside other tests. */
configure({ asyncUtilTimeout: 8_000 })
vi.setConfig({ testTimeout: 30_000 })
