/**
 * The chosen row of a list that is split in two, in the address of its page: `_row` is its id, `_pane` the address of the list about it, so
 * that both can be reloaded, sent to a colleague, and come back to. Names of fields never begin so.
 */
const ROW = '_row'
const PANE = '_pane'

export interface ChosenRow {
  id: string
  /** Address of the list about it; with its question mark, or empty, as it is where a record is shown. */
  search: string
}

export function chosenIn(search: string): ChosenRow | undefined {
  const query = new URLSearchParams(search)
  const id = query.get(ROW) ?? ''
  if (id === '') return undefined
  const own = query.get(PANE) ?? ''
  return { id, search: own === '' ? '' : `?${own}` }
}

/** The address of a page with this row chosen; with none when there is none. */
export function withChosen(search: string, chosen: ChosenRow | undefined): string {
  const query = new URLSearchParams(search)
  query.delete(ROW)
  query.delete(PANE)
  if (chosen) query.set(ROW, chosen.id)
  if (chosen && chosen.search !== '') query.set(PANE, chosen.search.slice(1))
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** Of an address only what names the chosen row: a list that writes its own keeps it. */
export function chosenPart(search: string): string {
  return withChosen('', chosenIn(search))
}
