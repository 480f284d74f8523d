import { Unfit } from './valueType'

/** Most values of one field, whatever it says itself. */
export const MAX_ITEMS = 500

/** The items of a list, each of them once; the first that does not fit decides. */
export function readList(raw: unknown, read: (item: unknown) => unknown): unknown {
  if (!Array.isArray(raw)) return new Unfit('type', 'invalid.list')
  if (raw.length > MAX_ITEMS) return new Unfit('maxCount', 'invalid.maxCount', { max: MAX_ITEMS })
  const items = raw.map(read)
  return (
    items.find((item) => item instanceof Unfit) ?? (new Set(items).size < items.length ? new Unfit('repeated', 'invalid.repeated') : items)
  )
}
