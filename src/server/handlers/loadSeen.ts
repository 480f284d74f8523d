import { toSnake } from '../../../engine/core/compile'
import type { LoadOptions } from '../../../engine/server/extensions'
import { notFound } from '../../../engine/server/problem'
import type { Documents } from '../generated'
import type { EntityName, HandlerContext } from '../rules/types'

/** A record with its lines, when it is within the user's row scope. @throws HttpProblem 404, and 417 as `RuleTools.load` does */
export async function loadSeen<E extends EntityName>(
  { kysely, tools, visible }: HandlerContext,
  entity: E,
  id: string,
  options?: LoadOptions,
): Promise<Documents[E]['record']> {
  const rows = kysely
    .selectFrom(`${toSnake(entity)} as seen`)
    .select('seen.id')
    .where('seen.id', '=', id)
  if (!(await visible(entity, 'seen', rows).executeTakeFirst())) throw notFound()
  return tools.load(entity, id, options)
}
