import { sql } from 'kysely'
import type { ExtraEndpointPlan, ScreenPlan } from '../../core/plan'
import { notFound } from '../problem'
import type { SessionUser } from '../session'
import type { SourceContext } from '../source'
import type { Reading } from './reading'
import { recordConditions } from './record'
import { rowAlias, shapeOf } from './shape'

type RefuseUnseen<Named> = (named: Named, user: SessionUser, context: SourceContext) => Promise<void>

/**
 * Judges the records that the path of an extra endpoint names: `{id}` is one of the screen, a hole that bears the name of a reference is what that
 * points to. Whoever asks about one that there is not, or that he does not see, is told so before anything is done or answered; so no handler has to
 * remember it. Rows of the screen's own entity are narrowed by their `{id}` instead. It throws HttpProblem 404.
 */
export function pathRecords(reading: Reading, screen: ScreenPlan, { url, list }: ExtraEndpointPlan): RefuseUnseen<Record<string, string>> {
  const { fields } = reading.entity(list?.of ?? screen.entity)
  const named = pathParameters(url).flatMap((hole) => {
    if (hole === 'id') return list && list.of === undefined ? [] : [{ hole, refuseUnseen: seenRecord(reading, screen) }]
    const target = fields[hole]?.ref
    return target && target.by === undefined ? [{ hole, refuseUnseen: seenRecord(reading, { entity: target.entity }) }] : []
  })
  return async (params, user, context) => {
    for (const { hole, refuseUnseen } of named) await refuseUnseen(params[hole] ?? '', user, context)
  }
}

/** It throws HttpProblem 404 for a record that is absent, invisible or not of the screen. */
function seenRecord(reading: Reading, screen: Pick<ScreenPlan, 'entity'> & Partial<Pick<ScreenPlan, 'where'>>): RefuseUnseen<string> {
  const { source } = shapeOf(reading.shapes, screen.entity, [])
  const find = recordConditions(reading, screen)
  return async (id, user, context) => {
    const rows = sql`select from ${source.from(context)} as ${sql.raw(rowAlias)} where ${sql.join(find(id, user), sql` and `)}`
    const { rows: found } = await rows.execute(context.kysely)
    if (found.length === 0) throw notFound()
  }
}

/** Names of the `{holes}` of a URL template. */
export function pathParameters(url: string): string[] {
  return [...url.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** A hole for an id takes digits only, so that it never hides a word of another path. */
export function isIdParameter(name: string): boolean {
  return name === 'id' || name.endsWith('Id')
}
