import { theme } from 'antd'
import { useMemo } from 'react'
import type { ChartLook } from './chartOption'

/** Colours and fonts come from the tokens of the theme, so that charts change with it. */
export function useLook(pressable: boolean): ChartLook {
  const { token } = theme.useToken()
  return useMemo(
    () => ({
      // Of the ten shades of a colour, the seventh has enough contrast on light and on dark backgrounds.
      colors: [
        token.colorPrimary,
        token.orange7,
        token.green7,
        token.purple7,
        token.magenta7,
        token.cyan7,
        token.gold7,
        token.geekblue7,
        token.lime7,
        token.volcano7,
        token.red7,
        token.blue8,
      ],
      text: token.colorText,
      quiet: token.colorTextSecondary,
      border: token.colorBorderSecondary,
      background: token.colorBgElevated,
      font: token.fontFamily,
      moves: token.motion,
      pressable,
    }),
    [token, pressable],
  )
}
