import type { PagePlan, RecordPagePlan, ScreenPlan } from './plan'
import { queryText } from './queryText'
import type { RecordValues } from './wire'

/** Values of a new record as texts, by field: of several codes or ids with commas between them. Anybody can write an address. */
export type Given = Readonly<Record<string, string>>

export type RecordMode = 'view' | 'add' | 'edit'

/** Stands for the record that does not exist yet, where the id is part of the path. */
export const NEW_ID = '0'

/** The query of an address names a record, or one that is to be added: of a list and a record page that share the address, the latter is meant. */
export function namesRecord(query: string): boolean {
  return /(?:^|[?&])(?:id=|mode=add(?:&|$))/.test(query)
}

/** An address is that of a record that is to be added. */
export function beginsRecord(address: string): boolean {
  return /[?&]mode=add(?:&|$)/.test(address)
}

/** What an address needs to know of a page. */
export type AddressedPage = Pick<PagePlan, 'kind' | 'route'> & Partial<Pick<RecordPagePlan, 'mode' | 'variant' | 'params'>>

/**
 * The page on which records of a screen are looked at by themselves: the one that its button opens, else the first that takes nothing but the
 * record.
 */
export function viewPageOf({ pages, actions }: Pick<ScreenPlan, 'pages' | 'actions'>): RecordPagePlan | undefined {
  const viewed = actions['view']?.does
  const named = viewed?.kind === 'view' ? pages[viewed.page] : undefined
  const candidates = [...(named ? [named] : []), ...Object.values(pages)]
  return candidates.find((page): page is RecordPagePlan => page.kind === 'record' && page.mode === 'view' && isFound(page))
}

/** The address takes nothing but the record. */
function isFound({ route }: RecordPagePlan): boolean {
  return route !== undefined && !route.replace(':id', '').includes(':')
}

/**
 * The address of a page for a record. The id is part of the path where the route has `:id`, else a query parameter; the mode is said where
 * it is not the page's own, which adding never is, the page's variant where the record is of it, and the values that a new record begins
 * with, as far as the page takes them. Undefined for dialogs and drawers, which have none.
 */
export function addressOf(page: AddressedPage, mode: RecordMode, record?: RecordValues, given: Given = {}): string | undefined {
  if (page.route === undefined) return undefined
  const id = record?.id
  const inPath = page.route.includes(':id')
  const path = page.route.replace(':id', encodeURIComponent(id ?? NEW_ID))
  const isOwnMode = page.kind !== 'record' || mode === page.mode
  return (
    path +
    queryText([
      ...(id !== undefined && !inPath ? [['id', id] as const] : []),
      ...(isOwnMode ? [] : [['mode', mode] as const]),
      ...variantOf(page).filter(([field, value]) => record?.[field] === value),
      ...paramsOf(page).flatMap(([field, name]) => {
        const text = given[field]
        return text === undefined || text === '' ? [] : [[name, text] as const]
      }),
    ])
  )
}

export function variantOf(page: AddressedPage): [string, string][] {
  return Object.entries(page.variant ?? {})
}

function paramsOf(page: AddressedPage): [string, string][] {
  return Object.entries(page.params ?? {})
}
