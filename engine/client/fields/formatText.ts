import { isEmpty } from '../../core/endpoint'
import { messages } from '../messages'

/** How a value reads that has no format of its own: text as it is, a list with its items one after another, '-' for nothing. */
export function formatText(value: unknown): string {
  if (isEmpty(value)) return messages.empty
  if (Array.isArray(value)) return value.length === 0 ? messages.empty : value.map(formatText).join(messages.enumerate)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
