import { sql } from 'kysely'
import { known } from '../../core/compile/access'
import { asksToPick } from '../../core/compile/match'
import { splitWhere } from '../../core/compile/pick'
import { toneReads } from '../../core/compile/tone'
import { messageText } from '../messages'
import type { PickPlan, ScreenPlan } from '../../core/plan'
import { fieldProblem, invalid } from '../problem'
import type { SessionUser } from '../session'
import type { SourceContext } from '../source'
import { filtersOf, whereOf, type Condition } from './conditions'
import { pageReader, pageResponse } from './page'
import { queryReader } from './query'
import type { Reading } from './reading'
import { rowAlias, shapeOf } from './shape'

export interface PickReader {
  key: string
  /**
   * The response, a `ListResponse`, as JSON text: columns and what fills a line. `keyword` is looked for in the texts of the pick, and what
   * narrows the choice comes as `form.<field of the record>`. @throws HttpProblem 422
   */
  read(input: Record<string, unknown>, user: SessionUser): Promise<string>
}

/** Prefix of the parameters that hold fields of the form. */
const FORM = 'form.'

/** `GET {base}/pick/{key}`: the choices of a reference of a line table, page by page, as the pages of the screen offer them. */
export function pickReaders(reading: Reading, screen: ScreenPlan): PickReader[] {
  return [...picksOf(screen)].map(([, { lines, picks }]) => pickReader(reading, screen, lines, picks))
}

/** The picks of a screen by their key. */
export function picksOf({ pages }: Pick<ScreenPlan, 'pages'>): Map<string, { lines: string; picks: PickPlan[] }> {
  const found = new Map<string, { lines: string; picks: PickPlan[] }>()
  for (const page of Object.values(pages)) {
    for (const tab of page.kind === 'record' ? page.tabs : []) {
      if (tab.kind !== 'lines') continue
      for (const pick of asksToPick(tab)) found.set(pick.key, { lines: tab.lines, picks: [...(found.get(pick.key)?.picks ?? []), pick] })
    }
  }
  return found
}

export function pickSorts(picks: readonly PickPlan[]): string[] {
  return [
    ...new Set(picks.flatMap(({ columns, sort }) => [...columns.flatMap((column) => column.sort ?? []), ...(sort ? [sort.field] : [])])),
  ]
}

/** The parameters by which a form says what narrows the choice. */
export function pickGiven(picks: readonly PickPlan[]): string[] {
  return [...new Set(picks.flatMap(({ given }) => given))].map((name) => `${FORM}${name}`)
}

function pickReader(reading: Reading, screen: ScreenPlan, linesName: string, picks: readonly PickPlan[]): PickReader {
  const [first] = picks
  const lines = reading.entity(screen.entity).lines[linesName]
  const ref = first && lines?.fields[first.field]?.ref
  if (!first || !lines || !ref) throw new TypeError(`no line table ${linesName} to pick for`)
  const { shapes } = reading
  const entity = reading.entity(ref.entity)
  const columns = picks.flatMap((pick) => pick.columns)
  const keys = [
    ...columns.flatMap((column) => [column.key, column.field.name]),
    ...picks.flatMap((pick) => [...Object.values(pick.fill), pick.label, ...(pick.sort ? [pick.sort.field] : [])]),
    ...toneReads(columns),
  ]
  const shape = shapeOf(shapes, entity.name, [...new Set(['id', ...(ref.by ? [ref.by] : []), ...known(keys, entity)])])
  const sorts = pickSorts(picks)
  const reader = queryReader(shapes, shape.source, { filters: {}, sorts }, first.sort)
  const allowed = whereOf(shapes, shape.source, splitWhere(ref, lines).narrowed)
  const sought = [...new Set(picks.flatMap((pick) => pick.search.map(({ name }) => name)))]
  const texts = sought.flatMap((name) => filtersOf(shapes, shape.source, name, 'contains'))
  const given = new Set(picks.flatMap((pick) => pick.given))
  const readPage = pageReader(reading, shape)

  function withKeyword(keyword: unknown, context: SourceContext): Condition[] {
    if (keyword === undefined || keyword === '') return []
    const found = texts.flatMap((filter) => filter.condition(keyword, rowAlias, context) ?? [])
    if (found.length > 0) return [sql`(${sql.join(found, sql` or `)})`]
    throw invalid([fieldProblem('keyword', 'type', messageText('query.wrong-value', { name: 'keyword' }))])
  }

  return {
    key: first.key,
    async read({ keyword, ...input }, user) {
      const context = reading.context(user)
      const isGiven = (name: string): boolean => name.startsWith(FORM) && given.has(name.slice(FORM.length))
      const entries = Object.entries(input)
      const form = Object.fromEntries(entries.flatMap(([name, value]) => (isGiven(name) ? [[name.slice(FORM.length), value]] : [])))
      const asked = reader.read(Object.fromEntries(entries.filter(([name]) => !isGiven(name))), context)
      const conditions = [
        ...allowed(rowAlias, context, form),
        ...reading.visible(entity.name, user, context),
        ...withKeyword(keyword, context),
      ]
      return pageResponse(await readPage({ ...asked, conditions }, context, reading.environment()), asked)
    },
  }
}
