import type { ThemeConfig } from 'antd'

/** For what is drawn where there is no browser: nothing moves, and antd makes no styles, which patience.ts would leave out of the document. */
export const withoutStyles: ThemeConfig = { token: { motion: false }, zeroRuntime: true }
