/**
 * Pages of a list of very many rows. A page goes on from a row of the page beside it, found by an index, and not by a count of all rows before
 * it: page 50,000 costs what page 2 costs, each row comes once however many are added meanwhile, and nothing is counted beyond `maxCounted`.
 */
import { sql, type RawBuilder } from 'kysely'
import { isOrderedByIndex } from '../../core/compile'
import type { ExpressionEnvironment } from '../../core/expression'
import { asNeeded } from '../database/statementNames'
import { rowTypeOf } from '../fields'
import { idParameter } from '../fields/columns'
import type { Source, SourceContext } from '../source'
import type { Condition } from './conditions'
import { finished } from './page'
import type { Sort } from './query'
import { rowAlias, type Shape } from './shape'

/** Rows are counted so far; of more it is said that there are more. */
export const maxCounted = 10_000

/** Newest first; ids are given in the order of creation. */
const newestFirst: Sort = { field: 'id', order: 'descend' }

/** Where a page stands: beside a row, or at the end of the list. */
export type Cursor = { from: 'after' | 'before'; value: unknown; id: string } | { from: 'last' }

/** A cursor as it travels, which nobody but the list that gave it reads. It belongs to one order of the list. */
export function writeCursor(cursor: Cursor, { field, order }: Sort): string {
  const place = cursor.from === 'last' ? [] : [cursor.value, cursor.id]
  return Buffer.from(JSON.stringify([field, order, cursor.from, ...place])).toString('base64url')
}

/** @returns undefined for what is no cursor of this order: rows beside it could not be found */
export function readCursor(text: unknown, { field, order }: Sort, { entity }: Source): Cursor | undefined {
  const [ofField, ofOrder, from, value, id, ...more] = partsOf(text)
  if (ofField !== field || ofOrder !== order || more.length > 0) return undefined
  if (from === 'last') return value === undefined ? { from } : undefined
  if (from !== 'after' && from !== 'before') return undefined
  const plan = entity.fields[field]
  const given = plan && rowTypeOf(plan).filter?.parameter(plan, value)
  const row = typeof id === 'string' ? idParameter(id) : undefined
  return given === undefined || row === undefined ? undefined : { from, value: given, id: row }
}

const maxLength = 1_000

function partsOf(text: unknown): unknown[] {
  if (typeof text !== 'string' || text.length > maxLength) return []
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

export interface CursorQuery {
  conditions: Condition[]
  sort: Sort | undefined
  /** As it came; empty: the first page. */
  cursor: unknown
  pageSize: number
}

export interface CursorPage {
  /** The rows as JSON text of a list. */
  records: string
  /** Of all matching rows, or `maxCounted`. */
  total: number
  /** There are more than `total`. */
  beyond: boolean
  /** Absent at the end, or at the beginning. */
  next?: string
  previous?: string
}

/** @returns undefined when the cursor is none of this list in this order */
export type CursorReader = (
  query: CursorQuery,
  context: SourceContext,
  environment: ExpressionEnvironment,
) => Promise<CursorPage | undefined>

export function cursorReader(shape: Shape): CursorReader {
  const { source } = shape
  const rows = sql.raw(rowAlias)
  const id = sql.raw(source.column(rowAlias, 'id'))

  return async ({ conditions, sort = newestFirst, cursor: text, pageSize }, context, environment) => {
    const field = orderedField(source, sort)
    const cursor = text === undefined || text === '' ? undefined : readCursor(text, sort, source)
    if (cursor === undefined && text !== undefined && text !== '') return undefined
    const column = sql.raw(source.column(rowAlias, field.name))
    const isBackward = cursor !== undefined && cursor.from !== 'after'
    const isDescending = (sort.order === 'descend') !== isBackward
    const orderOf = (descending: boolean): RawBuilder<unknown> => {
      const direction = sql.raw(descending ? 'desc' : 'asc')
      return field.name === 'id' ? sql`${id} ${direction}` : sql`${column} ${direction}, ${id} ${direction}`
    }
    const order = orderOf(isDescending)
    const wire = rowTypeOf(field).wire(field, column, source.entity.view === undefined)
    const beside =
      cursor === undefined || cursor.from === 'last' ? [] : [besideRow(field.name === 'id' ? undefined : column, id, isDescending, cursor)]
    // One row more than the page has says whether there is another page. Plans depend on how rare the values are that are asked for.
    const { rows: found } = await sql<{ records: string; keys: [unknown, string][] }>`${asNeeded}
      with found as materialized (
        select ${rows}.* from ${source.from(context)} as ${rows} ${whereAll([...conditions, ...beside])} order by ${order} limit ${pageSize + 1}
      ), shown as (select ${rows}.* from found as ${rows} order by ${order} limit ${pageSize})
      select
        (select coalesce(json_agg(page), '[]')::text from (
          select ${shape.columns(context)} from shown as ${rows} order by ${orderOf(sort.order === 'descend')}) as page) as records,
        (select coalesce(json_agg(json_build_array(${wire}, ${id}::text) order by ${order}), '[]') from found as ${rows}) as keys`.execute(
      context.kysely,
    )
    const { records = '[]', keys = [] } = found[0] ?? {}
    const hasMore = keys.length > pageSize
    const shown = keys.slice(0, pageSize)
    const counted = cursor === undefined && !hasMore ? shown.length : await countUpTo(conditions, context)
    const place = (from: 'after' | 'before', [value, rowId]: [unknown, string]): string => writeCursor({ from, value, id: rowId }, sort)
    const [first, last] = isBackward ? [shown.at(-1), shown[0]] : [shown[0], shown.at(-1)]
    const isEnd = isBackward ? cursor.from === 'last' : !hasMore
    const isBeginning = isBackward ? !hasMore : cursor === undefined
    return {
      records: finished(records, shape, environment),
      total: Math.min(counted, maxCounted),
      beyond: counted > maxCounted,
      ...(last && !isEnd ? { next: place('after', last) } : {}),
      // Behind rows that are gone meanwhile stands the end of the list.
      ...(isBeginning ? {} : { previous: first ? place('before', first) : writeCursor({ from: 'last' }, sort) }),
    }
  }

  async function countUpTo(conditions: Condition[], context: SourceContext): Promise<number> {
    const { rows: found } = await sql<{ counted: string }>`${asNeeded}
      select count(*) as counted from (select from ${source.from(context)} as ${rows} ${whereAll(conditions)} limit ${maxCounted + 1}) as matching`.execute(
      context.kysely,
    )
    return Number(found[0]?.counted ?? 0)
  }
}

/** The token of the last page of a list in this order. */
export function lastPage(sort: Sort = newestFirst): string {
  return writeCursor({ from: 'last' }, sort)
}

/** @throws TypeError that names what no index orders */
function orderedField({ entity }: Source, { field }: Sort) {
  const plan = entity.fields[field]
  if (!plan || (field !== 'id' && !isOrderedByIndex(entity, field)))
    throw new TypeError(`${entity.name} cannot be paged by ${field}: no index orders its rows by it alone`)
  return plan
}

/** The rows behind a row in this direction: later ones, or of equal ones those with the next ids. */
function besideRow(
  column: RawBuilder<unknown> | undefined,
  id: RawBuilder<unknown>,
  isDescending: boolean,
  { value, id: rowId }: Exclude<Cursor, { from: 'last' }>,
): Condition {
  const than = sql.raw(isDescending ? '<' : '>')
  return column === undefined ? sql`${id} ${than} ${rowId}` : sql`(${column}, ${id}) ${than} (${value}, ${rowId})`
}

function whereAll(conditions: Condition[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}
