import { toSnake } from '../../../engine/core/compile'
import type { RecordValues } from '../../../engine/core/wire'
import type { HandlerCall, RuleTools } from '../../../engine/server/extensions'
import { notFound } from '../../../engine/server/problem'

/** A record with its lines, when it is within the user's row scope. @throws HttpProblem 404, and 417 as `RuleTools.load` does */
export async function loadSeen(
  { kysely, tools, visible }: HandlerCall,
  entity: string,
  id: string,
  options?: Parameters<RuleTools['load']>[2],
): Promise<RecordValues> {
  const rows = kysely
    .selectFrom(`${toSnake(entity)} as seen`)
    .select('seen.id')
    .where('seen.id', '=', id)
  if (!(await visible(entity, 'seen', rows).executeTakeFirst())) throw notFound()
  return tools.load(entity, id, options)
}
