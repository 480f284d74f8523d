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
 * The keyword that a name matches: exact before prefix before contained, then the higher priority, then the longer keyword; of equals the first.
 * Capitals and spaces around make no difference.
 */
export function bestKeyword<K extends Keyword>(name: string, keywords: readonly K[]): K | undefined {
  const text = plain(name)
  return keywords
    .filter(({ keyword, matchMode }) => plain(keyword) !== '' && matches[matchMode]?.(text, plain(keyword)) === true)
    .toSorted(
      (a, b) => modes.indexOf(a.matchMode) - modes.indexOf(b.matchMode) || b.priority - a.priority || b.keyword.length - a.keyword.length,
    )[0]
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
