import type { ListPagePlan, ScreenPlan, TotalsBy } from '../../core/plan'
import type { Where } from '../../core/where'
import type { SessionUser } from '../session'
import { messageText } from '../messages'
import { fieldProblem, invalid } from '../problem'
import { filtersOf, whereOf, type Condition } from './conditions'
import { cursorReader, lastPage, type CursorPage } from './cursor'
import { ordinalsReader } from './ordinals'
import { pageReader, pageResponse } from './page'
import { paramsReader, type Given, type ParamsReader } from './params'
import { isEmpty, queryReader, type QueryReader, type ReadQuery, type Sort } from './query'
import type { Reading } from './reading'
import { rowAlias, shapeOf, type Shape } from './shape'
import type { SourceContext } from '../source'

/** Most rows of a tree, which is answered whole. */
const maxTreeRows = 5_000

export interface ListReader {
  shape: Shape
  reader: QueryReader
  /** Splits off the arguments of the read model, and looks up what filters of few values may mean. @throws HttpProblem 422 */
  given: (...asked: Parameters<ParamsReader>) => Promise<Given>
  /** The list query with all that narrows it for this account. @throws HttpProblem 422 */
  ask(input: Record<string, unknown>, user: SessionUser, context: SourceContext): ReadQuery
  /** The response, a `ListResponse`, as JSON text. @throws HttpProblem 422 */
  read(input: Record<string, unknown>, user: SessionUser): Promise<string>
}

/** What a list answers and lets ask. */
export interface ListDefinition {
  entity: string
  fields: string[]
  filters: ScreenPlan['access']['filters']
  sorts: string[]
  totals: string[]
  totalsBy?: TotalsBy
  where?: Where
  sort?: Sort
  /** The whole list on one page. */
  tree?: boolean
  /** Pages go on from a row, and not by a number. */
  cursor?: true
  ordinals?: ScreenPlan['access']['ordinals']
  usual?: ScreenPlan['access']['usual']
}

/** The definition of a screen's `{base}/list`. */
export function listOfScreen({ entity, access, where, pages }: ScreenPlan): ListDefinition {
  const lists = Object.values(pages).filter((page): page is ListPagePlan => page.kind === 'list')
  const main = pages['list']?.kind === 'list' ? pages['list'] : lists[0]
  return {
    entity,
    fields: access.listFields,
    filters: access.filters,
    sorts: access.sorts,
    totals: access.totals,
    totalsBy: access.totalsBy,
    where,
    sort: main?.sort,
    tree: main?.tree !== undefined,
    cursor: access.cursor,
    ordinals: access.ordinals,
    usual: access.usual,
  }
}

/** @throws HttpProblem 422 for a cursor of another list or another order */
function responseOf(page: CursorPage | undefined, { pageSize, sort }: ReadQuery): string {
  if (!page) throw invalid([fieldProblem('cursor', 'type', messageText('query.wrong-value', { name: 'cursor' }))])
  const { records, total, beyond, next, previous } = page
  const more = {
    ...(beyond ? { beyond } : {}),
    ...(next === undefined ? {} : { next, last: lastPage(sort) }),
    ...(previous === undefined ? {} : { previous }),
  }
  return `{"records":${records},${JSON.stringify({ total, page: 1, pageSize, ...more }).slice(1)}`
}

/** Prepares a list once: columns, filters, sorts, sums. @throws TypeError that names what cannot be expressed in SQL */
export function listReader(reading: Reading, definition: ListDefinition): ListReader {
  const { shapes } = reading
  const shape = shapeOf(shapes, definition.entity, definition.fields)
  const reader = queryReader(shapes, shape.source, definition, definition.sort)
  const fixed = whereOf(shapes, shape.source, definition.where)
  const byPlace = ordinalsReader(shapes, shape.source, definition.ordinals ?? {})
  const usual = usualRows(reading, shape, definition)
  const params = paramsReader(reading, [definition.entity])
  async function given(query: Record<string, unknown>, user: SessionUser): Promise<Given> {
    const { context, input } = params(query, user)
    return { context, input: await reader.lookUp(input, context) }
  }
  const readPage = pageReader(reading, shape, definition)
  const readFrom = definition.cursor && cursorReader(shape)

  function ask(input: Record<string, unknown>, user: SessionUser, context: SourceContext): ReadQuery {
    const { rest, conditions: places } = byPlace(input, context)
    const asked = reader.read(rest, context)
    const rows = [...fixed(rowAlias, context), ...usual(input, context), ...reading.visible(definition.entity, user, context)]
    const conditions = [...rows, ...places, ...asked.conditions]
    return { ...asked, conditions }
  }

  return {
    shape,
    reader,
    given,
    ask,
    async read(query, user) {
      const { context, input } = await given(query, user)
      const asked = ask(input, user, context)
      if (readFrom)
        return responseOf(await readFrom({ sort: undefined, cursor: undefined, ...asked }, context, reading.environment()), asked)
      const shown = definition.tree ? { ...asked, page: 1, pageSize: maxTreeRows } : asked
      return pageResponse(await readPage(shown, context, reading.environment()), shown)
    },
  }
}

/** The condition of the rows that are answered usually: none, once the query asks by a field that is named there. */
function usualRows(
  { shapes }: Reading,
  { source }: Shape,
  { filters, usual }: ListDefinition,
): (input: Record<string, unknown>, context: SourceContext) => Condition[] {
  const where = whereOf(shapes, source, usual?.where)
  const parameters = (usual?.unless ?? []).flatMap((name) =>
    filtersOf(shapes, source, name, filters[name] ?? 'equals').flatMap((filter) => filter.parameters),
  )
  return (input, context) => (parameters.some((name) => !isEmpty(input[name])) ? [] : where(rowAlias, context))
}
