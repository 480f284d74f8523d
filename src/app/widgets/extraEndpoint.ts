import type { BrowserScreenPlan, ExtraEndpointPlan } from '../../../engine/core/plan'

/** @throws Error naming screen and endpoint: a widget that is put into a screen without its endpoint is a mistake of that schema */
export function extraEndpoint(screen: Pick<BrowserScreenPlan, 'id' | 'extra'>, name: string): ExtraEndpointPlan {
  const endpoint = screen.extra[name]
  if (!endpoint) throw new Error(`schemas/screens/${screen.id}.screen.json has no endpoint '${name}'`)
  return endpoint
}
