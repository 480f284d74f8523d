import type { ProductPlan } from '../../engine/core/plan'
import type { ProductExtensions } from '../../engine/server/extensions'
import { formats } from '../rules/formats'
import { refusals } from '../rules/refusals'
import { handlersOf } from './handlers'
import type { LicenceStore } from './handlers/registration'
import { queries, views } from './queries'
import { actionRules, removeRules, saveRules } from './rules'
import { shapes } from './shapes'

/** Everything the product says in code, by the names its schemas use. */
export function extensionsOf(plan: ProductPlan, licences: LicenceStore): ProductExtensions {
  return {
    save: saveRules,
    saved: {},
    remove: removeRules,
    action: actionRules,
    queries,
    views,
    handlers: handlersOf(plan, licences),
    formats,
    shapes,
    refusals,
  }
}
