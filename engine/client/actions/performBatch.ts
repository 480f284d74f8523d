import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { EngineServices } from '../context'
import { say } from '../messages'
import { newKey } from '../newKey'
import { nameOf, requestOf } from './actionRequest'

/**
 * Does an action on one record after the other; each is a transaction of its own, so that one that is refused does not hold up the rest.
 * Says how many were done, and of each other one why not. Ends early when the session is over or the server is gone.
 */
export async function performBatch(
  { request, notify }: Pick<EngineServices, 'request' | 'notify'>,
  screen: BrowserScreenPlan,
  action: ActionPlan,
  records: readonly RecordValues[],
  form: Record<string, unknown>,
): Promise<void> {
  const failures: string[] = []
  let done = 0
  for (const record of records) {
    const result = await request({ ...requestOf(screen, action, record, form, newKey()), quiet: true })
    if (result.success) done += 1
    else {
      failures.push(`${nameOf(screen, record)}：${result.message}`)
      if (result.status === 401 || result.status === 600) break
    }
  }
  if (failures.length === 0) notify.success(say('action.batchDone', { action: action.title, count: done }))
  else notify.explain(say('action.batchPartly', { action: action.title, done, failed: records.length - done }), failures)
}
