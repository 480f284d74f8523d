import { isSortable } from '../../core/compile'
import type { EntityPlan, ExtraEndpointPlan, ScreenPlan } from '../../core/plan'
import type { SessionUser } from '../session'
import { whereOf } from './conditions'
import { fieldsReader } from './fields'
import { ordinalsReader } from './ordinals'
import { pageReader, pageResponse } from './page'
import { pathParameters, pathRecords } from './pathRecords'
import { maxWholeRows, queryReader } from './query'
import type { Reading } from './reading'
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
  const refuseUnseen = pathRecords(reading, screen, endpoint)
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
  const readPage = pageReader(reading, shape)

  return {
    async read(params, query, user) {
      const context = reading.context(user)
      const { rest: input, conditions: places } = byPlace(query, context)
      const [paging, values] = split(input)
      const asked = reader.read(paging, context)
      const given = { ...readQuery(values), ...params }
      await refuseUnseen(params, user, context)
      const conditions = [
        ...fixed.flatMap((where) => where(rowAlias, context, given)),
        ...byName.flatMap(({ name, where }) => (Object.hasOwn(given, name) ? where(rowAlias, context, given) : [])),
        ...reading.visible(entity, user, context),
        ...places,
      ]
      return pageResponse(await readPage({ ...asked, conditions }, context, reading.environment()), asked)
    },
  }
}

export function extraSorts({ fields, displays }: EntityPlan, list: NonNullable<ExtraEndpointPlan['list']>): string[] {
  return list.fields.filter((name) => {
    const field = fields[name]
    const reference = fields[displays[name] ?? '']
    return field ? isSortable(field) : reference !== undefined && !reference.internal
  })
}

function split(input: Record<string, unknown>): [Record<string, unknown>, Record<string, unknown>] {
  const entries = Object.entries(input)
  return [
    Object.fromEntries(entries.filter(([name]) => pagingParameters.has(name))),
    Object.fromEntries(entries.filter(([name]) => !pagingParameters.has(name))),
  ]
}
