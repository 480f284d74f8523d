/** What a file says of itself; dropped files may have no type. */
export type FileLike = Pick<File, 'name' | 'type'>

/** Endings that mean one format. */
const SAME_FORMAT: readonly (readonly string[])[] = [['.jpg', '.jpeg']]

/**
 * Whether a file may be chosen where `accept` stands (acceptance I5): its list has extensions (`.pdf`), families (`image/*`) and exact
 * media types (`application/pdf`), in a list or one text with commas. Letter case does not matter; nothing said means any file.
 */
export function accepts({ name, type }: FileLike, accept: string | readonly string[] | undefined): boolean {
  const wanted = wordsOf(accept)
  if (wanted.length === 0) return true
  const lowerName = name.toLowerCase()
  const [lowerType = ''] = type.toLowerCase().split(';', 1)
  return wanted.some((word) => {
    if (word === '*' || word === '*/*') return true
    if (word.startsWith('.')) return endingsOf(word).some((ending) => lowerName.endsWith(ending))
    return word.endsWith('/*') ? lowerType.startsWith(word.slice(0, -1)) : lowerType.trim() === word
  })
}

/** The words of an accept list in small letters, e.g. to tell the user what is allowed. */
export function wordsOf(accept: string | readonly string[] | undefined): string[] {
  const words = typeof accept === 'string' ? accept.split(',') : (accept ?? [])
  return words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '')
}

function endingsOf(extension: string): readonly string[] {
  return SAME_FORMAT.find((same) => same.includes(extension)) ?? [extension]
}
