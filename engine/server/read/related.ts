import { sql } from 'kysely'
import { readByColumn, totalsOf } from '../../core/compile'
import { fieldsAtHome, known } from '../../core/compile/access'
import { toneReads } from '../../core/compile/tone'
import { mayRead, type Readable } from '../../core/permission'
import type { EntityPlan, RelatedTablePlan, ScreenPlan } from '../../core/plan'
import { namesFrom, type Where } from '../../core/where'
import { notFound } from '../problem'
import { relatedTables } from './scope'
import type { SessionUser } from '../session'
import type { SourceContext } from '../source'
import { chartsQuery } from './charts'
import { whereOf } from './conditions'
import { pageReader, pageResponse } from './page'
import { paramsReader } from './params'
import { queryReader, type ReadQuery } from './query'
import type { Reading } from './reading'
import { recordConditions } from './record'
import { rowAlias, shapeOf } from './shape'

export interface RelatedReader {
  key: string
  /** The response, a `ListResponse`, as JSON text. @throws HttpProblem 404 for the record, 422 for the query */
  read(id: string, input: Record<string, unknown>, user: SessionUser): Promise<string>
  /** `GET {base}/charts/{key}/{id}`, a `ChartsResponse` as JSON text; absent where the table has none. @throws HttpProblem as `read` */
  charts?: RelatedReader['read']
}

/**
 * `GET {base}/related/{key}/{id}`: rows of another entity that belong to a record. Tables of one key differ in their columns and buttons
 * only; the answer has what all of them need. What the buttons need beside the columns is for those who may open the rows' own screen.
 */
export function relatedReaders(reading: Reading, screen: ScreenPlan): RelatedReader[] {
  const tables = new Map<string, RelatedTablePlan[]>()
  for (const table of relatedTables(screen)) tables.set(table.key, [...(tables.get(table.key) ?? []), table])
  return [...tables].map(([key, same]) => relatedReader(reading, screen, key, same))
}

function relatedReader(reading: Reading, screen: ScreenPlan, key: string, tables: RelatedTablePlan[]): RelatedReader {
  const [first] = tables
  if (!first) throw new TypeError(`no table of key ${key}`)
  const { entity } = first
  const { shapes } = reading
  const columns = tables.flatMap((table) => table.columns)
  const shown = columns.flatMap(readByColumn)
  const judged = known(toneReads([...tables, ...columns]), reading.entity(first.entity))
  const fields = ['id', ...shown, ...judged]
  const shape = shapeOf(shapes, first.entity, [...new Set(fields)])
  const sorts = relatedSorts(tables)
  const reader = queryReader(shapes, shape.source, { filters: {}, sorts }, first.sort)
  const belongs = [belongingTo(first), first.where].map((where) => whereOf(shapes, shape.source, where))
  const totals = totalsOf(columns)
  const readPage = pageReader(reading, shape, totals)
  const home = homeOf(reading, tables)
  const readAtHome = home && pageReader(reading, shapeOf(shapes, first.entity, [...new Set([...fields, ...home.fields])]), totals)

  const ours = shapeOf(shapes, screen.entity, [...new Set(['id', ...Object.values(first.by), ...namesFrom(first.where)])])
  const find = recordConditions(reading, screen)
  const given = paramsReader(reading, [screen.entity, first.entity])
  const drawCharts = first.charts && chartsQuery(reading, shape.source, first.charts)
  const rows = sql.raw(rowAlias)
  const followsRecord = isSeenAs(reading.entity(first.entity), first, screen.entity)

  /** The query of the record's rows. @throws HttpProblem 404 for the record, 422 for the query */
  async function ask(id: string, query: Record<string, unknown>, user: SessionUser): Promise<{ context: SourceContext; asked: ReadQuery }> {
    const { context, input } = given(query, user)
    const asked = reader.read(input, context)
    const found = await sql<{ record: Record<string, unknown> }>`
        select row_to_json(record) as record
        from (select ${ours.columns(context)} from ${ours.source.from(context)} as ${rows} where ${sql.join(find(id, user), sql` and `)}) as record`.execute(
      context.kysely,
    )
    const record = found.rows[0]?.record
    if (!record) throw notFound()

    const scope = followsRecord ? [] : reading.visible(entity, user, context)
    const conditions = [...belongs.flatMap((where) => where(rowAlias, context, record)), ...scope]
    return { context, asked: { ...asked, conditions } }
  }

  return {
    key,
    ...(drawCharts && {
      async charts(id, query, user) {
        const { context, asked } = await ask(id, query, user)
        return drawCharts(context, asked.conditions)
      },
    }),
    async read(id, query, user) {
      const { context, asked } = await ask(id, query, user)
      const isAtHome = home !== undefined && mayRead(user.subMenus, home)
      const read = isAtHome && readAtHome ? readAtHome : readPage
      return pageResponse(await read(asked, context, reading.environment()), asked)
    },
  }
}

/** The sort fields of tables of one key. */
export function relatedSorts(tables: readonly RelatedTablePlan[]): string[] {
  return [
    ...new Set(tables.flatMap(({ columns, sort }) => [...columns.flatMap((column) => column.sort ?? []), ...(sort ? [sort.field] : [])])),
  ]
}

/** Rows that are seen as this record is seen need no more than the record. */
function isSeenAs({ scope, fields }: EntityPlan, { by }: RelatedTablePlan, record: string): boolean {
  if (typeof scope !== 'object' || !('as' in scope)) return false
  return scope.as.some((field) => by[field] === 'id' && fields[field]?.ref?.entity === record)
}

/** Their field has the value of ours. */
function belongingTo({ by }: RelatedTablePlan): Where {
  return Object.fromEntries(Object.entries(by).map(([theirs, ours]) => [theirs, { from: ours }]))
}

/** The menu of the rows' own screen, and what its links and buttons need of them. Tables of one key have the same one. */
function homeOf(reading: Reading, tables: RelatedTablePlan[]): (Readable & { fields: string[] }) | undefined {
  const owns = tables.flatMap(({ own }) => own ?? [])
  const screen = reading.services.plan.screens[owns[0]?.screen ?? '']
  if (!screen) return undefined
  const { menuName, readPermission } = screen
  return { menuName, readPermission, fields: owns.flatMap((own) => fieldsAtHome(screen, reading.entity(screen.entity), own)) }
}
