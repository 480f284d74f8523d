/** Which category a name stands for, by keywords (domain 60, categorykeyword). */

export interface Keyword {
  keyword: string
  matchMode: string
  /** The higher one comes first. */
  priority: number
}

/** The surer way of matching comes before the looser one. */
const matches: Readonly<Record<string, (text: string, keyword: string) => boolean>> = {
  EXACT: (text, keyword) => text === keyword,
  PREFIX: (text, keyword) => text.startsWith(keyword),
  CONTAINS: (text, keyword) => text.includes(keyword),
}
const modes = Object.keys(matches)

/**
 * Finds the keyword that a name matches: exact before prefix before contained, then the higher priority, then the longer keyword; of equals the
 * first. Capitals and spaces around make no difference. Made once for many names, as those of a workbook are.
 */
export function keywordFinder<K extends Keyword>(keywords: readonly K[]): (name: string) => K | undefined {
  const inOrder = keywords
    .map((keyword) => ({ keyword, sought: plain(keyword.keyword), matches: matches[keyword.matchMode] }))
    .filter(({ sought }) => sought !== '')
    .toSorted(
      ({ keyword: a }, { keyword: b }) =>
        modes.indexOf(a.matchMode) - modes.indexOf(b.matchMode) || b.priority - a.priority || b.keyword.length - a.keyword.length,
    )
  return (name) => {
    const text = plain(name)
    return inOrder.find(({ sought, matches }) => matches?.(text, sought) === true)?.keyword
  }
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
