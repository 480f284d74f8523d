/** In px, of antd's text size: of Chinese and of what is as wide, of capitals, and of what else there is the widest, digits. */
const WIDE_CHARACTER = 14
const CAPITAL = 9.8
const CHARACTER = 9
const CAPITALS = /[A-Z]/
const WIDE = /[%@MW\u2e80-\uffff]/

/** How wide a text of antd's size is in px, a little more rather than less: nothing is measured, which a page would wait for. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += WIDE.test(character) ? WIDE_CHARACTER : CAPITALS.test(character) ? CAPITAL : CHARACTER
  return Math.ceil(width)
}
