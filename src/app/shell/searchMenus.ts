import type { MenuNode } from '../routing/menuTree'

export interface FoundMenu {
  id: string
  title: string
  /** The branches that it lies in. */
  trail: string
  href: string
  blank: boolean
}

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

/** Pages whose name, branch or path holds every word, those whose name begins with it first. */
export function searchMenus(pages: readonly FoundMenu[], text: string): FoundMenu[] {
  const words = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const found = pages.filter(({ title, trail, href }) => {
    const haystack = `${title} ${trail} ${href}`.toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
  const [first = ''] = words
  return found.sort((a, b) => rank(a, first) - rank(b, first))
}

function rank({ title, href }: FoundMenu, word: string): number {
  if (word === '') return 0
  if (title.startsWith(word)) return 0
  if (title.includes(word)) return 1
  return href.slice(1).toLowerCase().startsWith(word) ? 2 : 3
}
