import type { EngineServices } from '../../../engine/client/context'
import type { BrowserScreenPlan } from '../../../engine/core/plan'
import { playgroundPath } from '../../../engine/core/wire'
import type { Screens } from '../routing/screens'

interface Failed {
  /** Of a published screen. */
  plan: BrowserScreenPlan
  error: Error
}

const mostTold = 1_000

/**
 * A page that cannot be drawn by a published plan is drawn by the shipped one, and says so; who publishes screens sees that it failed. Where
 * the shipped plan cannot be had, the page's message stays as it is.
 */
export async function showShipped(
  { plan, error }: Failed,
  { request, notify, screens }: Pick<EngineServices, 'request' | 'notify'> & { screens: Pick<Screens, 'replace'> },
): Promise<void> {
  const values = { screen: plan.id, release: plan.release, failure: (error.message || error.name).slice(0, mostTold) }
  const result = await request<{ plan: BrowserScreenPlan }>({ method: 'POST', url: `${playgroundPath}/failed`, values, quiet: true })
  if (!result.success) return
  screens.replace(plan.id, result.body.plan)
  notify.warning(`“${plan.title}”在线发布的第 ${plan.release} 版未能显示，已改用随程序发布的界面，并已记录`)
}
