import { InvalidValue } from './valueType'

/** Most values of one field, whatever it says itself. */
export const MAX_ITEMS = 500

/** The items of a list, each of them once; the first that does not fit decides. */
export function readList(raw: unknown, read: (item: unknown) => unknown): unknown {
  if (!Array.isArray(raw)) return new InvalidValue('type', 'invalid.list')
  if (raw.length > MAX_ITEMS) return new InvalidValue('maxCount', 'invalid.maxCount', { max: MAX_ITEMS })
  const items = raw.map(read)
  return (
    items.find((item) => item instanceof InvalidValue) ??
    (new Set(items).size < items.length ? new InvalidValue('repeated', 'invalid.repeated') : items)
  )
}
