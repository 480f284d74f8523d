import { say } from '../../laterMessages'
import type { Pasted, Unread } from '../model/pasteInto'

/** Tells how much of a pasted block was read, and what was not. `isWhole`: everything was read. */
export function pastedText({ rows, dropped, unread, unknown, failure }: Pasted, maxRows: number): { text: string; isWhole: boolean } {
  const notes = [
    ...(dropped > 0 ? [say('lines.pasteFull', { max: maxRows, dropped })] : []),
    ...unreadTexts(unread),
    ...(unknown.length > 0 ? [say('lines.unknownColumns', { titles: unknown.join(say('enumerate')) })] : []),
    ...(failure ? [failure.message] : []),
  ]
  const text = [rows > 0 ? say('lines.pasted', { rows }) : say('lines.pastedNothing'), ...notes].join(say('semicolon'))
  return { text, isWhole: notes.length === 0 && rows > 0 }
}

/** More are not read in a message that goes by itself. */
const MAX_LISTED_TEXTS = 5

/** Column by column: in how many rows it was not understood, and what stood there. */
function unreadTexts(unread: readonly Unread[]): string[] {
  const columns = [...new Set(unread.map(({ column }) => column))]
  return columns.map(({ plan }) => {
    const cells = unread.filter(({ column }) => column.plan === plan)
    const texts = [...new Set(cells.map(({ text }) => text))]
    const told = texts.slice(0, MAX_LISTED_TEXTS).join(say('enumerate'))
    return say(texts.length > MAX_LISTED_TEXTS ? 'lines.unreadSome' : 'lines.unread', {
      count: cells.length,
      title: plan.title,
      texts: told,
    })
  })
}
