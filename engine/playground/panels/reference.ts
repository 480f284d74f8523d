/** A keyword of the schema language, as the reference says it. */
export interface ReferenceEntry {
  /** Kind of file, or definition that several keywords share. */
  section: string
  /** `pages.‹name›.columns[]` */
  path: string
  /** Markdown. */
  text: string
}

/** The entries of the reference page, which is generated from the meta-schemas. */
export function entriesOf(page: string): ReferenceEntry[] {
  const entries: ReferenceEntry[] = []
  let section = ''
  for (const line of page.split('\n')) {
    section = /^#{2,3} (.+)$/.exec(line)?.[1] ?? section
    const [, path, text] = /^- \*\*`([^`]+)`\*\* ?(.*)$/.exec(line) ?? []
    if (path !== undefined && text !== undefined) entries.push({ section, path, text })
  }
  return entries
}

/** Those that say every word; those named by a word come first. */
export function found(entries: readonly ReferenceEntry[], text: string): ReferenceEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...entries]
  const hits = entries.filter((entry) => {
    const all = `${entry.section} ${entry.path} ${entry.text}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const isNamed = ({ path }: ReferenceEntry) => words.includes(lastName(path).toLowerCase())
  return [...hits.filter(isNamed), ...hits.filter((entry) => !isNamed(entry))]
}

/** What the reference says of a keyword of a kind of file, its own section first. */
export function entriesFor(entries: readonly ReferenceEntry[], kind: string | undefined, keyword: string): ReferenceEntry[] {
  const named = entries.filter(({ path }) => lastName(path) === keyword)
  return [...named.filter(({ section }) => section === kind), ...named.filter(({ section }) => section !== kind)]
}

function lastName(path: string): string {
  return (
    path
      .split('.')
      .at(-1)
      ?.replace(/(?:\[\])+$/, '') ?? path
  )
}
