/**
 * The chosen row of a list with a split page, kept in the address of the page: `_row` is the id of the row, `_pane` the query of the list that
 * is shown beside it. So both survive a reload, and can be sent to a colleague. Names of fields never begin with `_`, so nothing collides.
 */
const ROW = '_row'
const PANE = '_pane'

export interface ChosenRow {
  id: string
  /** Query of the list beside it, with its question mark; empty when it has none, or when a record is shown beside it. */
  search: string
}

export function chosenIn(search: string): ChosenRow | undefined {
  const query = new URLSearchParams(search)
  const id = query.get(ROW) ?? ''
  if (id === '') return undefined
  const own = query.get(PANE) ?? ''
  return { id, search: own === '' ? '' : `?${own}` }
}

/** The query of a page with this row chosen, or with none chosen. */
export function withChosen(search: string, chosen: ChosenRow | undefined): string {
  const query = new URLSearchParams(search)
  query.delete(ROW)
  query.delete(PANE)
  if (chosen) query.set(ROW, chosen.id)
  if (chosen && chosen.search !== '') query.set(PANE, chosen.search.slice(1))
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** The part of a query that names the chosen row. A list that rewrites its query keeps this part. */
export function chosenPart(search: string): string {
  return withChosen('', chosenIn(search))
}
