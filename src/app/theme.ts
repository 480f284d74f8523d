import { theme, type ThemeConfig } from 'antd'

const fontFamily =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"

const shared: ThemeConfig = {
  // One antd on the page: no need to tell its classes from another's.
  hashed: false,
  cssVar: { key: 'app' },
}

const token = { fontFamily, borderRadius: 6, wireframe: false }

/** Petrol: calm, unlike the greens and reds that say something about documents, and 6.9:1 on white. */
export const lightTheme: ThemeConfig = {
  ...shared,
  algorithm: theme.defaultAlgorithm,
  token: { ...token, colorPrimary: '#155e8a', colorLink: '#155e8a', colorInfo: '#155e8a', colorBgLayout: '#f2f5f8' },
}

/** Brighter, because dark grounds swallow it. */
export const darkTheme: ThemeConfig = {
  ...shared,
  algorithm: theme.darkAlgorithm,
  token: {
    ...token,
    colorPrimary: '#4ba3d4',
    colorLink: '#6db8e2',
    colorInfo: '#4ba3d4',
    colorBgLayout: '#0c1318',
    colorBgBase: '#10181e',
  },
}
