import { sql } from 'kysely'
import { toSnake } from '../../../engine/core/compile'
import type { LoadOptions } from '../../../engine/server/extensions'
import { notFound } from '../../../engine/server/problem'
import type { ActionName, EntityName, HandlerContext, Past } from '../ruleTypes'

/** A record with its lines, when it is within the user's row scope. @throws HttpProblem 404, and 417 as `RuleTools.load` does */
export async function loadSeen<E extends EntityName, A extends ActionName<E> = never>(
  context: HandlerContext,
  entity: E,
  id: string,
  options?: LoadOptions & { past?: A },
): Promise<Past<E, A>> {
  await refuseUnseen(context, entity, id)
  return context.tools.load(entity, id, options)
}

/** Which of these records are within the user's row scope. */
export async function seenAmong({ kysely, visible }: HandlerContext, entity: EntityName, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = kysely
    .selectFrom(sql.table<{ id: string }>(toSnake(entity)).as('seen'))
    .select('seen.id')
    .where('seen.id', 'in', [...new Set(ids)])
  return new Set((await visible(entity, 'seen', rows).execute()).map(({ id }) => String(id)))
}

/** @throws HttpProblem 404 for a record that is absent, or beyond the user's row scope */
export async function refuseUnseen(context: HandlerContext, entity: EntityName, id: string): Promise<void> {
  if (!(await seenAmong(context, entity, [id])).has(id)) throw notFound()
}
