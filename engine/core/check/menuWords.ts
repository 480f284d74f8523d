import type { Menus } from '../../spec/generated/menus'

interface MenuWords {
  /** Permission names, `base_book`. */
  names: ReadonlySet<string>
  routes: ReadonlySet<string>
}

const known = new WeakMap<Menus, MenuWords>()

/** What screens have to find in the menu table, gathered once for all of them. */
export function menuWordsOf(table: Menus): MenuWords {
  const words = known.get(table) ?? {
    names: new Set(table.menus.flatMap(({ menuName }) => menuName ?? [])),
    routes: new Set(table.menus.flatMap(({ router }) => router ?? [])),
  }
  known.set(table, words)
  return words
}
