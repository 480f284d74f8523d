import { messageText } from '../messages'

/** A text that may be of any length, as far as it is told; the mark says that there is more. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : messageText('import.cut', { text: text.slice(0, length) })
}
