import type { ActionPlan } from '../../core/plan'
import { mayStandFirst } from '../../core/record/offered'
import { messages } from '../messages'
import { textWidth } from '../ui/textWidth'

/** In px. */
const GAP = 12
/** In px: the button behind which the other actions are. */
const MORE = 24
/** In px, on both sides of the cell. */
const PADDING = 16
/** In px: four Chinese characters and the button beside them. The column stays in sight, so it must not cover what a user decides by. */
const ROOM = 80

/** Whether all of these links fit in a row of the column that has these actions, so that nothing has to be behind ⋯. */
export function haveRoom(titles: readonly string[], actions: readonly ActionPlan[]): boolean {
  return widthOf(titles) <= actionsWidth(actions) - PADDING
}

/** Whether a link fits beside ⋯. */
export function hasRoom(title: string): boolean {
  return widthOf([title]) <= ROOM - MORE
}

/** Width of the column of row actions, in px, at most 96: all of them where they have room, else ⋯ and the widest link that ever stands beside it. */
export function actionsWidth(actions: readonly ActionPlan[]): number {
  const all = widthOf(actions.map(({ title }) => title))
  const first = actions.flatMap((action) => (mayStandFirst(action) && hasRoom(action.title) ? widthOf([action.title]) : []))
  const links = all <= ROOM ? all : MORE + Math.max(0, ...first)
  // As wide as its own title at least.
  return PADDING + Math.max(textWidth(messages['table.actions']), links)
}

/** Width in px of links in one line, with the gaps between them. */
function widthOf(titles: readonly string[]): number {
  return titles.reduce((sum, title) => sum + textWidth(title) + GAP, -GAP)
}
