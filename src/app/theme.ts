import { theme, type ThemeConfig } from 'antd'

const fontFamily =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"

const shared: ThemeConfig = {
  // One antd on the page: no need to tell its classes from another's.
  hashed: false,
  cssVar: { key: 'app' },
}

/** Whoever has asked the system to leave out animations has them left out here: dialogs, menus and drawers are there at once. */
const motion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches

const token = { fontFamily, borderRadius: 6, wireframe: false, motion }

/**
 * Petrol: calm, unlike the greens and reds that say something about documents, and 6.9:1 on white. antd mixes grey tints from so dark a
 * seed, so they are given.
 */
export const lightTheme: ThemeConfig = {
  ...shared,
  algorithm: theme.defaultAlgorithm,
  token: {
    ...token,
    colorPrimary: '#155e8a',
    colorPrimaryHover: '#2a7cae',
    colorPrimaryActive: '#0e4767',
    colorPrimaryBg: '#e6f1f8',
    colorPrimaryBgHover: '#d0e5f2',
    colorPrimaryBorder: '#9cc8e2',
    colorPrimaryBorderHover: '#6aa8cc',
    colorPrimaryText: '#155e8a',
    colorError: '#d1303a',
    colorInfo: '#155e8a',
    colorInfoBg: '#e6f1f8',
    colorInfoBorder: '#9cc8e2',
    colorLink: '#155e8a',
    colorLinkHover: '#2a7cae',
    controlItemBgActive: '#e6f1f8',
    controlItemBgActiveHover: '#d0e5f2',
    controlOutline: 'rgba(21, 94, 138, 0.16)',
    colorBgLayout: '#f2f5f8',
    // Small grey text that can be read: 4.5:1 and above.
    colorTextDescription: 'rgba(0, 0, 0, 0.6)',
    colorTextPlaceholder: 'rgba(0, 0, 0, 0.55)',
  },
}

/** Brighter, because dark grounds swallow it; grounds and lines of the same hue, almost grey. */
export const darkTheme: ThemeConfig = {
  ...shared,
  algorithm: theme.darkAlgorithm,
  token: {
    ...token,
    colorPrimary: '#3690c6',
    colorPrimaryHover: '#3f94c8',
    colorPrimaryActive: '#236892',
    colorPrimaryBg: '#14303f',
    colorPrimaryBgHover: '#1a3d51',
    colorPrimaryBorder: '#2b5a77',
    colorPrimaryBorderHover: '#38769b',
    colorPrimaryText: '#7cc0e8',
    colorError: '#ff7b7b',
    colorInfo: '#3690c6',
    colorLink: '#86cdf4',
    colorLinkHover: '#95cdec',
    controlItemBgActive: '#14303f',
    controlItemBgActiveHover: '#1a3d51',
    controlOutline: 'rgba(111, 185, 227, 0.28)',
    colorBgLayout: '#0d1216',
    colorBgContainer: '#161d23',
    colorBgElevated: '#1e272e',
    colorBgSpotlight: '#2b363f',
    colorBorder: '#3a4751',
    colorBorderSecondary: '#28323a',
    colorTextDescription: 'rgba(255, 255, 255, 0.6)',
    colorTextPlaceholder: 'rgba(255, 255, 255, 0.5)',
  },
}
