/** In px, of antd's text size: characters of Chinese, and all others on average. */
const WIDE_CHARACTER = 14
const CHARACTER = 8

/** How wide a text of antd's size is in px, a little more rather than less: nothing is measured, which a page would wait for. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += character > '\u2e80' ? WIDE_CHARACTER : CHARACTER
  return width
}
