import { sql } from 'kysely'
import { isSortable } from '../../core/compile'
import type { EntityPlan, ExtraEndpointPlan, ScreenPlan } from '../../core/plan'
import { notFound } from '../problem'
import type { SessionUser } from '../session'
import { whereOf } from './conditions'
import { fieldsReader } from './fields'
import { ordinalsReader } from './ordinals'
import { pageReader } from './page'
import { maxWholeRows, queryReader } from './query'
import type { Reading } from './reading'
import { recordConditions } from './record'
import { rowAlias, shapeOf } from './shape'

const pagingParameters = new Set(['page', 'pageSize', 'sortField', 'sortOrder'])

export interface ExtraListReader {
  /** @param params path parameters @throws HttpProblem 422 */
  read(params: Record<string, string>, input: Record<string, unknown>, user: SessionUser): Promise<string>
}

/**
 * An extra endpoint that answers rows of the screen's entity, or of another one. Path parameters and declared query fields that bear the name of a field of the
 * entity narrow the rows to that value; so does `where`, whose `{from}` may name any of them.
 */
export function extraListReader(
  reading: Reading,
  screen: ScreenPlan,
  endpoint: ExtraEndpointPlan,
  list: NonNullable<ExtraEndpointPlan['list']>,
): ExtraListReader {
  const { shapes } = reading
  const entity = list.of ?? screen.entity
  const shape = shapeOf(shapes, entity, [...new Set(['id', ...list.fields])])
  const { fields } = shape.source.entity
  const holes = pathParameters(endpoint.url)
  // The id of a path is that of a record of the screen, to which rows of another entity belong as `where` says.
  const isOfScreen = list.of !== undefined && holes.includes('id')
  // Whoever asks about a record that there is not, or that he does not see, is told so, and not that nothing belongs to it.
  const named = holes.flatMap((hole) => {
    if (hole === 'id') return isOfScreen ? [{ hole, refuseUnseen: seenRecord(reading, screen) }] : []
    const target = fields[hole]?.ref
    return target && target.by === undefined ? [{ hole, refuseUnseen: seenRecord(reading, { entity: target.entity }) }] : []
  })
  const names = [
    ...holes.filter((name) => !(isOfScreen && name === 'id')),
    ...[...endpoint.query, ...endpoint.body].map((field) => field.name),
  ]
  // Two maps, because a field may stand in both, and then both hold.
  const fixed = [list.of === undefined ? screen.where : undefined, list.where].map((where) => whereOf(shapes, shape.source, where))
  const byName = names
    .filter((name) => fields[name]?.stored)
    .map((name) => ({ name, where: whereOf(shapes, shape.source, { [name]: { from: name } }) }))
  const sorts = extraSorts(shape.source.entity, list)
  const reader = queryReader(shapes, shape.source, { filters: {}, sorts }, list.sort, list.whole ? maxWholeRows : undefined)
  const readQuery = fieldsReader(reading.services, [...endpoint.query, ...endpoint.body], endpoint.method === 'GET' ? 'query' : 'body')
  const byPlace = ordinalsReader(shapes, shape.source, (list.of === undefined && screen.access.ordinals) || {})
  const readPage = pageReader(shapes, shape)

  return {
    async read(params, query, user) {
      const context = reading.context(user)
      const { rest: input, conditions: places } = byPlace(query, context)
      const [paging, values] = split(input)
      const { page, pageSize, orderBy } = reader.read(paging, context)
      const given = { ...readQuery(values), ...params }
      for (const { hole, refuseUnseen } of named) await refuseUnseen(params[hole] ?? '', user)
      const conditions = [
        ...fixed.flatMap((where) => where(rowAlias, context, given)),
        ...byName.flatMap(({ name, where }) => (Object.hasOwn(given, name) ? where(rowAlias, context, given) : [])),
        ...reading.visible(entity, user, context),
        ...places,
      ]
      const { records, total } = await readPage(
        { conditions, orderBy, limit: pageSize, offset: (page - 1) * pageSize },
        context,
        reading.environment(),
      )
      return `{"records":${records},"total":${total},"page":${page},"pageSize":${pageSize}}`
    },
  }
}

/** @throws HttpProblem 404 from what it answers, for a record that is absent, invisible or not of the screen */
function seenRecord(
  reading: Reading,
  screen: Pick<ScreenPlan, 'entity'> & Partial<Pick<ScreenPlan, 'where'>>,
): (id: string, user: SessionUser) => Promise<void> {
  const { source } = shapeOf(reading.shapes, screen.entity, [])
  const find = recordConditions(reading, screen)
  return async (id, user) => {
    const context = reading.context(user)
    const rows = sql`select from ${source.from(context)} as ${sql.raw(rowAlias)} where ${sql.join(find(id, user), sql` and `)}`
    const { rows: found } = await rows.execute(context.kysely)
    if (found.length === 0) throw notFound()
  }
}

export function extraSorts({ fields, displays }: EntityPlan, list: NonNullable<ExtraEndpointPlan['list']>): string[] {
  return list.fields.filter((name) => {
    const field = fields[name]
    const reference = fields[displays[name] ?? '']
    return field ? isSortable(field) : reference !== undefined && !reference.internal
  })
}

/** Names of the `{holes}` of a URL template. */
export function pathParameters(url: string): string[] {
  return [...url.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** A hole for an id takes digits only, so that it never hides a word of another path. */
export function isIdParameter(name: string): boolean {
  return name === 'id' || name.endsWith('Id')
}

function split(input: Record<string, unknown>): [Record<string, unknown>, Record<string, unknown>] {
  const entries = Object.entries(input)
  return [
    Object.fromEntries(entries.filter(([name]) => pagingParameters.has(name))),
    Object.fromEntries(entries.filter(([name]) => !pagingParameters.has(name))),
  ]
}
