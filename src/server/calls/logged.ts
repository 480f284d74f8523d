/** Messages between systems as people read them: numbers in part, and no longer than there is room. */
import { cutText } from '../../../engine/server/exchange/cutText'
import { maskMessage, type Numbered } from '../../rules/maskMessage'
import { storable } from './response'

const maxBody = 9_900
const maxError = 400

function shown(message: string, numbers: readonly Numbered[], length: number): string {
  return cutText(storable(maskMessage(message, numbers)), length)
}

export const logged = {
  body: (message: string, numbers: readonly Numbered[]): string => shown(message, numbers, maxBody),
  error: (message: string, numbers: readonly Numbered[]): string => shown(message, numbers, maxError),
  /** A number of somebody else's making. */
  number: (text: string, length: number): string => storable(text).slice(0, length),
}
