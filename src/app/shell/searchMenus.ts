import type { MenuNode } from '../routing/menuTree'

export interface FoundMenu {
  id: string
  title: string
  /** The branches that it lies in. */
  trail: string
  href: string
  blank: boolean
}

/** By the id of a menu: how its name sounds, in syllables. */
export type Spellings = Readonly<Record<string, string>>

/** All pages of the sidebar in its order. */
export function pagesOf(tree: readonly MenuNode[], trail: readonly string[] = []): FoundMenu[] {
  return tree.flatMap(({ menu, children }) => {
    const own =
      menu.router === undefined
        ? []
        : [{ id: menu.id, title: menu.name, trail: trail.join(' / '), href: menu.router, blank: menu.blank === true }]
    return [...own, ...pagesOf(children, [...trail, menu.name])]
  })
}

/**
 * Pages whose name, branch or path holds every word, or whose name sounds so, whole or by the first letters of its syllables; those whose name
 * begins with it first.
 */
export function searchMenus(pages: readonly FoundMenu[], text: string, spellings: Spellings = {}): FoundMenu[] {
  const words = wordsOf(text)
  const found = pages.filter(({ id, title, trail, href }) => {
    const haystack = `${title} ${trail} ${href}`.toLowerCase()
    return words.every((word) => haystack.includes(word) || soundsLike(spellings[id], word))
  })
  const [first = ''] = words
  return found.sort((a, b) => rank(a, first, spellings) - rank(b, first, spellings))
}

export function wordsOf(text: string): string[] {
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** `fangkuan`, `fkgl` and `kuanguan` for `fang kuan guan li`: from the beginning of a syllable on. */
export function soundsLike(spelling: string | undefined, word: string): boolean {
  if (spelling === undefined || !/^[a-z]+$/.test(word)) return false
  const syllables = spelling.split(' ')
  const initials = syllables.map((syllable) => syllable.slice(0, 1)).join('')
  return initials.includes(word) || syllables.some((_syllable, index) => syllables.slice(index).join('').startsWith(word))
}

function rank({ id, title, href }: FoundMenu, word: string, spellings: Spellings): number {
  if (word === '') return 0
  if (title.startsWith(word)) return 0
  if (title.includes(word)) return 1
  if (soundsLike(spellings[id], word)) return 2
  return href.slice(1).toLowerCase().startsWith(word) ? 3 : 4
}
