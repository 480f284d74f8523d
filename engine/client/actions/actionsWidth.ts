import type { ActionPlan } from '../../core/plan'
import { messages } from '../messages'

/** Links in a row at most; the rest is behind 更多. */
const MAX_LINKS = 3
/** In px, of antd's text size. */
const WIDE_CHARACTER = 14
const CHARACTER = 8
const GAP = 12
const CARET = 12
const PADDING = 20
/** In px: three links of two Chinese characters each, or one of four and one of two. */
const ROOM = 112

const MORE = widthOf([messages['action.more']]) + CARET

/**
 * How many of these links are shown in the row itself, counted from the first. Their column stays visible when the table is scrolled
 * sideways, so it must stay narrow, or it would cover the columns that the user needs to decide: the longer the titles, the fewer links.
 * @param of number of all actions: when all of them fit, 更多 is not needed and its room can be used as well
 */
export function linksWithRoom(titles: readonly string[], of: number): number {
  if (titles.length === of && of <= MAX_LINKS && widthOf(titles) <= ROOM + GAP + MORE) return of
  const fitting = [...titles.keys()].filter((last) => last < MAX_LINKS && widthOf(titles.slice(0, last + 1)) <= ROOM)
  return Math.min(titles.length, Math.max(1, fitting.length))
}

/** Width of the column of row actions: enough for the links that `linksWithRoom` shows, and for 更多 behind them. */
export function actionsWidth(actions: readonly ActionPlan[]): number {
  const titles = actions.map(({ title }) => title).toSorted((a, b) => widthOf([b]) - widthOf([a]))
  if (linksWithRoom(titles, titles.length) === titles.length) return Math.max(80, widthOf(titles) + PADDING)
  const links = Math.max(widthOf(titles.slice(0, 1)), Math.min(ROOM, widthOf(titles.slice(0, MAX_LINKS))))
  return links + GAP + MORE + PADDING
}

/** Width in px of links in one line, with the gaps between them. */
function widthOf(titles: readonly string[]): number {
  const widths = titles.map((title) => [...title].reduce((sum, character) => sum + (character > '\u2e80' ? WIDE_CHARACTER : CHARACTER), 0))
  return widths.reduce((sum, width) => sum + width + GAP, -GAP)
}
