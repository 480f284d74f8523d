import type { ListPage } from '../../spec/generated/screen'
import { schemaTypeOf } from '../fields/schemas'
import type { ResolvedEntity } from '../compile'
import type { ScreenContext } from './screenContext'

/** The keywords that read every row of a list, so that a list that is paged by cursor may not have them. */
const ofAllRows = ['figures', 'charts', 'tree', 'side'] as const

/** A list that is paged by cursor goes on from a row by an index, and reckons nothing of all its rows. */
export function checkPaging({ source, report, screen, entity }: ScreenContext, at: string, page: ListPage): void {
  const lists = Object.values(screen.pages).filter((each): each is ListPage => each !== undefined && 'columns' in each)
  if (lists.some(({ paging }) => paging !== page.paging)) report.add(source, at, 'check.cursor-apart', {}, { key: true })
  if (page.paging !== 'cursor') return
  if (typeof entity.view === 'string') report.add(source, `${at}/paging`, 'check.cursor-view', { name: entity.view })
  for (const word of ofAllRows)
    if (page[word] !== undefined) report.add(source, `${at}/${word}`, 'check.cursor-all', { name: word }, { key: true })
  for (const [index, column] of page.columns.entries())
    if (typeof column !== 'string' && column.total)
      report.add(source, `${at}/columns/${index}/total`, 'check.cursor-all', { name: 'total' })
  const { sort } = page
  if (sort && Object.hasOwn(entity.fields, sort.field) && !hasOwnIndex(entity, sort.field))
    report.add(source, `${at}/sort/field`, 'check.cursor-sort', { name: sort.field })
}

/** Texts of very many rows are searched by an index that begins with them. */
export function checkIndexedSearch({ source, report, entity }: ScreenContext, at: string, { search = [] }: ListPage): void {
  for (const [index, item] of search.entries()) {
    if (typeof item === 'string' || (item.as !== 'begins' && item.as !== 'few') || !Object.hasOwn(entity.fields, item.field)) continue
    const field = entity.fields[item.field]
    const isText = field !== undefined && schemaTypeOf(field).search === 'contains' && typeof entity.view !== 'string'
    if (!isText || !keysOf(entity).some(([first]) => first === item.field))
      report.add(source, `${at}/search/${index}/as`, 'check.search-index', { name: item.field, as: item.as })
  }
}

function keysOf({ indexes = [], unique = [] }: ResolvedEntity): string[][] {
  return [...indexes, ...unique.flatMap((key) => (Array.isArray(key) ? [key] : []))]
}

/** As core/compile/column has it of a compiled entity. */
function hasOwnIndex(entity: ResolvedEntity, name: string): boolean {
  const { fields, label } = entity
  const field = fields[name]
  if (!field || field.required !== true || name === label || !schemaTypeOf(field).sortable || field.type === 'ref') return false
  return keysOf(entity).some((key) => key[0] === name && (key.length === 1 || (key.length === 2 && key[1] === 'id')))
}
