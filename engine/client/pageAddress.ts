import type { FieldPlan, RecordPagePlan } from '../core/plan'
import { NEW_ID, variantOf, type Given, type RecordMode } from '../core/recordAddress'
import type { RecordValues } from '../core/wire'

export { addressOf, type Given, type RecordMode } from '../core/recordAddress'

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

/** A record as the conditions of its page see it: whether it is of the page's variant is for the address to say. */
export function asAddressed(page: RecordPagePlan, record: RecordValues, search: string): RecordValues {
  const query = new URLSearchParams(search)
  const values = variantOf(page).map(([field, value]) => {
    if (query.get(field) === value) return [field, value]
    return [field, record[field] === value ? null : record[field]]
  })
  return { ...record, ...Object.fromEntries(values) }
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
