import { requestOf } from '../../../engine/client/actions/actionRequest'
import type { ActionPlan, BrowserScreenPlan } from '../../../engine/core/plan'

/** The request that a button ends in, `POST /api/x/approve/{id}`; undefined where it only opens something. */
export function sentBy({ base }: Pick<BrowserScreenPlan, 'base'>, action: ActionPlan): string | undefined {
  const { does, name } = action
  switch (does.kind) {
    case 'add':
      return `POST ${base}`
    case 'edit':
      return `PATCH ${base}/{id}`
    case 'export':
      return `POST ${base}/export`
    case 'import':
      return `POST ${base}/${name}`
    case 'attach':
      return `POST ${base}/attach/{id}`
    case 'download':
      return `GET ${base}/download/{id}`
    case 'calculate':
      return `${does.method} ${does.url}`
    case 'print':
      return 'templates' in does ? `GET ${base}/print/${does.templates[0]?.name}` : undefined
    case 'delete':
    case 'action':
    case 'request': {
      const { method, url } = requestOf({ base }, action, {}, {}, '')
      return `${method} ${url}`
    }
    default:
      return undefined
  }
}
