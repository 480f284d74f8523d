import type { PagePlan, RecordPagePlan } from '../core/plan'

export type RecordMode = 'view' | 'add' | 'edit'

/** Stands for the record that does not exist yet, where the id is part of the path. */
const NEW_ID = '0'

/**
 * The address of a page for a record. The id is part of the path where the route has `:id`, else a query parameter; the mode is said where
 * it is not the page's own (adding on an edit page is said by the absence of an id). Undefined for dialogs and drawers, which have none.
 */
export function addressOf(page: PagePlan, mode: RecordMode, id?: string): string | undefined {
  if (page.route === undefined) return undefined
  const inPath = page.route.includes(':id')
  const path = page.route.replace(':id', encodeURIComponent(id ?? NEW_ID))
  const query = new URLSearchParams()
  if (id !== undefined && !inPath) query.set('id', id)
  const said = page.kind !== 'record' || mode === page.mode || (mode === 'add' && page.mode === 'edit')
  if (!said) query.set('mode', mode)
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/** The other direction: which record a page's address names and how it is opened. */
export function recordOf(
  page: RecordPagePlan,
  address: { search: string; params: Readonly<Record<string, string>> },
): { mode: RecordMode; id?: string } {
  const query = new URLSearchParams(address.search)
  const id = address.params['id'] ?? query.get('id') ?? undefined
  const known = id === undefined || id === NEW_ID ? undefined : id
  const mode = query.get('mode')
  if (mode === 'add' || known === undefined) return { mode: 'add' }
  return { mode: mode === 'edit' || mode === 'view' ? mode : page.mode, id: known }
}
