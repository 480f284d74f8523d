import type { ActionPlan } from '../../core/plan'
import { messages } from '../messages'
import { maxLinks } from './ActionMenu'

/** In px, of antd's text size. */
const CHARACTER = 14
const GAP = 12
const CARET = 12
const PADDING = 20

/** Width of the column of row actions: that of the widest links that can stand beside one another, and 更多. */
export function actionsWidth(actions: readonly ActionPlan[]): number {
  const widths = actions.map(({ title }) => title.length * CHARACTER).toSorted((a, b) => b - a)
  const links = widths.slice(0, maxLinks)
  if (widths.length > maxLinks) links.push(messages['action.more'].length * CHARACTER + CARET)
  return Math.max(80, links.reduce((sum, width) => sum + width + GAP, -GAP) + PADDING)
}
