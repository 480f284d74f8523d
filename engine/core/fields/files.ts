import { messageText } from '../messages'
import { optional } from '../sources/optional'
import { MAX_ITEMS, readList } from './list'
import { schemaType, type FieldOf } from './schemaType'
import { InvalidValue, type ValueType } from './valueType'

/** Longest list of a field that does not say. */
const MOST = 20

/** Uploaded files, kept as attachments of the record. A page sends each with its name and size, which the server knows already. */
export const files: ValueType = {
  attached: true,
  given: false,
  emptyListIsValue: false,
  read(field, raw) {
    const max = field.maxCount ?? MAX_ITEMS
    if (Array.isArray(raw) && raw.length > max) return new InvalidValue('maxCount', 'invalid.maxCount', { max })
    return readList(raw, (item) => {
      const id = idOf(item)
      return typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? id : new InvalidValue('file', 'invalid.file')
    })
  },
  text: () => (value) =>
    storedFiles(value)
      .map(({ name }) => name)
      .join(messageText('value.separator')),
  same: (one, other) => JSON.stringify(idsOf(one)) === JSON.stringify(idsOf(other)),
}

export const filesSchema = /* @__PURE__ */ schemaType<FieldOf<'files'>>({
  width: () => 120,
  sortable: false,
  span: 3,
  addressable: false,
  scalar: undefined,
  expression: () => ({ list: 'any' }),
  options: ({ maxCount = MOST, accept }) => ({ maxCount, ...optional({ accept }) }),
})

/** A stored file as a `files` field carries it. */
export interface StoredFile {
  id: string
  name: string
  size?: number
  type?: string
}

/** The value of a `files` field; an id alone stands for a file whose name is not known here. */
export function storedFiles(value: unknown): StoredFile[] {
  if (!Array.isArray(value)) return []
  return value.map((item: unknown) => (typeof item === 'string' ? { id: item, name: item } : (item as StoredFile)))
}

function idsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.map(idOf) : []
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? (item as { id?: unknown }).id : item
}
