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
