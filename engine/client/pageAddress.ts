import type { FieldPlan, PagePlan, RecordPagePlan } from '../core/plan'
import type { RecordValues } from '../core/wire'

/** Values of a new record as texts, by field: of several codes or ids with commas between them. Anybody can write an address. */
export type Given = Readonly<Record<string, string>>

export type RecordMode = 'view' | 'add' | 'edit'

/** Stands for the record that does not exist yet, where the id is part of the path. */
const NEW_ID = '0'

/** Values of a new record that its page takes from the address, as texts: field → text. */
export function givenOf(page: RecordPagePlan, search: string): Given {
  const query = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(page.params ?? {}).flatMap(([field, name]) => {
      const text = query.get(name)
      return text === null || text === '' ? [] : [[field, text] as const]
    }),
  )
}

/** Of what is given to a new record only what its page takes. */
export function takenBy({ params = {} }: RecordPagePlan, given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([field]) => Object.hasOwn(params, field)))
}

/** Fields of the page that the address gives a value although the page does not take it from there. */
export function notTakenOf(page: RecordPagePlan, search: string): FieldPlan[] {
  const taken = new Set([...Object.values(page.params ?? {}), ...variantOf(page).map(([field]) => field), 'id', 'mode'])
  const values = [...new URLSearchParams(search).keys()].filter((name) => !taken.has(name))
  return page.sections.flatMap(({ items }) => items.map(({ field }) => field)).filter(({ name }) => values.includes(name))
}

/**
 * The address of a page for a record. The id is part of the path where the route has `:id`, else a query parameter; the mode is said where
 * it is not the page's own (adding on an edit page is said by the absence of an id), the page's variant where the record is of it, and
 * the values that a new record begins with, as far as the page takes them. Undefined for dialogs and drawers, which have none.
 */
export function addressOf(page: PagePlan, mode: RecordMode, record?: RecordValues, given: Given = {}): string | undefined {
  if (page.route === undefined) return undefined
  const id = record?.id
  const inPath = page.route.includes(':id')
  const path = page.route.replace(':id', encodeURIComponent(id ?? NEW_ID))
  const query = new URLSearchParams()
  if (id !== undefined && !inPath) query.set('id', id)
  const values = page.kind !== 'record' || mode === page.mode || (mode === 'add' && page.mode === 'edit')
  if (!values) query.set('mode', mode)
  for (const [field, value] of variantOf(page)) if (record?.[field] === value) query.set(field, value)
  for (const [field, name] of paramsOf(page)) {
    const text = given[field]
    if (text !== undefined && text !== '') query.set(name, text)
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/** A record as the conditions of its page see it: whether it is of the page's variant is for the address to say. */
export function asAddressed(page: RecordPagePlan, record: RecordValues, search: string): RecordValues {
  const query = new URLSearchParams(search)
  const values = variantOf(page).map(([field, value]) => {
    if (query.get(field) === value) return [field, value]
    return [field, record[field] === value ? null : record[field]]
  })
  return { ...record, ...Object.fromEntries(values) }
}

function variantOf(page: PagePlan): [string, string][] {
  return page.kind === 'record' ? Object.entries(page.variant ?? {}) : []
}

function paramsOf(page: PagePlan): [string, string][] {
  return page.kind === 'record' ? Object.entries(page.params ?? {}) : []
}

/** The other direction: which record a page's address names and how it is opened. */
export function recordOf(
  page: Pick<RecordPagePlan, 'mode'>,
  address: { search: string; params: Readonly<Record<string, string>> },
): { mode: RecordMode; id?: string } {
  const query = new URLSearchParams(address.search)
  const id = address.params['id'] ?? query.get('id') ?? undefined
  const known = id === undefined || id === NEW_ID ? undefined : id
  const mode = query.get('mode')
  if (mode === 'add' || known === undefined) return { mode: 'add' }
  return { mode: mode === 'edit' || mode === 'view' ? mode : page.mode, id: known }
}
